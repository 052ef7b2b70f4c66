import { Component, type ReactNode, Suspense } from 'react';
import { toast } from '@/ui/toast';

interface OverlayBoundaryProps {
  children: ReactNode;
  onFail: () => void;
}

/** A dialog or panel that cannot open leaves the page below it as it is. */
export class OverlayBoundary extends Component<OverlayBoundaryProps> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    toast({
      title: 'This did not open',
      detail: 'Its code could not be fetched. Check the connection, then try again.',
      tone: 'error',
    });
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
