import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import type { Project } from '@/lib/server-data';
import type { Sessions } from '@/lib/session-data';
import { agentLabel } from '@/lib/session-words';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import type { MenuItem } from '@/ui/MenuList';
import { cardsOf, GROUPS, type SessionFilter, type StatusGroup } from './session-filter';

const MOST_CARDS = 8;

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
}

/** Searches in all that was ever said here. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-mute"
      />
      <input
        type="search"
        aria-label="Search in all sessions"
        placeholder="Search in all sessions"
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
        className="control h-8 pl-8 text-sm coarse:h-10"
      />
    </div>
  );
}

interface FilterMenuProps {
  sessions: Sessions | undefined;
  filter: SessionFilter;
  card: string | null;
  onFilter: (filter: SessionFilter) => void;
  onCard: (card: string | null) => void;
}

export function FilterMenu({ sessions, filter, card, onFilter, onCard }: FilterMenuProps) {
  const items = sessions?.items ?? [];
  const agents = [...new Set(items.map(({ agent }) => agent))];
  const cards = cardsOf(items, MOST_CARDS);
  const menu: MenuItem[] = [
    { id: 'status', heading: 'Status' },
    ...(Object.keys(GROUPS) as StatusGroup[]).map((group) => ({
      id: group,
      label: GROUPS[group].label,
      checked: filter.status === group,
      onSelect: () => onFilter({ ...filter, status: filter.status === group ? null : group }),
    })),
    ...(agents.length > 1 ? [{ id: 'agents', heading: 'Agent' }] : []),
    ...(agents.length > 1 ? agents : []).map((agent) => ({
      id: `agent-${agent}`,
      label: agentLabel(agent),
      checked: filter.agent === agent,
      onSelect: () => onFilter({ ...filter, agent: filter.agent === agent ? null : agent }),
    })),
    ...(cards.length > 0 ? [{ id: 'cards', heading: 'Card' }] : []),
    ...cards.map(({ id, title }) => ({
      id: `card-${id}`,
      label: title,
      checked: card === id,
      onSelect: () => onCard(card === id ? null : id),
    })),
  ];
  return (
    <Menu label="Show only" items={menu} align="end">
      {(trigger) => <IconButton {...trigger} label="Filter sessions" icon={<ListFilter size={15} />} />}
    </Menu>
  );
}

/** Says what is left out, and shows it again. */
export function ActiveFilters({ filter, card, sessions, onFilter, onCard }: FilterMenuProps) {
  const chips = [
    filter.status && {
      label: GROUPS[filter.status].label,
      clear: () => onFilter({ ...filter, status: null }),
    },
    filter.agent && { label: agentLabel(filter.agent), clear: () => onFilter({ ...filter, agent: null }) },
    card && {
      label: sessions?.items.find(({ card_id }) => card_id === card)?.title ?? 'One card',
      clear: () => onCard(null),
    },
  ].filter((chip) => chip !== null && chip !== '');
  if (chips.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5 px-4 pb-2">
      {chips.map(({ label, clear }) => (
        <button
          key={label}
          type="button"
          onClick={clear}
          aria-label={`${label}: show all again`}
          className="flex h-6 max-w-full items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-xs text-accent-ink coarse:h-9"
        >
          <span className="truncate">{label}</span>
          <X size={12} aria-hidden="true" className="shrink-0" />
        </button>
      ))}
    </p>
  );
}

export function MoreMenu({ project, onImport }: { project: Project; onImport: () => void }) {
  if (project.role === 'viewer') return null;
  const items: MenuItem[] = [
    {
      id: 'import',
      label: 'Import conversations',
      detail: 'Had with Claude Code in this folder',
      icon: <Download size={15} />,
      onSelect: onImport,
    },
  ];
  return (
    <Menu label="More about sessions" items={items} align="end">
      {(trigger) => <IconButton {...trigger} label="More about sessions" icon={<Ellipsis size={15} />} />}
    </Menu>
  );
}
