import { type Folders, insideProject } from './project-paths';

/** What kind of thing a tool does; decides its picture. */
export type ToolKind = 'run' | 'read' | 'edit' | 'search' | 'web' | 'agent' | 'list' | 'draw' | 'other';

export interface ToolCall {
  readonly kind: ToolKind;
  /** What it does, in a word: `Run`, `Edit`. */
  readonly verb: string;
  /** The telling part of its input: the command, the path. */
  readonly subject: string;
  /** Whether that is the path of a file. */
  readonly isPath: boolean;
}

type Input = Readonly<Record<string, unknown>>;

const KNOWN: Readonly<Record<string, readonly [ToolKind, string, readonly string[]]>> = {
  Bash: ['run', 'Run', ['command']],
  BashOutput: ['run', 'Read output', ['bash_id']],
  KillShell: ['run', 'Stop', ['shell_id']],
  Read: ['read', 'Read', ['file_path']],
  NotebookRead: ['read', 'Read', ['notebook_path']],
  Edit: ['edit', 'Edit', ['file_path']],
  MultiEdit: ['edit', 'Edit', ['file_path']],
  NotebookEdit: ['edit', 'Edit', ['notebook_path']],
  Write: ['edit', 'Write', ['file_path']],
  Glob: ['search', 'Find files', ['pattern']],
  Grep: ['search', 'Search', ['pattern']],
  LS: ['search', 'List', ['path']],
  WebFetch: ['web', 'Open', ['url']],
  WebSearch: ['web', 'Search the web for', ['query']],
  Task: ['agent', 'Subagent', ['description', 'prompt']],
  Agent: ['agent', 'Subagent', ['description', 'prompt']],
  TodoWrite: ['list', 'Update the list of steps', []],
  mcp__tandem__batchOperations: ['draw', 'Draw', ['title']],
  mcp__tandem__updateElements: ['draw', 'Change objects', []],
  mcp__tandem__layoutElements: ['draw', 'Arrange objects', []],
  mcp__tandem__outlineBoard: ['search', 'Look over the board', []],
  mcp__tandem__findElements: ['search', 'Find on the board', ['text']],
  mcp__tandem__readView: ['search', 'Look at the board', []],
};

/** What is counted when nothing in a call tells more. */
const COUNTED = ['operations', 'updates', 'shapeIds'];
const MAX_SUBJECT = 300;

/** Says what a call of a tool does, in a line. The path of a file is told as it is inside the project, if that is known. */
export function describeCall(name: string, input: Input, project: Folders | null = null): ToolCall {
  const known = KNOWN[name];
  if (known) {
    const [kind, verb, fields] = known;
    const value = fields.map((field) => input[field]).find((found) => typeof found === 'string');
    const subject = typeof value === 'string' ? value : kind === 'draw' ? countOf(input) : '';
    const isPath = kind === 'read' || kind === 'edit';
    return { kind, verb, subject: inLine(isPath ? shortPath(subject, project) : subject), isPath };
  }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  const verb = server && tool ? `${capital(spaced(tool))} (${spaced(server)})` : name;
  const first = Object.values(input).find((value) => typeof value === 'string' && value.trim() !== '');
  return { kind: 'other', verb, subject: inLine(typeof first === 'string' ? first : ''), isPath: false };
}

function countOf(input: Input): string {
  const list = COUNTED.map((field) => input[field]).find((found) => Array.isArray(found));
  if (!Array.isArray(list)) return '';
  return list.length === 1 ? '1 object' : `${list.length} objects`;
}

/** The end of a path tells more than its beginning. */
function shortPath(path: string, project: Folders | null): string {
  const inside = project ? insideProject(path, project) : path;
  if (inside !== path) return inside;
  const parts = path.split('/');
  return parts.length > 4 ? `…/${parts.slice(-3).join('/')}` : path;
}

function inLine(text: string): string {
  return text
    .trim()
    .slice(0, MAX_SUBJECT)
    .replace(/\s*\n\s*/g, ' ⏎ ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function spaced(name: string): string {
  return name.replaceAll(/[_-]+/g, ' ');
}
