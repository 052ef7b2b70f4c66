import { Fragment } from 'react';
import { classes } from '@/lib/classes';
import { useShortcuts } from '@/lib/keys';
import { Dialog } from '@/ui/Dialog';
import { Kbd } from '@/ui/Kbd';
import { scopes } from './scopes';

/** So few stay together in one column. */
const FEW = 8;

export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const list = useShortcuts((state) => state.list);
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="What works on this page."
      size="lg"
      reading
      onClose={onClose}
    >
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
