// The driver pages from the outside in: person, device, page.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLanguageOf, useT } from '../../lib/i18n.ts';
import { followWhileVisible } from '../../lib/visible-stream.ts';
import { useIsOnline } from '../../lib/online.ts';
import { useReplay } from '../../lib/queue/use-replay.ts';
import { refreshSession, startSession, useSession } from '../../api/session.ts';
import type { DevicePerson } from '../../lib/driver-device.ts';
import { FullScreenLoading } from '../../shell/Loading.tsx';
import { placeAt, usePath, type Place } from './address.ts';
import { Device } from './device.ts';
import { ActionLink, Action, Note } from './look.tsx';
import { useStanding } from './person.ts';
import { followPosition } from './positions.ts';
import { Run } from './Run.tsx';
import { DeviceContext, useDevice, useWork } from './use-device.ts';

const Stop = lazy(() => import('./Stop.tsx').then(({ Stop: page }) => ({ default: page })));
const Deliver = lazy(() =>
  import('./Deliver.tsx').then(({ Deliver: page }) => ({ default: page })),
);
const Fail = lazy(() => import('./Fail.tsx').then(({ Fail: page }) => ({ default: page })));
const Scan = lazy(() => import('./scan/Scan.tsx').then(({ Scan: page }) => ({ default: page })));
const Day = lazy(() => import('./Day.tsx').then(({ Day: page }) => ({ default: page })));
const Messages = lazy(() =>
  import('./Messages.tsx').then(({ Messages: page }) => ({ default: page })),
);
const QueueList = lazy(() =>
  import('./QueueList.tsx').then(({ QueueList: page }) => ({ default: page })),
);
const PreStart = lazy(() =>
  import('./pre-start/PreStart.tsx').then(({ PreStart: page }) => ({ default: page })),
);

/** Milliseconds between refreshes of the run, and between attempts to reach the server. */
const REFRESH_INTERVAL = 60_000;
/** While events arrive, which name every change of the run. */
const LIVE_REFRESH_INTERVAL = 300_000;
const EVENT_PAUSE = 1_000;
const PROBE_INTERVAL = 20_000;

/** `onShown` runs once the page's parts are loaded. */
function Page({ place, onShown }: { place: Place; onShown: () => void }) {
  useEffect(onShown, [onShown]);
  switch (place.page) {
    case 'run':
      return <Run />;
    case 'stop':
      return <Stop jobId={place.jobId} />;
    case 'deliver':
      return <Deliver jobId={place.jobId} />;
    case 'fail':
      return <Fail jobId={place.jobId} />;
    case 'messages':
      return <Messages />;
    case 'scan':
      return <Scan />;
    case 'day':
      return <Day />;
    case 'pre-start':
      return <PreStart />;
    case 'queue':
      return <QueueList />;
  }
}

/** Refreshes on events; those close together cost one refresh. */
function followJobs(device: Device, onState: (isLive: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = followWhileVisible('/api/jobs/job/stream', {
    // Opening is an event too: the run was read before, and may have changed since.
    onEvent: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void device.refresh();
      }, EVENT_PAUSE);
    },
    onState,
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Sends and refreshes while the pages are open, and at once when the network returns. */
function useSync(device: Device): void {
  const isOnline = useIsOnline();
  useReplay(device.queue, isOnline);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isOnline) return undefined;
    void device.refresh();
    const onVisible = () => {
      if (document.visibilityState === 'visible') void device.refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [device, isOnline]);
  useEffect(() => {
    if (!isOnline) return undefined;
    const refreshes = setInterval(
      () => document.visibilityState === 'visible' && void device.refresh(),
      isLive ? LIVE_REFRESH_INTERVAL : REFRESH_INTERVAL,
    );
    return () => clearInterval(refreshes);
  }, [device, isOnline, isLive]);
  useEffect(() => (isOnline ? followJobs(device, setLive) : undefined), [device, isOnline]);
  useEffect(() => {
    if (isOnline) return undefined;
    // Probes a server that is away: an answer of the session service ends the offline state.
    const probes = setInterval(() => navigator.onLine && void refreshSession(), PROBE_INTERVAL);
    const onNetwork = () => void refreshSession();
    addEventListener('online', onNetwork);
    return () => {
      clearInterval(probes);
      removeEventListener('online', onNetwork);
    };
  }, [isOnline]);
}

