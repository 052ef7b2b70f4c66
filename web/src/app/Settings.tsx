import { Suspense } from 'react';
import { InvitesSection } from '@/features/invites/InvitesSection';
import { AppearanceSection } from '@/features/settings/AppearanceSection';
import { DevicesSection } from '@/features/settings/DevicesSection';
import { NotificationsSection } from '@/features/settings/NotificationsSection';
import { PasswordSection } from '@/features/settings/PasswordSection';
import { ProfileSection } from '@/features/settings/ProfileSection';
import { TokensSection } from '@/features/settings/TokensSection';
import { lazily } from '@/lib/lazily';
import { paths } from '@/lib/router';
import { useMe } from '@/lib/session';
import { PageHeading } from '@/ui/PageHeading';
import { Skeleton } from '@/ui/Skeleton';
import { AppFrame } from './AppFrame';
import { NotFoundPage } from './NotFoundPage';
import { SideNav } from './SideNav';

const RegistrySection = lazily(() => import('@/features/tools/RegistrySection'));

const SECTIONS = [
  { name: 'profile', title: 'Profile', show: ProfileSection },
  { name: 'password', title: 'Password', show: PasswordSection },
  { name: 'devices', title: 'Devices', show: DevicesSection },
  { name: 'tokens', title: 'Personal tokens', show: TokensSection },
  { name: 'notifications', title: 'Notifications', show: NotificationsSection },
  { name: 'appearance', title: 'Appearance', show: AppearanceSection },
  { name: 'invites', title: 'Invitations', show: InvitesSection, admin: true },
  { name: 'tool-servers', title: 'Tool servers', show: RegistrySection, admin: true },
];

/** The pages about one's own account. */
export default function Settings({ section }: { section: string }) {
  const me = useMe();
  const allowed = SECTIONS.filter(({ admin }) => !admin || me.role === 'admin');
  const current = allowed.find(({ name }) => name === section);
  if (!current) return <NotFoundPage />;
  const Shown = current.show;
  return (
    <AppFrame>
      <div className="mx-auto w-full max-w-225 px-4 py-8 md:px-6">
        <PageHeading title="Settings" className="mb-5" />
        <div className="flex flex-col gap-5 md:flex-row md:gap-10">
          <SideNav
            label="Settings"
            current={section}
            items={allowed.map(({ name, title }) => ({ id: name, title, href: paths.settingsSection(name) }))}
          />
          <div className="min-w-0 flex-1">
            <Suspense fallback={<Skeleton className="h-40" />}>
              <Shown key={section} />
            </Suspense>
          </div>
        </div>
      </div>
    </AppFrame>
  );
}
