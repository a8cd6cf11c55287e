// The invoices that a card can pay: ticked to be paid in full, or with an amount typed beside them.
import { useT } from '../../../lib/i18n.ts';
import { InvoiceAmounts } from '../amounts/InvoiceAmounts.tsx';
import type { Invoice } from '../model.ts';
import { isChosen } from './model.ts';

export interface InvoicesProps {
  invoices: readonly Invoice[];
  /** What stands beside each invoice that is chosen. */
  texts: ReadonlyMap<number, string>;
  onTexts: (texts: ReadonlyMap<number, string>) => void;
  /** What the server said of an invoice's amount. */
  refused: ReadonlyMap<number, string>;
  currency: string;
  isLocked: boolean;
  /** Ctrl and Enter. */
  onDone: () => void;
}

export function Invoices({
  invoices,
  texts,
  onTexts,
  refused,
  currency,
  isLocked,
  onDone,
}: InvoicesProps) {
  const t = useT();
  const write = (id: number, text: string | null) => {
    const next = new Map(texts);
    if (text === null || text === '') next.delete(id);
    else next.set(id, text);
    onTexts(next);
  };
  return (
    <InvoiceAmounts
      isTickable
      invoices={invoices}
      texts={texts}
      isTyped={(id) => isChosen(texts.get(id))}
      onWrite={write}
      refused={refused}
      currency={currency}
      isLocked={isLocked}
      nothing={t('There is no invoice that a card could pay now.')}
      onDone={onDone}
    >
      <p className="text-xs text-muted-foreground max-sm:hidden">
        {t('Enter next · = all of it · Esc nothing · Ctrl Enter pay')}
      </p>
    </InvoiceAmounts>
  );
}