/** Milliseconds after which the pages are shown and the network is idle. */
const PREPARATION_DELAY = 5_000;

/** Fetches what scanning needs before the driver leaves the network. */
function usePreparation(): void {
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void import('./scan/decoder.ts')
          .then(({ prepareDecoder }) => prepareDecoder())
          .catch(() => undefined),
      PREPARATION_DELAY,
    );
    return () => clearTimeout(timer);
  }, []);
}

function Pages() {
  const device = useDevice();
  const place = placeAt(usePath());
  const { available } = useWork();
  const content = useRef<HTMLDivElement>(null);
  const key = 'jobId' in place ? `${place.page} ${place.jobId}` : place.page;
  const shown = useRef(key);
  useSync(device);
  usePreparation();
  useEffect(
    () =>
      available && 'geolocation' in navigator
        ? followPosition(device.database, `${device.person.database}-positions`)
        : undefined,
    [available, device],
  );
  // A new page's heading takes the focus, as in the shell.
  const focusHeading = useCallback(() => {
    if (shown.current === key) return;
    shown.current = key;
    content.current?.querySelector('h1')?.focus();
  }, [key]);
  return (
    <div ref={content} className="mx-auto flex min-h-dvh max-w-3xl flex-col">
      <Suspense fallback={<FullScreenLoading />}>
        <Page key={key} place={place} onShown={focusHeading} />
      </Suspense>
    </div>
  );
}

function DeviceOf({ person }: { person: DevicePerson }) {
  const t = useT();
  const [device, setDevice] = useState<Device | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isSecureContext) return undefined;
    let opened: Device | null = null;
    let isCurrent = true;
    Device.open(person).then(
      (found) => {
        if (!isCurrent) return found.close();
        opened = found;
        return setDevice(found);
      },
      () => setFailed(true),
    );
    return () => {
      isCurrent = false;
      opened?.close();
      setDevice(null);
    };
  }, [person]);
  // Browsers give locks, workers and positions to secure pages only.
  if (hasFailed || !isSecureContext)
    return (
      <main className="py-8">
        <Note tone="danger" role="alert">
          {isSecureContext
            ? t('The phone does not let this page keep data. Leave private browsing and try again.')
            : t('These pages work at a secure address (https) only.')}
        </Note>
      </main>
    );
  if (!device) return <FullScreenLoading />;
  return (
    <DeviceContext value={device}>
      <Pages />
    </DeviceContext>
  );
}

function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return <FullScreenLoading />;
}

export function App() {
  const t = useT();
  const standing = useStanding();
  const session = useSession();
  const path = usePath();
  useEffect(() => startSession(), []);
  useLanguageOf(session.data?.user.language);
  switch (standing.kind) {
    case 'driver':
      return <DeviceOf person={standing.person} />;
    case 'guest':
      return <Leave to={`/auth/login?${new URLSearchParams({ returnTo: path }).toString()}`} />;
    case 'elsewhere':
      return <Leave to={standing.to} />;
    case 'loading':
      return <FullScreenLoading />;
    case 'other':
      return (
        <main className="grid min-h-dvh content-center gap-4 px-6 text-center">
          <h1 className="text-xl font-semibold">{t('These pages are for drivers')}</h1>
          <ActionLink look="main" href="/" className="flex-none">
            {t('Go to start page')}
          </ActionLink>
        </main>
      );
    case 'unreachable':
      return (
        <main className="grid min-h-dvh content-center gap-4 px-6 text-center">
          <h1 className="text-xl font-semibold">{t('The server cannot be reached')}</h1>
          <p>{t('Sign in once with a network. Afterwards these pages work without one.')}</p>
          <Action look="main" className="flex-none" onClick={() => void refreshSession()}>
            {t('Try again')}
          </Action>
        </main>
      );
  }
}
