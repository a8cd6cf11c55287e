// A customer's outstanding invoices with amounts.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import {
  Badge,
  Checkbox,
  cn,
  EmptyState,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  readNumber,
} from '@waybill/plugin';
import { dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { invoiceName, type Invoice } from '../model.ts';
import { digitsOf, fieldText, fromMinor, toMinor } from '../../../lib/money.ts';
import { problemOf, type ShareProblem } from '../payments/allocation.ts';
import { AmountCell } from './AmountCell.tsx';

export interface InvoiceAmountsProps {
  invoices: readonly Invoice[];
  texts: ReadonlyMap<number, string>;
  /** Typed, not proposed. */
  isTyped: (id: number) => boolean;
  /** Null clears it. */
  onWrite: (id: number, text: string | null) => void;
  refused: ReadonlyMap<number, string>;
  currency: string;
  /** A tick pays in full. */
  isTickable?: boolean;
  /** Shows date, total and outstanding amount. */
  isDetailed?: boolean;
  isLocked?: boolean;
  /** Message for an empty list. */
  nothing: string;
  /** Ctrl+Enter. */
  onDone: () => void;
  children: ReactNode;
}

export function InvoiceAmounts({
  invoices,
  texts,
  isTyped,
  onWrite,
  refused,
  currency,
  isTickable = false,
  isDetailed = false,
  isLocked = false,
  nothing,
  onDone,
  children,
}: InvoiceAmountsProps) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(currency);
  const money = (amount: number) => format.money(amount, currency);
  const says: Record<ShareProblem, string> = {
    number: t('Enter a number'),
    negative: t('Must be at least {limit}', { limit: 0 }),
    tooMuch: t('Exceeds the outstanding amount'),
    digits: t('Too many digits after the point'),
  };
  if (invoices.length === 0)
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={t('Nothing is outstanding')}
        description={nothing}
      />
    );
  return (
    <div data-amounts className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Table label={t('Outstanding invoices')}>
        <THead>
          <tr>
            <Th>{t('Invoice')}</Th>
            {isDetailed && <Th className="max-md:hidden">{t('Date')}</Th>}
            <Th className="max-sm:hidden">{t('Due')}</Th>
            {isDetailed && (
              <Th numeric className="max-md:hidden">
                {t('Total')}
              </Th>
            )}
            <Th numeric>{t('Outstanding')}</Th>
            <Th numeric>{t('Pays')}</Th>
            {isDetailed && (
              <Th numeric className="max-sm:hidden">
                {t('Remaining')}
              </Th>
            )}
          </tr>
        </THead>
        <TBody>
          {invoices.map((invoice) => {
            const { id, outstandingAmount } = invoice;
            const text = texts.get(id) ?? '';
            const problem = problemOf(text, outstandingAmount, digits);
            const message = problem ? says[problem] : refused.get(id);
            const outstandingText = fieldText(outstandingAmount, digits);
            const left = fromMinor(
              toMinor(outstandingAmount, digits) - toMinor(readNumber(text) ?? 0, digits),
              digits,
            );
            const name = invoiceName(invoice);
            return (
              <Tr key={id}>
                <Td>
                  <span className="flex items-center gap-2.5">
                    {isTickable && (
                      <label className="-m-1 grid size-6 shrink-0 place-items-center">
                        <Checkbox
                          aria-label={t('Pay {name}', { name })}
                          checked={isTyped(id)}
                          disabled={isLocked}
                          onChange={({ target }) =>
                            onWrite(id, target.checked ? outstandingText : null)
                          }
                        />
                      </label>
                    )}
                    <Link
                      to="/finance/invoices/$id"
                      params={{ id: String(id) }}
                      className={cn(
                        'min-w-0 rounded font-medium text-link hover:underline',
                        'focus-visible:outline-2 focus-visible:outline-ring',
                      )}
                      tabIndex={-1}
                    >
                      {name}
                    </Link>
                  </span>
                </Td>
                {isDetailed && (
                  <Td className="whitespace-nowrap max-md:hidden">
                    {dayText(invoice.invoiceDate, format.language)}
                  </Td>
                )}
                <Td className="whitespace-nowrap max-sm:hidden">
                  {dayText(invoice.dueDate, format.language)}{' '}
                  {invoice.isOverdue && <Badge tone="danger">{t('Overdue')}</Badge>}
                </Td>
                {isDetailed && (
                  <Td numeric className="max-md:hidden">
                    {money(invoice.amount)}
                  </Td>
                )}
                <Td numeric>{money(outstandingAmount)}</Td>
                <Td numeric className="w-32 py-0.5">
                  <AmountCell
                    label={t('Amount for {name}', { name })}
                    text={text}
                    typed={isTyped(id)}
                    message={message}
                    fullAmount={outstandingText}
                    disabled={isLocked}
                    onWrite={(next) => onWrite(id, next)}
                    onDone={onDone}
                  />
                </Td>
                {isDetailed && (
                  <Td numeric className={cn('max-sm:hidden', left === 0 && 'text-success-text')}>
                    {money(left)}
                  </Td>
                )}
              </Tr>
            );
          })}
        </TBody>
      </Table>
      {children}
    </div>
  );
}
