import type { ReactNode } from 'react';
import { Logo } from '@/ui/Logo';
import { PageHeading } from '@/ui/PageHeading';

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The page of somebody who is not signed in. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(8dvh,2rem)] pb-12">
      <div className="w-full max-w-90">
        <div className="mb-7 flex items-center gap-2 text-lg font-semibold tracking-tight">
          <Logo size={20} />
          Tandem
        </div>
        <PageHeading title={title} />
        {lead ? <p className="mt-2 text-pretty text-soft">{lead}</p> : null}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  );
}
