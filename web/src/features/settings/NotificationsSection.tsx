import { useState } from 'react';
import { turnNotificationsOff, turnNotificationsOn, useNotifications } from '@/lib/notifications';
import { Banner } from '@/ui/Banner';
import { Checkbox } from '@/ui/Checkbox';
import { Section } from '@/ui/Section';

/** Whether this browser tells of what waits. */
export function NotificationsSection() {
  const state = useNotifications((notifying) => notifying.state);
  const [isAsking, setIsAsking] = useState(false);
  const change = async (isOn: boolean) => {
    if (!isOn) return turnNotificationsOff();
    setIsAsking(true);
    await turnNotificationsOn();
    setIsAsking(false);
  };
  return (
    <Section title="Browser notifications" lead="In this browser only.">
      <div className="flex flex-col gap-3">
        {state === 'unsupported' ? (
          <Banner tone="info">
            This browser shows no notifications here. It may need an address that begins with https, or that
            Tandem is added to the home screen.
          </Banner>
        ) : null}
        {state === 'blocked' ? (
          <Banner tone="warn">
            This browser was told never to show notifications of this address. Allow them in its settings for
            this site, then reload the page.
          </Banner>
        ) : null}
        <Checkbox
          label="Tell me when something waits for me"
          hint="A question, a plan, a permission, a review or a failure, once each, and only while Tandem is not in view. The number in the tab and on the app’s icon is always there."
          checked={state === 'on'}
          disabled={state === 'unsupported' || state === 'blocked' || isAsking}
          onChange={({ target }) => void change(target.checked)}
        />
      </div>
    </Section>
  );
}
