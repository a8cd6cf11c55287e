// My day: availability, pre-start check, hours, and the device itself.
import { useState } from 'react';
import { CircleHelp, ClipboardCheck, LogOut, UserRound } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { signOut } from '../../api/sign-in.ts';
import { useT } from '../../lib/i18n.ts';
import { useIsOnline } from '../../lib/online.ts';
import { emptyDevice } from '../../lib/driver-device.ts';
import { setPreferences, usePreferences } from '../../shell/preferences.ts';
import { linkTo } from './address.ts';
import { HoursText } from './HoursText.tsx';
import { Action, ActionLink, Card, Foot, Note, SectionTitle, TopBar } from './look.tsx';
import { QueueBadge } from './QueueBadge.tsx';
import { Tabs } from './Tabs.tsx';
import { useDevice, usePerform, useWork } from './use-device.ts';

function Availability() {
  const t = useT();
  const perform = usePerform();
  const work = useWork();
  /** Chosen and not stored yet. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const available = chosen ?? work.available;
  const choose = async (wanted: boolean) => {
    setChosen(wanted);
    await perform([{ kind: 'availability', available: wanted }]).catch(() => undefined);
    setChosen(null);
  };
  return (
    <Card>
      <label className="flex min-h-13 items-center gap-4">
        <span className="min-w-0 flex-1">
          <b className="block text-lg font-semibold">
            {available ? t('Available for work') : t('Off duty')}
          </b>
          <span className="text-[15px] text-muted-foreground">
            {available
              ? t('Dispatch can give you jobs and sees where you are.')
              : t('You get no jobs, and your position is not followed.')}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={available}
          onChange={({ target }) => void choose(target.checked)}
          className={cn(
            'relative h-9 w-16 shrink-0 cursor-pointer appearance-none rounded-full',
            'border-2 border-control bg-muted before:absolute before:top-1/2 before:start-1',
            'before:size-6 before:-translate-y-1/2 before:rounded-full before:bg-control',
            'before:transition-transform checked:border-primary checked:bg-primary',
            'checked:before:translate-x-7 checked:before:bg-primary-foreground',
            'rtl:checked:before:-translate-x-7 focus-visible:outline-3 focus-visible:outline-ring',
          )}
        />
      </label>
    </Card>
  );
}

function PreStartCard() {
  const t = useT();
  const { answer } = useWork();
  return (
    <Card>
      <p className="mb-2 font-semibold">
        {!answer
          ? t('The pre-start check of today is not answered.')
          : answer.isBarred
            ? t('Your answers of today bar you from this shift.')
            : t('The pre-start check of today is answered.')}
      </p>
      <ActionLink size="side" {...linkTo({ page: 'pre-start' })}>
        <ClipboardCheck aria-hidden />
        {answer ? t('Answer again') : t('Pre-start check')}
      </ActionLink>
    </Card>
  );
}

/** Signs out at the server first: without it the device would still open the session. */
function SignOut() {
  const t = useT();
  const device = useDevice();
  const isOnline = useIsOnline();
  const { queue } = useWork();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const count = queue.items.length;
  const leave = async () => {
    setProblem(null);
    try {
      await signOut(`${location.origin}/auth/login`);
    } catch {
      return setProblem(t('Could not sign out because the server could not be reached.'));
    }
    device.close();
    await emptyDevice();
    location.replace('/auth/login');
    return undefined;
  };
  const begin = async () => {
    if (count > 0) await device.queue.replay();
    if (device.queue.state().items.length > 0) setAsking(true);
    else await leave();
  };
  return (
    <>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {isAsking && (
        <Note tone="danger" role="alert">
          <b>
            {t('{count} actions are not sent yet.', { count }, '{count} action is not sent yet.')}
          </b>{' '}
          {t('Signing out deletes them.')}
          <span className="mt-2 flex gap-2.5">
            <Action size="side" onClick={() => setAsking(false)}>
              {t('Stay signed in')}
            </Action>
            <Action size="side" look="bad" onClick={() => void leave()}>
              {t('Sign out and delete')}
            </Action>
          </span>
        </Note>
      )}
      <Card className="flex flex-wrap gap-2.5">
        <ActionLink size="side" href="/settings/profile">
          <UserRound aria-hidden />
          {t('Profile')}
        </ActionLink>
        <ActionLink size="side" href="/guide/driver">
          <CircleHelp aria-hidden />
          {t('Help')}
        </ActionLink>
        <Action size="side" disabled={!isOnline || isAsking} onClick={() => void begin()}>
          <LogOut aria-hidden />
          {t('Sign out')}
        </Action>
      </Card>
    </>
  );
}

function Display() {
  const t = useT();
  const { theme } = usePreferences();
  const themes = [
    ['system', t('As the phone')],
    ['light', t('Light')],
    ['dark', t('Dark')],
  ] as const;
  return (
    <Card>
      <div role="radiogroup" aria-label={t('Display')} className="flex gap-2">
        {themes.map(([name, text]) => (
          <Action
            key={name}
            size="side"
            role="radio"
            aria-checked={theme === name}
            look={theme === name ? 'main' : 'plain'}
            onClick={() => setPreferences({ theme: name })}
          >
            {text}
          </Action>
        ))}
      </div>
    </Card>
  );
}

export function Day() {
  const t = useT();
  const { person } = useDevice();
  const { hours } = useWork();
  return (
    <>
      <TopBar title={t('My day')} detail={person.name} end={<QueueBadge />} />
      <main className="flex-1 pb-4">
        <Availability />
        <PreStartCard />
        {hours && (
          <>
            <SectionTitle>{t('Hours')}</SectionTitle>
            <Card>
              <HoursText hours={hours} />
            </Card>
          </>
        )}
        <SectionTitle>{t('Display')}</SectionTitle>
        <Display />
        <SectionTitle>{person.tenantName}</SectionTitle>
        <SignOut />
      </main>
      <Foot>
        <Tabs current="day" />
      </Foot>
    </>
  );
}
