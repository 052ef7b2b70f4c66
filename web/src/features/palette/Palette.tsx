import { defaultFilter, Command as Menu } from 'cmdk';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Command, useCommandList } from '@/lib/commands';
import { Kbd } from '@/ui/Kbd';
import { SEARCH_FIELD, SearchRow } from '@/ui/SearchRow';
import { grouped } from './groups';

interface PaletteProps {
  /** What was typed before it was here. */
  typed: string;
  onClose: () => void;
}

/** What can be done here, as far as it fits what is typed. */
export default function Palette({ typed, onClose }: PaletteProps) {
  const list = useCommandList((state) => state.list);
  const finders = useCommandList((state) => state.finders);
  const [text, setText] = useState(typed);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const words = text.trim();
  const commands = words === '' ? list : [...list, ...finders.flatMap((find) => find(words))];
  return (
    <Menu label="Commands" loop filter={score} className="flex max-h-[70dvh] flex-col sm:max-h-105">
      <SearchRow>
        <Menu.Input {...SEARCH_FIELD} ref={field} value={text} onValueChange={setText} />
      </SearchRow>
      <Menu.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2">
        <Menu.Empty className="px-3 py-8 text-center text-sm text-soft">
          Nothing matches. Try another word.
        </Menu.Empty>
        {grouped(commands).map((group) => (
          <Menu.Group
            key={group.name}
            heading={group.name}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-mute"
          >
            {group.commands.map((command) => (
              <Row key={command.id} command={command} onClose={onClose} />
            ))}
          </Menu.Group>
        ))}
      </Menu.List>
    </Menu>
  );
}

/** What leads to a search elsewhere fits every text, and always less than what is found here. */
const LAST = 0.000_001;

function score(value: string, text: string, keywords?: string[]): number {
  return value.endsWith(' search') ? LAST : (defaultFilter?.(value, text, keywords) ?? 1);
}

function Row({ command, onClose }: { command: Command; onClose: () => void }) {
  return (
    <Menu.Item
      value={`${command.label} ${command.id}${command.group === 'Search' ? ' search' : ''}`}
      keywords={[command.label, ...(command.keywords ?? [])]}
      onSelect={() => {
        onClose();
        // After the dialog has given the focus back, so that the command may take it.
        window.setTimeout(command.run);
      }}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover coarse:min-h-11"
    >
      <span className="min-w-0 flex-1 truncate">{command.label}</span>
      {command.shortcut ? <Kbd keys={command.shortcut} /> : null}
    </Menu.Item>
  );
}
