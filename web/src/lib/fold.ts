/** Returns a text without case and marks, so that `Café` is found by `cafe`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
