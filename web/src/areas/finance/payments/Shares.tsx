// A customer's outstanding invoices with what of a sum is for each: typed with the keyboard, proposed where nothing was typed.
import { useRef, type KeyboardEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge, Button, cn, EmptyState, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from '../../../lib/numbers.ts';
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
  const box = useRef<HTMLDivElement>(null);
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
  const focus = (at: number) => box.current?.querySelectorAll<HTMLInputElement>('[data-share]')[at]?.focus();
  const onKey = (event: KeyboardEvent<HTMLInputElement>, at: number, invoice: Invoice) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone();
    else if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)) focus(at + 1);
    else if (event.key === 'ArrowUp' || event.key === 'Enter') focus(at - 1);
    else if (event.key === '=') write(invoice.id, fieldText(invoice.outstandingAmount, digits));
    else if (event.key === 'Escape' && typed.has(invoice.id)) write(invoice.id, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (invoices.length === 0) return <EmptyState icon={<CircleCheck />} title={t('Nothing is outstanding')} description={t('This customer has no posted invoice that is not paid.')} />;
  return (
    <div ref={box} className="grid gap-2">
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
          {invoices.map((invoice, at) => {
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
                  <input
                    data-share={invoice.id}
                    aria-label={t('Pays of {name}', { name })}
                    aria-invalid={said ? true : undefined}
                    aria-describedby={said ? `share-${invoice.id}` : undefined}
                    value={text}
                    inputMode="decimal"
                    autoComplete="off"
                    dir="ltr"
                    className={cn('h-8 w-28 rounded-md border border-input bg-field px-2 text-end tabular-nums focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ring aria-invalid:border-destructive-text', typed.has(invoice.id) ? 'font-medium' : 'text-muted-foreground')}
                    onFocus={({ currentTarget }) => currentTarget.select()}
                    onChange={({ target }) => write(invoice.id, target.value)}
                    onKeyDown={(event) => onKey(event, at, invoice)}
                  />
                  {said && <span id={`share-${invoice.id}`} className="block text-xs whitespace-normal text-destructive-text first-letter:uppercase">{said}</span>}
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
