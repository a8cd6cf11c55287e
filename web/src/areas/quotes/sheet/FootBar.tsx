// Sheet footer: summary and buttons.
import type { ReactNode } from 'react';
import { cn, Button, useFormat } from '@waybill/plugin';
import { BottomBar } from '../../../kit/BottomBar.tsx';
import { CtrlKey } from '../../../kit/CtrlKey.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { PriceLine } from '../prices/rank.ts';
import type { Way } from '../use-finish.ts';
import type { Prices } from '../use-prices.ts';

export interface FootBarProps {
  chosen: PriceLine | null;
  pieces: number;
  mayManifest: boolean;
  prices: Prices;
  busy: Way | null;
  onFinish: (way: Way) => void;
  /** Errors and offers: above the buttons, so that they move nothing on the page. */
  children?: ReactNode;
}

export function FootBar({
  chosen,
  pieces,
  mayManifest,
  prices,
  busy,
  onFinish,
  children,
}: FootBarProps) {
  const t = useT();
  const format = useFormat();
  const labels = t('print {count} labels', { count: pieces }, 'print {count} label');
  const isUpdating = prices.isBusy && !prices.isCurrent;
  let willDo: ReactNode = t('Nothing to book yet: no price is chosen.');
  if (isUpdating)
    willDo = (
      <>
        {t('Updating the price…')} {chosen && <s>{format.money(chosen.total)}</s>}
      </>
    );
  else if (chosen && prices.isCurrent) {
    const price = format.money(chosen.total);
    const service = `${chosen.name} · ${chosen.service}`;
    const values = { service, price, labels, account: chosen.account };
    willDo = mayManifest
      ? t(
          'Will book {service} for {price}, {labels}, and add it to the manifest of {account}.',
          values,
        )
      : t('Will book {service} for {price} and {labels}.', values);
  }
  return (
    <BottomBar
      className={cn(
        'z-20 -mx-4 grid gap-2 border-t border-border bg-card px-4 py-2',
        'md:-mx-6 md:px-6',
      )}
    >
      {children}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-[13px] break-words text-muted-foreground">
          {willDo} {prices.isBusy && !isUpdating && t('Other carriers have yet to answer.')}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            className="h-8 text-[13px]"
            pending={busy === 'draft'}
            onClick={() => onFinish('draft')}
          >
            {t('Save draft')} <CtrlKey letter="S" />
          </Button>
          <Button
            variant="outline"
            className="h-8 text-[13px]"
            pending={busy === 'book'}
            onClick={() => onFinish('book')}
          >
            {t('Book only')}
          </Button>
          <Button
            data-finish
            className="h-8 text-[13px]"
            pending={busy === 'all'}
            onClick={() => onFinish('all')}
          >
            {isUpdating
              ? t('Updating…')
              : mayManifest
                ? t('Book, print, manifest')
                : t('Book and print')}{' '}
            <CtrlKey letter="↵" />
          </Button>
        </div>
      </div>
    </BottomBar>
  );
}
