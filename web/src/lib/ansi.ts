const ESCAPE = '\\u001b';
const BELL = '\\u0007';

/** What a terminal takes for colours and the cursor, for titles and links, and the rest. */
const SEQUENCES = new RegExp(
  [
    `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
    `${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?`,
    `${ESCAPE}[PX^_][^${ESCAPE}]*(?:${ESCAPE}\\\\)?`,
    `${ESCAPE}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/** Returns what a command has printed as plain text: without colours, and each line as it stood in the end. */
export function plainOutput(text: string): string {
  return text
    .replace(SEQUENCES, '')
    .replaceAll('\r\n', '\n')
    .replace(/^.*\r(?=[^\n])/gm, '')
    .replace(CONTROLS, '');
}
