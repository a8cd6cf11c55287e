// Invoices to pay by card.
import { useT } from '../../../lib/i18n.ts';
import { InvoiceAmounts } from '../amounts/InvoiceAmounts.tsx';
import type { Invoice } from '../model.ts';
import { isChosen } from './model.ts';

export interface InvoicesProps {
  invoices: readonly Invoice[];
  /** Amounts of selected invoices. */
  texts: ReadonlyMap<number, string>;
  onTexts: (texts: ReadonlyMap<number, string>) => void;
  refused: ReadonlyMap<number, string>;
  currency: string;
  isLocked: boolean;
  /** Ctrl+Enter. */
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
      nothing={t('No invoice can be paid by card now.')}
      onDone={onDone}
    >
      <p className="text-xs text-muted-foreground max-sm:hidden">
        {t('Enter next · = all of it · Esc nothing · Ctrl Enter pay')}
      </p>
    </InvoiceAmounts>
  );
}
