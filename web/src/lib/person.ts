/** Returns one or two letters that stand for a name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return (letter(first) + (last ? letter(last) : '')).toUpperCase();
}

/** Returns the hue of a person, the same in every browser. */
export function hueOf(id: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619);
  }
  return (hash >>> 0) % 360;
}

function letter(word: string): string {
  return [...word][0] ?? '';
}
