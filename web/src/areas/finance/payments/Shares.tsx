// A customer's outstanding invoices with what of a sum is for each: typed with the keyboard, proposed where nothing was typed.
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge, Button, cn, EmptyState, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from '../../../lib/numbers.ts';
import { AmountCell } from '../amounts/AmountCell.tsx';
import { invoiceName, type Invoice } from '../model.ts';
import { digitsOf, fieldText, fromMinor, toMinor } from '../money.ts';
import { problemOf, type ShareProblem, type Typed } from './allocation.ts';

export interface SharesProps {
  invoices: readonly Invoice[];
  /** What stands in each field. */
  shares: ReadonlyMap<number, string>;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  /** Ctrl and Enter. */
  onDone: () => void;
  /** What the server said of an invoice's share. */
  refused: ReadonlyMap<number, string>;
}

export function Shares({ invoices, shares, typed, onTyped, onDone, refused }: SharesProps) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const says: Record<ShareProblem, string> = {
    number: t('Enter a number'),
    negative: t('Must be at least {limit}', { limit: 0 }),
    tooMuch: t('More than is outstanding'),
    digits: t('Too many digits after the point'),
  };
  const write = (id: number, text: string | null) => {
    const next = new Map(typed);
    if (text === null) next.delete(id);
    else next.set(id, text);
    onTyped(next);
  };
  if (invoices.length === 0) return <EmptyState icon={<CircleCheck />} title={t('Nothing is outstanding')} description={t('This customer has no posted invoice that is not paid.')} />;
  return (
    <div data-amounts className="grid gap-2">
      <Table label={t('Outstanding invoices')}>
        <THead>
          <tr>
            <Th>{t('Invoice')}</Th>
            <Th className="max-md:hidden">{t('Date')}</Th>
            <Th className="max-sm:hidden">{t('Due')}</Th>
            <Th numeric className="max-md:hidden">{t('Total')}</Th>
            <Th numeric>{t('Outstanding')}</Th>
            <Th numeric>{t('Pays')}</Th>
            <Th numeric className="max-sm:hidden">{t('Left')}</Th>
          </tr>
        </THead>
        <TBody>
          {invoices.map((invoice) => {
            const text = shares.get(invoice.id) ?? '';
            const problem = problemOf(text, invoice.outstandingAmount, digits);
            const said = problem ? says[problem] : refused.get(invoice.id);
            const left = fromMinor(toMinor(invoice.outstandingAmount, digits) - toMinor(readNumber(text) ?? 0, digits), digits);
            const name = invoiceName(invoice);
            return (
              <Tr key={invoice.id}>
                <Td>
                  <Link to="/finance/invoices/$id" params={{ id: String(invoice.id) }} className="rounded font-medium text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring" tabIndex={-1}>{name}</Link>
                </Td>
                <Td className="max-md:hidden">{dayText(invoice.invoiceDate, format.language)}</Td>
                <Td className="max-sm:hidden">
                  {dayText(invoice.dueDate, format.language)} {invoice.isOverdue && <Badge tone="danger">{t('Overdue')}</Badge>}
                </Td>
                <Td numeric className="max-md:hidden">{format.money(invoice.amount)}</Td>
                <Td numeric>{format.money(invoice.outstandingAmount)}</Td>
                <Td numeric className="w-32 py-0.5">
                  <AmountCell
                    label={t('Pays of {name}', { name })}
                    text={text}
                    typed={typed.has(invoice.id)}
                    said={said}
                    whole={fieldText(invoice.outstandingAmount, digits)}
                    onWrite={(next) => write(invoice.id, next)}
                    onDone={onDone}
                  />
                </Td>
                <Td numeric className={cn('max-sm:hidden', left === 0 && 'text-success-text')}>{format.money(left)}</Td>
              </Tr>
            );
          })}
        </TBody>
      </Table>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted-foreground">
        <span>{t('Enter next · = all of it · Esc as proposed · Ctrl Enter save')}</span>
        {typed.size > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onTyped(new Map())}>{t('Oldest first again')}</Button>
        )}
      </p>
    </div>
  );
}
