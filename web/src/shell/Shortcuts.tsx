// Global shortcuts: g and a letter, c for a new booking, ? for help.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useTenant } from '../api/tenant.tsx';
import { bind, keysAt, useKeys, type Binding } from '../kit/keys.ts';
import { msg, useT } from '../lib/i18n.ts';
import { GO_KEYS, NEW_BOOKING } from './commands.ts';
import { remember } from './recents.ts';
import { everyPage } from './sub-entries.ts';
import { undoShown } from './toast.tsx';
import { useViewer } from './viewer.ts';

const KeysOverview = lazy(() => import('./KeysOverview.tsx'));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
const SEQUENCE_TIMEOUT_MS = 1500;
const TITLE_MS = 700;

function useRecents() {
  const user = String(useSession().data?.user.id ?? '');
  const tenant = useTenant();
  const href = useRouterState({
    select: (state) => state.resolvedLocation?.href ?? state.location.href,
  });
  useEffect(() => {
    if (href.startsWith('/auth/') || href === '/') return;
    const timer = setTimeout(() => {
      const title = document.title.replace(` · ${tenant.name}`, '');
      if (title) remember(user, { href, title });
    }, TITLE_MS);
    return () => clearTimeout(timer);
  }, [href, tenant.name, user]);
}

export default function Shortcuts() {
  const t = useT();
  const navigate = useNavigate();
  const router = useRouter();
  const viewer = useViewer();
  const [shown, setShown] = useState<readonly Binding[] | null>(null);
  const pages = everyPage(viewer).filter(({ to }) => GO_KEYS[to]);
  const books = viewer.exists(NEW_BOOKING.to) && viewer.can(NEW_BOOKING.permission);
  useRecents();
  /** Captures the letter after g before page shortcuts. */
  const awaitLetter = (pressed: KeyboardEvent) => {
    const handle = (event: KeyboardEvent) => {
      const page = pages.find(({ to }) => GO_KEYS[to] === event.key);
      if (
        !page ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.timeStamp - pressed.timeStamp > SEQUENCE_TIMEOUT_MS
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      void navigate({ to: page.to, search: {} });
    };
    addEventListener('keydown', handle, { capture: true, once: true });
  };
  useKeys(
    [
      ...(books
        ? [
            bind(
              'new',
              // While a page loads, the key may be that page's own.
              () =>
                router.state.status === 'pending' || navigate({ to: NEW_BOOKING.to, search: {} }),
              t('New booking'),
            ),
          ]
        : []),
      ...pages.map(({ to, text }): Binding => ({
        key: 'g',
        shown: ['g', GO_KEYS[to] ?? ''],
        text,
        group: 'go',
        run: awaitLetter,
      })),
      {
        key: 'k',
        shown: [isMac ? '⌘' : t('Ctrl'), 'K'],
        text: msg('Search'),
        group: 'everywhere',
        run: () => false,
      },
      bind('undo', () => undoShown()),
      bind('help', () => setShown(keysAt(document.activeElement))),
    ],
    { isEverywhere: true },
  );
  return (
    shown && (
      <Suspense>
        <KeysOverview keys={shown} onClose={() => setShown(null)} />
      </Suspense>
    )
  );
}
