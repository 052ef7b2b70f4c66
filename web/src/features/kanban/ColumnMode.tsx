import ClipboardList from 'lucide-react/icons/clipboard-list';
import CodeXml from 'lucide-react/icons/code-xml';
import ListChecks from 'lucide-react/icons/list-checks';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useAtWork } from '@/lib/card-hooks';
import { COLUMN_MODE_WORDS } from '@/lib/column-words';
import { columnSettings } from '@/lib/columns';
import type { CardMode } from '@/live/cards-wire';
import type { BoardNode } from '@/live/wire';
import { Tooltip } from '@/ui/Tooltip';
import { dropSentence } from './column-work';
import { useKanban } from './context';

const ICON: Readonly<Record<CardMode, typeof CodeXml>> = {
  plan: ClipboardList,
  code: CodeXml,
  review: ListChecks,
  custom: WandSparkles,
};

interface ColumnModeProps {
  id: string;
  node: BoardNode | undefined;
}

/** What agents do in a column, and how many are at it. Pointing at it says what a drop does. */
export function ColumnMode({ id, node }: ColumnModeProps) {
  const { board, canEdit, ui } = useKanban();
  const { mode } = columnSettings(node);
  if (mode === null) return null;
  const Icon = ICON[mode];
  const sentence = dropSentence(board, id);
  const look =
    'flex h-5 shrink-0 items-center gap-1 rounded-xs bg-hover px-1.5 text-xs font-medium text-soft whitespace-nowrap';
  const content = (
    <>
      <Icon size={12} aria-hidden="true" />
      {COLUMN_MODE_WORDS[mode].label}
      <AtWork id={id} node={node} />
    </>
  );
  if (!canEdit) {
    return (
      <span className={look} title={sentence}>
        {content}
      </span>
    );
  }
  return (
    <Tooltip content={sentence}>
      {(tip) => (
        <button
          type="button"
          aria-description={sentence}
          {...tip}
          onClick={() => ui.setState({ settings: id })}
          className={`${look} relative hover:bg-pressed hover:text-ink coarse:after:absolute coarse:after:-inset-2`}
        >
          {content}
        </button>
      )}
    </Tooltip>
  );
}

function AtWork({ id, node }: ColumnModeProps) {
  const { board } = useKanban();
  const { limit } = columnSettings(node);
  const count = useAtWork(board, id);
  if (count === 0 && limit === null) return null;
  const said = limit === null ? `${count} at work` : `${count} of at most ${limit} at work`;
  return (
    <span className={count > 0 ? 'text-running' : 'text-mute'}>
      <span aria-hidden="true">{limit === null ? count : `${count}/${limit}`}</span>
      <span className="sr-only">, {said}</span>
    </span>
  );
}
