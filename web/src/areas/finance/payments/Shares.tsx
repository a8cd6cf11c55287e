// Allocation to invoices, with proposals.
import { Button, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { InvoiceAmounts } from '../amounts/InvoiceAmounts.tsx';
import type { Invoice } from '../model.ts';
import type { Typed } from './allocation.ts';

export interface SharesProps {
  invoices: readonly Invoice[];
  shares: ReadonlyMap<number, string>;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  /** Ctrl+Enter. */
  onDone: () => void;
  refused: ReadonlyMap<number, string>;
}

export function Shares({ invoices, shares, typed, onTyped, onDone, refused }: SharesProps) {
  const t = useT();
  const { currency } = useFormat();
  const write = (id: number, text: string | null) => {
    const next = new Map(typed);
    if (text === null) next.delete(id);
    else next.set(id, text);
    onTyped(next);
  };
  return (
    <InvoiceAmounts
      isDetailed
      invoices={invoices}
      texts={shares}
      isTyped={(id) => typed.has(id)}
      onWrite={write}
      refused={refused}
      currency={currency}
      nothing={t('This customer has no posted invoice that is not paid.')}
      onDone={onDone}
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted-foreground">
        <span>{t('Enter next · = all of it · Esc as proposed · Ctrl Enter save')}</span>
        {typed.size > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onTyped(new Map())}>
            {t('Reset to oldest first')}
          </Button>
        )}
      </p>
    </InvoiceAmounts>
  );
}
