// A rejected price's replacement, accepted by one key.
import { useEffect, useRef } from 'react';
import { cn, Button, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';

export interface NewPriceProps {
  reason: string;
  total: number;
  before: number;
  onTake: () => void;
  onLeave: () => void;
}

export function NewPrice({ reason, total, before, onTake, onLeave }: NewPriceProps) {
  const t = useT();
  const format = useFormat();
  const take = useRef<HTMLButtonElement>(null);
  useEffect(() => take.current?.focus(), []);
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-warning-soft',
        'px-3 py-2 text-[13px] text-warning-text',
      )}
    >
      <span className="min-w-0 flex-1 basis-64 break-words">
        {reason}{' '}
        <b className="font-semibold">
          {t('The price is {total} now, instead of {before}.', {
            total: format.money(total),
            before: format.money(before),
          })}
        </b>
      </span>
      <span className="flex gap-2">
        <Button ref={take} size="sm" onClick={onTake}>
          {t('Book for {price}', { price: format.money(total) })}
        </Button>
        <Button size="sm" variant="outline" onClick={onLeave}>
          {t('Later')}
        </Button>
      </span>
    </div>
  );
}
