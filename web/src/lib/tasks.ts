/** The boxes of task lists in a markdown text: `- [ ] write it`. */
const TASK = /^(\s*(?:>\s?)*(?:[-*+]|\d{1,9}[.)])\s+(?:(?:[-*+]|\d{1,9}[.)])\s+)*\[)([ xX])(\](?=\s+\S))/;
const FENCE = /^\s*(?:>\s?)*(`{3,}|~{3,})/;

export function countTasks(source: string): number {
  return taskLines(source.split('\n')).length;
}

/** Returns the text with the box at `index` ticked, or unticked. */
export function toggleTask(source: string, index: number): string {
  const lines = source.split('\n');
  const at = taskLines(lines)[index];
  const line = at === undefined ? undefined : lines[at];
  if (at === undefined || line === undefined) return source;
  lines[at] = line.replace(TASK, (_, before: string, mark: string, after: string) => {
    return `${before}${mark === ' ' ? 'x' : ' '}${after}`;
  });
  return lines.join('\n');
}

function taskLines(lines: readonly string[]): number[] {
  const found: number[] = [];
  let fence: string | null = null;
  lines.forEach((line, index) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
    } else if (mark !== undefined) fence = mark;
    else if (TASK.test(line)) found.push(index);
  });
  return found;
}
