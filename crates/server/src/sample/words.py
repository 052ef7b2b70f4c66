"""Counts how often each word is in a text."""

import sys


def count(text):
    """Returns how often each word is in the text."""
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts


if __name__ == "__main__":
    for word, times in sorted(count(sys.stdin.read()).items()):
        print(word, times)
