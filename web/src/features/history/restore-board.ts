import { exactTime } from '@/lib/time';
import { undoOf } from '@/lib/undo-change';
import type { LiveBoard } from '@/live/board';
import { type BoardNode, ROOT } from '@/live/wire';
import { confirm } from '@/ui/confirm';
import { toast } from '@/ui/toast';
import type { Past } from './past';
import { inChanges, type Restore, restoreOps } from './restore';

/** Brings a board back to what it was, after asking; returns whether it did. */
export async function restore(board: LiveBoard, past: Past): Promise<boolean> {
  const time = exactTime(past.at);
  const plan = restoreOps(nodesOf(board), past.nodes);
  if (plan.ops.length === 0) {
    toast({ title: 'The board is the same now as it was then.' });
    return false;
  }
  const isSure = await confirm({
    title: `Bring the board back to ${time}?`,
    detail: `${planWords(plan)} Everybody sees this. You can undo it.`,
    action: 'Restore this state',
  });
  if (!isSure) return false;
  // Others may have gone on while the question was asked.
  const { ops } = restoreOps(nodesOf(board), past.nodes);
  const edits = inChanges(ops).map((part) => board.edit(`Restore the board of ${time}`, part));
  // The last part is undone first.
  const undos = edits.toReversed().map((edit) => undoOf(board, edit, `restored the board of ${time}`));
  toast({
    title: `Restored the board of ${time}`,
    tone: 'done',
    action: { label: 'Undo', run: () => runAll(undos) },
  });
  return true;
}

function runAll(undos: readonly (() => void)[]): void {
  for (const undo of undos) undo();
}

/** Says how much a restore changes. */
export function planWords({ cards, columns, noun }: Restore): string {
  const [one, many] = noun === 'card' ? ['gets its old text', 'get their old texts'] : ['changes', 'change'];
  const parts = [
    counted(cards.added, noun, 'comes back', 'come back'),
    counted(cards.changed, noun, one, many),
    counted(cards.moved, noun, 'moves', 'move'),
    counted(cards.deleted, noun, 'goes', 'go'),
  ].filter(Boolean);
  const about = parts.length > 0 ? parts.join(', ') : `No ${noun} changes`;
  const more =
    columns === 0 ? '' : columns === 1 ? ', and one column changes' : `, and ${columns} columns change`;
  return `${about}${more}.`;
}

function counted(count: number, noun: Restore['noun'], one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun} ${one}` : `${count} ${noun}s ${many}`;
}

function nodesOf(board: Pick<LiveBoard, 'node' | 'children'>): BoardNode[] {
  const nodes: BoardNode[] = [];
  const visit = (parent: string) => {
    for (const id of board.children(parent)) {
      const node = board.node(id);
      if (node) nodes.push(node);
      visit(id);
    }
  };
  visit(ROOT);
  return nodes;
}
