const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';

/** Returns a new id for a node or a change: 132 random bits, so that nobody ever mints the same. */
export function mintId(): string {
  // Not `crypto.randomUUID`, which browsers offer only over https and on localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 63)).join('');
}
