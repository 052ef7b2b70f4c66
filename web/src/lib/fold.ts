const MARKS = /\p{M}/gu;

/** Returns a text without case and marks, so that `Café` is found by `cafe`. */
export function fold(text: string): string {
  // Marks go first too: putting long rows of them in order takes the time of their length squared.
  return text.replace(MARKS, '').normalize('NFD').replace(MARKS, '').toLowerCase();
}
