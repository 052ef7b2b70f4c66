let name: string | undefined;
let count = 0;

/** Names the page in the browser's tab. */
export function nameTitle(next: string | undefined): void {
  name = next;
  write();
}

/** Puts how much waits before the name: `(2) Board · Tandem`. */
export function countInTitle(next: number): void {
  count = next;
  write();
}

function write(): void {
  document.title = `${count > 0 ? `(${count}) ` : ''}${name ? `${name} · Tandem` : 'Tandem'}`;
}
