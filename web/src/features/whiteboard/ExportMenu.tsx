import Download from 'lucide-react/icons/download';
import { attempt } from '@/lib/attempt';
import { EXPORTS, type ExportFormat, exportBoard } from '@/lib/whiteboard-api';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { useWhiteboard } from './context';
import { pngOf, save, withFont } from './picture';

/** A button that opens what the board can be taken away as. */
export function ExportMenu({ title, className }: { title: string; className?: string }) {
  const { board } = useWhiteboard();
  const take = (format: ExportFormat, ending: string) =>
    attempt('The board was not exported', async () => {
      const file = await exportBoard(board.id, format);
      save(await finished(file, format), `${title}.${ending}`);
    });
  const items = EXPORTS.map(({ format, name, ending }) => ({
    id: format,
    label: name,
    detail: `.${ending}`,
    onSelect: () => void take(format, ending),
  }));
  return (
    <Menu label="Export" items={items} align="end">
      {(trigger) => (
        <IconButton {...trigger} label="Export" icon={<Download size={16} />} className={className ?? ''} />
      )}
    </Menu>
  );
}

/** Pictures get their font here; what is no picture is finished. */
async function finished(file: Blob, format: ExportFormat): Promise<Blob> {
  if (format !== 'svg' && format !== 'png') return file;
  const svg = await withFont(file);
  return format === 'png' ? pngOf(svg) : svg;
}
