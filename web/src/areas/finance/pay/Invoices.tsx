// The invoices that a card can pay: ticked to be paid in full, or with an amount typed beside them.
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge, Checkbox, EmptyState, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { AmountCell } from '../amounts/AmountCell.tsx';
import { invoiceName, type Invoice } from '../model.ts';
import { fieldText } from '../money.ts';
import { problemOf, type ShareProblem } from '../payments/allocation.ts';
import { isChosen } from './model.ts';

export interface InvoicesProps {
  invoices: readonly Invoice[];
  /** What stands beside each invoice that is chosen. */
  texts: ReadonlyMap<number, string>;
  onTexts: (texts: ReadonlyMap<number, string>) => void;
  /** What the server said of an invoice's amount. */
  refused: ReadonlyMap<number, string>;
  currency: string;
  digits: number;
  isLocked: boolean;
  /** Ctrl and Enter. */
  onDone: () => void;
}

export function Invoices({ invoices, texts, onTexts, refused, currency, digits, isLocked, onDone }: InvoicesProps) {
  const t = useT();
  const format = useFormat();
  const says: Record<ShareProblem, string> = {
    number: t('Enter a number'),
    negative: t('Must be at least {limit}', { limit: 0 }),
    tooMuch: t('More than is outstanding'),
    digits: t('Too many digits after the point'),
  };
  const write = (id: number, text: string | null) => {
    const next = new Map(texts);
    if (text === null || text === '') next.delete(id);
    else next.set(id, text);
    onTexts(next);
  };
  if (invoices.length === 0) return <EmptyState icon={<CircleCheck />} title={t('Nothing is outstanding')} description={t('There is no invoice that a card could pay now.')} />;
  return (
    <div data-amounts>
      <Table label={t('Outstanding invoices')}>
        <THead>
          <tr>
            <Th>{t('Invoice')}</Th>
            <Th className="max-sm:hidden">{t('Due')}</Th>
            <Th numeric>{t('Outstanding')}</Th>
            <Th numeric>{t('Pays')}</Th>
          </tr>
        </THead>
        <TBody>
          {invoices.map((invoice) => {
            const text = texts.get(invoice.id) ?? '';
            const problem = problemOf(text, invoice.outstandingAmount, digits);
            const said = problem ? says[problem] : refused.get(invoice.id);
            const whole = fieldText(invoice.outstandingAmount, digits);
            const name = invoiceName(invoice);
            return (
              <Tr key={invoice.id}>
                <Td>
                  <span className="flex items-center gap-2.5">
                    <label className="-m-1 grid size-6 shrink-0 place-items-center">
                      <Checkbox aria-label={t('Pay {name}', { name })} checked={isChosen(text)} disabled={isLocked} onChange={({ target }) => write(invoice.id, target.checked ? whole : null)} />
                    </label>
                    <Link to="/finance/invoices/$id" params={{ id: String(invoice.id) }} className="min-w-0 rounded font-medium text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring" tabIndex={-1}>{name}</Link>
                  </span>
                </Td>
                <Td className="max-sm:hidden">
                  {dayText(invoice.dueDate, format.language)} {invoice.isOverdue && <Badge tone="danger">{t('Overdue')}</Badge>}
                </Td>
                <Td numeric>{format.money(invoice.outstandingAmount, currency)}</Td>
                <Td numeric className="w-32 py-0.5">
                  <AmountCell label={t('Pays of {name}', { name })} text={text} typed={isChosen(text)} said={said} whole={whole} disabled={isLocked} onWrite={(next) => write(invoice.id, next)} onDone={onDone} />
                </Td>
              </Tr>
            );
          })}
        </TBody>
      </Table>
      <p className="mt-2 text-xs text-muted-foreground max-sm:hidden">{t('Enter next · = all of it · Esc nothing · Ctrl Enter pay')}</p>
    </div>
  );
}
