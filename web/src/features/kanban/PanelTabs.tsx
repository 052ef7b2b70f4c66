import ClipboardList from 'lucide-react/icons/clipboard-list';
import FileDiff from 'lucide-react/icons/file-diff';
import FileText from 'lucide-react/icons/file-text';
import History from 'lucide-react/icons/history';
import ListChecks from 'lucide-react/icons/list-checks';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { type KeyboardEvent, useRef } from 'react';
import { counted } from '@/lib/card-words';
import { classes } from '@/lib/classes';
import { useShortcut } from '@/lib/keys';
import type { CardStatus } from '@/live/cards-wire';
import { PANEL_TABS, type PanelTab, TAB_NAMES } from './panel-tabs';

const ICON: Readonly<Record<PanelTab, typeof FileText>> = {
  card: FileText,
  chat: MessagesSquare,
  plan: ClipboardList,
  diff: FileDiff,
  review: ListChecks,
  sessions: History,
};

export function panelId(tab: PanelTab): string {
  return `card-panel-${tab}`;
}

interface PanelTabsProps {
  current: PanelTab;
  status: CardStatus | undefined;
  onChoose: (tab: PanelTab) => void;
}

/** The tabs of an open card: above what they show, and on a phone below it, where the thumb is. */
export function PanelTabs({ current, status, onChoose }: PanelTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number) => {
    const count = PANEL_TABS.length;
    return PANEL_TABS[(PANEL_TABS.indexOf(current) + by + count) % count] ?? current;
  };
  useShortcut({ keys: ']', label: 'Next tab', scope: 'Card', run: () => onChoose(step(1)) });
  useShortcut({ keys: '[', label: 'Tab before', scope: 'Card', run: () => onChoose(step(-1)) });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: step(1), ArrowLeft: step(-1), Home: PANEL_TABS[0], End: PANEL_TABS.at(-1) }[
      event.key
    ];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#${panelId(next)}-tab`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="The card"
      onKeyDown={onKeyDown}
      className="flex shrink-0 border-b px-2 max-md:order-last max-md:border-t max-md:border-b-0 max-md:px-1"
    >
      {PANEL_TABS.map((tab) => {
        const Icon = ICON[tab];
        const isCurrent = tab === current;
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${panelId(tab)}-tab`}
            aria-selected={isCurrent}
            {...(isCurrent && { 'aria-controls': panelId(tab) })}
            tabIndex={isCurrent ? 0 : -1}
            {...(isCurrent && tab !== 'card' && { 'data-autofocus': '' })}
            onClick={() => onChoose(tab)}
            className={classes(
              'relative flex h-10 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap focus-visible:-outline-offset-4',
              'max-md:h-14 max-md:min-w-0 max-md:flex-1 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-0 max-md:text-xs',
              'after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full max-md:after:top-0 max-md:after:bottom-auto',
              isCurrent
                ? 'font-medium text-ink after:bg-accent'
                : 'text-soft after:bg-transparent hover:text-ink',
            )}
          >
            <Icon size={16} aria-hidden="true" className="md:hidden" />
            {TAB_NAMES[tab]}
            <Mark tab={tab} status={status} />
          </button>
        );
      })}
    </div>
  );
}

/** What is to be seen behind a tab. */
function Mark({ tab, status }: { tab: PanelTab } & Pick<PanelTabsProps, 'status'>) {
  const where =
    'max-md:absolute max-md:top-1.5 max-md:left-[calc(50%+0.5rem)] flex items-center justify-center rounded-full';
  if (tab === 'chat' && status?.phase === 'waiting') {
    return (
      <span className={`${where} size-2 bg-waiting`}>
        <span className="sr-only">, needs you</span>
      </span>
    );
  }
  const failed = status?.review?.failed ?? 0;
  if (tab === 'review' && failed > 0) {
    return (
      <span className={`${where} h-4 min-w-4 bg-error-soft px-1 text-xs font-medium text-error`}>
        <span aria-hidden="true">{failed}</span>
        <span className="sr-only">, {counted(failed, 'broken rule')}</span>
      </span>
    );
  }
  const files = status?.diff?.files ?? 0;
  if (tab === 'diff' && files > 0) {
    return (
      <span className={`${where} h-4 min-w-4 bg-hover px-1 text-xs text-soft`}>
        <span aria-hidden="true">{files > 99 ? '99+' : files}</span>
        <span className="sr-only">, {counted(files, 'file')}</span>
      </span>
    );
  }
  return null;
}
