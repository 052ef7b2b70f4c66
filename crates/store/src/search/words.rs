//! Words as they are compared: small letters without accents.

use std::ops::{Range, RangeInclusive};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words of a query that are looked for.
const MAX_QUERY_WORDS: usize = 32;
/// Characters of a word that count.
const MAX_WORD_CHARS: usize = 64;

/// A word and where it is in the text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) folded: String,
    pub(crate) range: Range<usize>,
}

/// Returns the words of a text, in order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut letters = text.char_indices().peekable();
    let words = std::iter::from_fn(move || {
        let (start, first) = letters.find(|(_, letter)| belongs(*letter))?;
        let mut end = start + first.len_utf8();
        // Where words are not divided by spaces, every letter is found by itself.
        if !stands_alone(first) {
            while let Some((at, letter)) = letters.next_if(|(_, letter)| belongs(*letter) && !stands_alone(*letter)) {
                end = at + letter.len_utf8();
            }
        }
        while let Some((at, mark)) = letters.next_if(|(_, letter)| is_combining_mark(*letter)) {
            end = at + mark.len_utf8();
        }
        Some(Word { folded: fold_word(&text[start..end]), range: start..end })
    });
    words.filter(|word| !word.folded.is_empty())
}

/// Returns a text as it is indexed: its words with a space between them.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in words(text) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(&word.folded);
    }
    folded
}

fn belongs(letter: char) -> bool {
    letter.is_alphanumeric() || is_combining_mark(letter)
}

fn stands_alone(letter: char) -> bool {
    const BLOCKS: [RangeInclusive<char>; 5] = [
        '\u{3040}'..='\u{30ff}',
        '\u{3400}'..='\u{4dbf}',
        '\u{4e00}'..='\u{9fff}',
        '\u{f900}'..='\u{faff}',
        '\u{20000}'..='\u{3ffff}',
    ];
    BLOCKS.iter().any(|block| block.contains(&letter))
}

fn fold_word(word: &str) -> String {
    let small = word.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase);
    // Making letters small can bring marks back; what is left besides letters would end the word in an index.
    small.filter(|letter| letter.is_alphanumeric()).take(MAX_WORD_CHARS).collect()
}

/// What a person looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// Words that follow each other; all of these must be there.
    phrases: Vec<Vec<String>>,
}

impl Query {
    /// Returns none if there is no word in it.
    pub(crate) fn parse(raw: &str) -> Option<Self> {
        let mut left = MAX_QUERY_WORDS;
        let mut phrases = Vec::new();
        for part in raw.split_whitespace() {
            let phrase: Vec<String> = words(part).map(|word| word.folded).take(left).collect();
            left -= phrase.len();
            if !phrase.is_empty() {
                phrases.push(phrase);
            }
        }
        (!phrases.is_empty()).then_some(Self { phrases })
    }

    /// Writes it as FTS5 reads it. There is nothing but letters and digits between the quotes.
    pub(crate) fn expression(&self) -> String {
        let phrases: Vec<String> = self.phrases.iter().map(|phrase| format!("\"{}\"", phrase.join(" "))).collect();
        // The last word may be the beginning of one.
        format!("{} *", phrases.join(" AND "))
    }

    /// Tells whether all of it is in a text.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let words: Vec<String> = words(text).map(|word| word.folded).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (0..self.phrases.len()).all(|index| (0..words.len()).any(|at| self.begins(index, &words[at..]).is_some()))
    }

    /// Returns where the words of it are in a text, in bytes, in order and apart from each other.
    pub(crate) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let words: Vec<Word> = words(text).collect();
        let folded: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
        let mut places: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let length = (0..self.phrases.len()).filter_map(|index| self.begins(index, &folded[at..])).max();
            if let Some(length) = length {
                places.push(words[at].range.start..words[at + length - 1].range.end);
            }
            at += length.unwrap_or(1);
        }
        places
    }

    /// Returns how many words a phrase takes, if these begin with it.
    fn begins(&self, index: usize, words: &[&str]) -> Option<usize> {
        let phrase = &self.phrases[index];
        let is_last = index + 1 == self.phrases.len();
        let fits = |(place, (wanted, word)): (usize, (&String, &&str))| {
            let may_go_on = is_last && place + 1 == phrase.len();
            if may_go_on { word.starts_with(wanted.as_str()) } else { *word == wanted }
        };
        let fit = words.len() >= phrase.len() && phrase.iter().zip(words).enumerate().all(fits);
        fit.then_some(phrase.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_small_and_without_accents() {
        assert_eq!(fold("Zürich, CAFÉ-bar; e\u{301}tat ﬁn"), "zurich cafe bar etat fin");
        assert_eq!(fold("src/main.rs snake_case x2"), "src main rs snake case x2");
        assert_eq!(fold("東京は"), "東 京 は");
        assert_eq!(fold("🦀 -- ''"), "");
        assert_eq!(fold("İstanbul"), "istanbul");
    }

    #[test]
    fn a_query_is_never_syntax() {
        let expression = |raw| Query::parse(raw).map(|query| query.expression());
        assert_eq!(expression("NOT \"foo* OR^ bar"), Some(r#""not" AND "foo" AND "or" AND "bar" *"#.to_owned()));
        assert_eq!(expression("src/main.rs"), Some(r#""src main rs" *"#.to_owned()));
        assert_eq!(expression("\" ' -- *"), None);
    }

    #[test]
    fn places_are_those_of_whole_words_and_of_the_beginning_of_the_last() {
        let places = |raw: &str, text: &'static str| -> Vec<&'static str> {
            Query::parse(raw).unwrap().places(text).into_iter().map(|range| &text[range]).collect()
        };
        assert_eq!(places("cafe zur", "Cafés and a CAFÉ in Zürich"), ["CAFÉ", "Zürich"]);
        assert_eq!(places("main.r", "see src/main.rs, not main"), ["main.rs"]);
        assert_eq!(places("京都", "東京都"), ["京都"]);
    }
}
