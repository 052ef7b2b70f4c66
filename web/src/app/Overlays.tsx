import { useShortcut } from '@/lib/keys';
import { closeOverlay, openOverlay, useOverlay } from '@/lib/overlays';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { GlobalCommands } from './GlobalCommands';
import { HelpDialog, NewProjectDialog, Palette } from './pages';

/** The dialogs that open from anywhere, and the keys that open them. */
export function Overlays() {
  const open = useOverlay((state) => state.open);
  useShortcut({
    keys: 'mod+k',
    label: 'Search and commands',
    scope: 'Everywhere',
    run: () => openOverlay('palette'),
  });
  useShortcut({
    keys: '?',
    label: 'Keyboard shortcuts',
    scope: 'Everywhere',
    run: () => openOverlay('help'),
  });
  return (
    <>
      <GlobalCommands />
      <OverlayBoundary key={open} onFail={closeOverlay}>
        {open === 'palette' ? <Palette onClose={closeOverlay} /> : null}
        {open === 'help' ? <HelpDialog onClose={closeOverlay} /> : null}
        {open === 'new-project' ? <NewProjectDialog onClose={closeOverlay} /> : null}
      </OverlayBoundary>
    </>
  );
}
