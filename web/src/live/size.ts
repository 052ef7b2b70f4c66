/** The server closes a connection that sends a longer message; this leaves room for what is around a change. */
export const MAX_CHANGE_BYTES = 1_000_000;

const encoder = new TextEncoder();

/** Returns how many bytes a value takes on the wire. */
export function sizeOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
