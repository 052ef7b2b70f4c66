import ChevronUp from 'lucide-react/icons/chevron-up';
import { classes } from '@/lib/classes';
import { IconButton } from '@/ui/IconButton';
import { take } from './actions';
import { useUi, useWhiteboard } from './context';
import { GeoMenu } from './GeoMenu';
import { TOOLS } from './tools';

/** The tools, at the foot of the canvas. */
export function ToolBar() {
  const whiteboard = useWhiteboard();
  const { ui } = whiteboard;
  const current = useUi((state) => state.tool);
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      className="absolute bottom-3 left-1/2 z-10 flex -translate-x-1/2 items-center gap-0.5 rounded-xl bg-raised p-1 shadow-float max-md:bottom-[calc(0.75rem+env(safe-area-inset-bottom))]"
    >
      {TOOLS.map(({ tool, label, shortcut, icon }) => (
        <div key={tool} className="flex">
          <IconButton
            label={label}
            shortcut={shortcut}
            tooltipSide="top"
            icon={icon}
            aria-pressed={current === tool}
            onClick={() => take(whiteboard, tool)}
            className={classes(
              'size-9 rounded-lg coarse:size-10',
              current === tool && 'bg-accent! text-on-accent!',
            )}
          />
          {tool === 'shape' ? (
            <GeoMenu
              onSelect={(geo) => {
                ui.setState({ geo });
                take(whiteboard, 'shape');
              }}
              current={ui.getState().geo}
              side="top"
              label="Kinds of shapes"
              icon={<ChevronUp size={13} />}
              className="h-9 w-5 rounded-lg coarse:h-10"
            />
          ) : null}
        </div>
      ))}
    </div>
  );
}
