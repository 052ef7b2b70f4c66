import Laptop from 'lucide-react/icons/laptop';
import Smartphone from 'lucide-react/icons/smartphone';
import Terminal from 'lucide-react/icons/terminal';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { toProblem } from '@/lib/problem';
import { type Device, keys, resources, useDevices } from '@/lib/server-data';
import { ago, exactTime, useNow } from '@/lib/time';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { LoadFailed } from '@/ui/LoadFailed';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { type DeviceKind, describeDevice } from './device-name';

const ICON: Record<DeviceKind, typeof Laptop> = { computer: Laptop, phone: Smartphone, program: Terminal };

export function DevicesSection() {
  const { data, error, reload } = useDevices();
  const now = useNow();
  return (
    <Section title="Devices" lead="Where you are signed in. Sign out what you do not know or no longer use.">
      {data ? (
        <ul className="overflow-hidden rounded-lg border bg-panel">
          {data.map((device) => (
            <DeviceRow key={device.id} device={device} now={now} />
          ))}
        </ul>
      ) : null}
      {!data && error ? (
        <LoadFailed what="your devices" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!data && !error ? <Skeleton className="h-24" /> : null}
    </Section>
  );
}

function DeviceRow({ device, now }: { device: Device; now: number }) {
  const { name, kind } = describeDevice(device.name);
  const Icon = ICON[kind];
  return (
    <li className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-mute" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium" title={device.name}>
            {name}
          </span>
          {device.current ? <Badge tone="accent">this device</Badge> : null}
        </p>
        {device.current ? (
          <p className="text-sm text-mute">In use now</p>
        ) : (
          <p className="text-sm text-mute" title={exactTime(device.seen_at)}>
            Seen {ago(device.seen_at, now)}
          </p>
        )}
      </div>
      {device.current ? null : (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Sign out ${name}`}
          onClick={() => void revoke(device, name)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

async function revoke(device: Device, name: string): Promise<void> {
  const yes = await confirm({
    title: `Sign out ${name}?`,
    detail: 'Whoever uses it must sign in again.',
    action: 'Sign out',
    tone: 'danger',
  });
  if (!yes) return;
  await attempt('The device was not signed out', async () => {
    await answer(api.DELETE('/api/me/devices/{id}', { params: { path: { id: device.id } } }));
    resources.update<Device[]>(keys.devices, (all) => all.filter(({ id }) => id !== device.id));
  });
}
