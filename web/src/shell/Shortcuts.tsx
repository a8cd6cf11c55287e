// Global shortcuts: g and a letter, c for a new booking, ? for help.
import { useEffect } from 'react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Dialog } from '@waybill/plugin';
import { useSession } from '../api/session.ts';
import { useTenant } from '../api/tenant.tsx';
import { useKeys } from '../kit/keys.ts';
import { useT } from '../lib/i18n.ts';
import { GO_KEYS, NEW_BOOKING } from './commands.ts';
import { remember } from './recents.ts';
import { everyPage } from './sub-entries.ts';
import { useViewer } from './viewer.ts';

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

function Keys({ of }: { of: string }) {
  return (
    <span className="flex gap-1">
      {of.split(' ').map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-border bg-muted px-1.5 py-0.5 text-center font-sans text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

export default function Shortcuts({
  help,
  onHelp,
}: {
  help: boolean;
  onHelp: (open: boolean) => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const viewer = useViewer();
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
  const keys = {
    g: awaitLetter,
    c: () => books && navigate({ to: NEW_BOOKING.to, search: {} }),
    '?': () => onHelp(true),
  };
  useKeys(keys, undefined, window);
  const rows = [
    ...(books ? [{ text: t('New booking'), keys: 'c' }] : []),
    ...pages.map(({ to, text }) => ({ text: t(text), keys: `g ${GO_KEYS[to]}` })),
    { text: t('Keyboard shortcuts'), keys: '?' },
  ];
  return (
    <Dialog
      open={help}
      onOpenChange={onHelp}
      size="sm"
      title={t('Keyboard shortcuts')}
      description={t('Letter keys work outside text fields. On a list, press ? for its shortcuts.')}
    >
      <dl className="grid gap-1 text-sm">
        {rows.map(({ text, keys }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-0.5">
            <dt>{text}</dt>
            <dd>
              <Keys of={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
