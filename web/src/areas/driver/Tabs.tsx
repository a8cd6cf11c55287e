// Tabs of the driver pages.
import { useEffect, useState } from 'react';
import { MessageSquare, Route, ScanBarcode, UserRound, type LucideIcon } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import { linkTo, type Place } from './address.ts';
import { useWork } from './use-device.ts';

const TABS: { page: 'run' | 'scan' | 'messages' | 'day'; text: string; icon: LucideIcon }[] = [
  { page: 'run', text: msg('Run'), icon: Route },
  { page: 'scan', text: msg('Scan'), icon: ScanBarcode },
  { page: 'messages', text: msg('Messages'), icon: MessageSquare },
  { page: 'day', text: msg('My day'), icon: UserRound },
];

/** Milliseconds in which a second tap on the button that was here before opens no tab. */
const DOUBLE_TAP = 500;

export function Tabs({ current }: { current: Place['page'] }) {
  const t = useT();
  const unread = useWork().unread.length;
  const [takesTaps, setTakesTaps] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTakesTaps(true), DOUBLE_TAP);
    return () => clearTimeout(timer);
  }, []);
  return (
    <nav
      aria-label={t('Main')}
      className={cn('grid grid-cols-4 border-t border-border', !takesTaps && 'pointer-events-none')}
    >
      {TABS.map(({ page, text, icon: Icon }) => (
        <a
          key={page}
          {...linkTo({ page })}
          aria-current={page === current ? 'page' : undefined}
          className={cn(
            'flex min-h-14 flex-col items-center justify-center gap-0.5 text-sm',
            page === current ? 'font-semibold text-primary' : 'text-muted-foreground',
          )}
        >
          <span className="relative">
            <Icon aria-hidden className="size-6" />
            {page === 'messages' && unread > 0 && (
              <span
                aria-hidden
                className={cn(
                  'absolute -end-2.5 -top-1 grid h-4.5 min-w-4.5 place-items-center rounded-full',
                  'bg-danger-text px-1 text-xs leading-none font-semibold text-card',
                )}
              >
                {unread}
              </span>
            )}
          </span>
          {t(text)}
          {page === 'messages' && unread > 0 && (
            <span className="sr-only">{t('{count} unread', { count: unread })}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
