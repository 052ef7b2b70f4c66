import { Fragment } from 'react';
import { classes } from '@/lib/classes';
import { useCommandList } from '@/lib/commands';
import { useShortcuts } from '@/lib/keys';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Kbd } from '@/ui/Kbd';
import { scopes } from './scopes';

/** So few stay together in one column. */
const FEW = 8;

export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const list = useShortcuts((state) => state.list);
  const tour = useCommandList((state) => state.list.find(({ id }) => id === 'tour'));
  const takeTour = () => {
    onClose();
    tour?.run();
  };
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="What works on this page."
      size="lg"
      reading
      onClose={onClose}
    >
      {tour ? (
        <div className="mb-4 flex items-center gap-3 rounded-md bg-sunken py-2 pr-2 pl-3 text-sm">
          <p className="min-w-0 flex-1 text-soft">New here? Five steps show how a card becomes code.</p>
          <Button size="sm" onClick={takeTour}>
            {tour.label}
          </Button>
        </div>
      ) : null}
      <div className="columns-1 gap-10 sm:columns-2">
        {scopes(list).map((scope) => (
          <section
            key={scope.name}
            className={classes('mb-5', scope.shortcuts.length < FEW ? 'break-inside-avoid-column' : null)}
          >
            <h3 className="mb-1 break-after-avoid-column text-xs font-medium text-mute">{scope.name}</h3>
            <dl>
              {scope.shortcuts.map(({ label, keys }) => (
                <div
                  key={label}
                  className="flex min-h-8 break-inside-avoid-column items-center gap-3 border-b text-sm last:border-b-0"
                >
                  <dt className="min-w-0 flex-1">{label}</dt>
                  <dd className="flex items-center gap-1.5">
                    {keys.map((combination, index) => (
                      <Fragment key={combination}>
                        {index > 0 ? <span className="text-xs text-mute">or</span> : null}
                        <Kbd keys={combination} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
