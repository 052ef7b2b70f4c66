import Bot from 'lucide-react/icons/bot';
import FilePen from 'lucide-react/icons/file-pen';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import ListChecks from 'lucide-react/icons/list-checks';
import PencilRuler from 'lucide-react/icons/pencil-ruler';
import Search from 'lucide-react/icons/search';
import Terminal from 'lucide-react/icons/terminal';
import Wrench from 'lucide-react/icons/wrench';
import type { ToolKind } from '@/lib/tool-call';

const ICONS = {
  run: Terminal,
  read: FileText,
  edit: FilePen,
  search: Search,
  web: Globe,
  agent: Bot,
  list: ListChecks,
  draw: PencilRuler,
  other: Wrench,
};

export function ToolIcon({ kind }: { kind: ToolKind }) {
  const Icon = ICONS[kind];
  return <Icon size={15} aria-hidden="true" className="shrink-0 text-mute" />;
}
