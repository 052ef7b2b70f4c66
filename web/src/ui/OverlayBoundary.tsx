import { Component, type ReactNode, Suspense } from 'react';
import { toast } from './toast';

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
      detail: 'Something in it could not be fetched or shown. Check the connection, then try again.',
      tone: 'error',
    });
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
