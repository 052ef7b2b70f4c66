import { Component, type ReactNode, Suspense } from 'react';
import { Button } from '@/ui/Button';
import { PageHeading } from '@/ui/PageHeading';

interface PageBoundaryProps {
  children: ReactNode;
  /** Shown while the page's code is on its way. */
  fallback: ReactNode;
}

interface PageBoundaryState {
  readonly error: Error | null;
}

/** Keeps a page that fails from taking the others with it. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    if (this.state.error) return <Failed error={this.state.error} />;
    return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
  }
}

function Failed({ error }: { error: Error }) {
  const missing = /dynamically imported module|module script|Importing a module/i.test(error.message);
  return (
    <main className="mx-auto flex max-w-130 flex-col items-start gap-3 px-5 py-16">
      <PageHeading title="This page failed" />
      <p className="text-soft">
        {missing
          ? 'A part of the page could not be fetched. The server may be out of reach, or it was updated. Reload to get the newest version.'
          : 'Nothing that was saved is lost. Reload to go on; if it fails again, the details below help whoever runs this server.'}
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
      <details className="w-full text-sm text-soft">
        <summary className="w-fit">Details</summary>
        <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
          {error.stack ?? error.message}
        </pre>
      </details>
    </main>
  );
}
