import { defaultFilter, Command as Menu } from 'cmdk';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { type Command, useCommandList } from '@/lib/commands';
import { Dialog } from '@/ui/Dialog';
import { Kbd } from '@/ui/Kbd';
import { grouped } from './groups';

/** Finds and runs what can be done here. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const list = useCommandList((state) => state.list);
  const finders = useCommandList((state) => state.finders);
  const [text, setText] = useState('');
  const words = text.trim();
  const commands = words === '' ? list : [...list, ...finders.flatMap((find) => find(words))];
  return (
    <Dialog title="Search and commands" bare onClose={onClose}>
      <Menu label="Commands" loop filter={score} className="flex max-h-[70dvh] flex-col sm:max-h-105">
        <div className="flex shrink-0 items-center gap-2.5 border-b px-4">
          <Search size={16} aria-hidden="true" className="shrink-0 text-mute" />
          <Menu.Input
            data-autofocus=""
            value={text}
            onValueChange={setText}
            aria-label="Search for a card, command, project or board"
            placeholder="Search for a card, command, project or board"
            className="h-12 w-full bg-transparent text-base outline-none coarse:text-lg"
          />
          <Kbd keys="escape" />
        </div>
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
    </Dialog>
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
