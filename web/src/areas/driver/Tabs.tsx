// Tabs of the driver pages.
import { Route, ScanBarcode, UserRound, type LucideIcon } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import { linkTo, type Place } from './address.ts';

const TABS: { page: 'run' | 'scan' | 'day'; text: string; icon: LucideIcon }[] = [
  { page: 'run', text: msg('Run'), icon: Route },
  { page: 'scan', text: msg('Scan'), icon: ScanBarcode },
  { page: 'day', text: msg('My day'), icon: UserRound },
];

export function Tabs({ current }: { current: Place['page'] }) {
  const t = useT();
  return (
    <nav aria-label={t('Main')} className="grid grid-cols-3 border-t border-border">
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
          <Icon aria-hidden className="size-6" />
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
