import SquareDashed from 'lucide-react/icons/square-dashed-mouse-pointer';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { useUi, useWhiteboard } from './context';

const LABEL = 'Select several';
const ICON = <SquareDashed size={16} aria-hidden="true" />;
const ON = 'bg-accent! text-on-accent!';

/** Switches between selecting one thing and selecting several, beside what can be done with them. */
export function SeveralSwitch() {
  const { isSeveral, toggle } = useSeveral();
  return (
    <IconButton
      label={LABEL}
      tooltipSide="top"
      aria-pressed={isSeveral}
      icon={ICON}
      className={isSeveral ? ON : ''}
      onClick={toggle}
    />
  );
}

/** The same while nothing is selected: it says what it is for. */
export function SeveralStart() {
  const { isSeveral, toggle } = useSeveral();
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={isSeveral}
        icon={ICON}
        className={isSeveral ? ON : ''}
        onClick={toggle}
      >
        {LABEL}
      </Button>
      {isSeveral ? <span className="truncate px-2 text-sm text-soft">Tap, or draw around them</span> : null}
    </>
  );
}

function useSeveral() {
  const { ui } = useWhiteboard();
  const isSeveral = useUi((state) => state.isSeveral);
  return { isSeveral, toggle: () => ui.setState({ isSeveral: !isSeveral }) };
}
