// Price table, with carriers' failures.
import { useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { ApiError, Card, cn, ErrorNote, Skeleton } from '@waybill/plugin';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { fieldProblems } from '../errors.ts';
import type { Quote, QuoteFailure } from '../model.ts';
import type { Prices } from '../use-prices.ts';
import { PriceRow, wideColumn } from './PriceRow.tsx';
import {
  carrierName,
  failureText,
  marks,
  sorted,
  twins,
  type Column,
  type PriceLine,
} from './rank.ts';

export interface PriceTableProps {
  prices: Prices;
  lines: readonly PriceLine[];
  chosen: PriceLine | null;
  onChoose: (quote: Quote) => void;
  seesCost: boolean;
  /** Prices with tax, without the tenant's carrier accounts. */
  isGuest?: boolean;
  /** Missing input; empty if complete. */
  missing: readonly string[];
  disabled: boolean;
  /** Set when rejected fields show their messages. */
  hasFields?: boolean;
}

const COLUMNS: {
  column: Column;
  label: string;
  isNumber?: boolean;
  isWide?: boolean;
  isCost?: boolean;
  /** Hidden from guests. */
  isInternal?: boolean;
}[] = [
  { column: 'carrier', label: msg('Carrier') },
  { column: 'service', label: msg('Service'), isWide: true },
  { column: 'account', label: msg('Account'), isWide: true, isInternal: true },
  { column: 'arrives', label: msg('Arrives'), isWide: true },
  { column: 'cost', label: msg('Cost'), isNumber: true, isWide: true, isCost: true },
  {
    column: 'sell',
    label: msg('Sell before tax'),
    isNumber: true,
    isWide: true,
    isInternal: true,
  },
  { column: 'total', label: msg('Total'), isNumber: true },
  { column: 'margin', label: msg('Margin'), isNumber: true, isCost: true },
];

/** Counts the rows: guests see equal prices of several accounts once. */
function status(t: Translate, { shown, isBusy }: Prices, count: number): string {
  if (isBusy)
    return count === 0 ? t('Getting prices from the carriers') : t('Refreshing the prices');
  if (!shown) return '';
  return count === 0
    ? t('No carrier gave a price')
    : t('{count} prices', { count }, '{count} price');
}

function Failures({ failures, isGuest }: { failures: readonly QuoteFailure[]; isGuest: boolean }) {
  const t = useT();
  return (
    <section
      aria-label={t('Carriers without a price')}
      className="border-t border-border px-3 py-2"
    >
      <ul className="grid gap-1">
        {failures.map((failure, index) => (
          <li key={index} className="text-[13px] break-words text-muted-foreground">
            <span className="font-medium">{carrierName(failure.carrier)}</span>
            {!isGuest &&
              failure.carrier.accountName &&
              failure.carrier.accountName !== carrierName(failure.carrier) &&
              ` (${failure.carrier.accountName})`}
            {': '}
            {failureText(failure)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** True if each message belongs to a field of the sheet. */
function isAtFields(error: unknown): boolean {
  const problems = error instanceof ApiError ? fieldProblems(error.validationErrors) : [];
  return problems.length > 0 && problems.every(({ field }) => field !== '');
}

export function PriceTable({
  prices,
  lines,
  chosen,
  onChoose,
  seesCost,
  isGuest = false,
  missing,
  disabled,
  hasFields = false,
}: PriceTableProps) {
  const t = useT();
  const [sort, setSort] = useState<{ by: Column; isDescending: boolean }>({
    by: 'total',
    isDescending: false,
  });
  const columns = COLUMNS.filter(
    ({ isCost, isInternal }) => (seesCost || !isCost) && !(isGuest && isInternal),
  );
  const found = marks(lines);
  const ordered = sorted(lines, sort.by, sort.isDescending);
  const same = twins(ordered);
  const failures = prices.shown?.answer.failures ?? [];
  const isOld = prices.shown !== null && !prices.isCurrent;
  const statusText = status(t, prices, lines.length);
  const wide = wideColumn(isGuest);
  return (
    <Card
      aria-label={t('Prices')}
      aria-busy={prices.isBusy}
      className="@container overflow-hidden p-0"
    >
      <header className="flex min-h-9 flex-wrap items-center gap-x-3 px-3 py-1.5">
        <h2 className="text-sm font-semibold">{t('Prices')}</h2>
        <span role="status" className="text-xs text-muted-foreground">
          {statusText}
        </span>
        {missing.length > 0 && (
          <span className="text-xs text-muted-foreground">
            {t('Prices are shown once you enter: {missing}', { missing: missing.join(' · ') })}
          </span>
        )}
      </header>
      {lines.length > 0 && (
        <div role="radiogroup" aria-label={t('Choose a price')}>
          <table
            className={cn(
              'w-full text-[13px] transition-opacity',
              isOld && 'opacity-55 [&_[data-total]]:line-through',
            )}
          >
            <thead className="bg-muted/60 text-xs text-muted-foreground">
              <tr>
                <th scope="col" className="w-8">
                  <span className="sr-only">{t('Chosen')}</span>
                </th>
                {columns.map(({ column, label, isNumber, isWide }) => {
                  const isBy = sort.by === column;
                  return (
                    <th
                      key={column}
                      scope="col"
                      aria-sort={
                        isBy ? (sort.isDescending ? 'descending' : 'ascending') : undefined
                      }
                      className={cn(
                        'px-1 font-medium',
                        isNumber ? 'text-end' : 'text-start',
                        isWide && wide,
                      )}
                    >
                      <button
                        type="button"
                        onClick={() =>
                          setSort({
                            by: column,
                            isDescending: isBy ? !sort.isDescending : column === 'margin',
                          })
                        }
                        className={cn(
                          'inline-flex h-6 cursor-pointer items-center gap-1 rounded px-1 whitespace-nowrap',
                          'hover:text-foreground focus-visible:outline-2',
                          'focus-visible:outline-ring',
                        )}
                      >
                        {isGuest && column === 'total' ? t('Total with tax') : t(label)}
                        {isBy && (
                          <ChevronDown
                            aria-hidden
                            className={cn('size-3', !sort.isDescending && 'rotate-180')}
                          />
                        )}
                      </button>
                    </th>
                  );
                })}
                <th scope="col" className={wide}>
                  <span className="sr-only">{t('Marks')}</span>
                </th>
                <th scope="col">
                  <span className="sr-only">{t('Price lines')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {ordered.map((line) => (
                <PriceRow
                  key={`${Number(line.quote.carrierAccountId)}|${line.quote.service.code}`}
                  line={line}
                  isChosen={line === chosen}
                  onChoose={() => onChoose(line.quote)}
                  marks={{
                    cheapest: found.cheapest === line.quote.id,
                    fastest: found.fastest === line.quote.id,
                    bestMargin: found.bestMargin === line.quote.id,
                  }}
                  twin={same.get(line.quote.id)}
                  seesCost={seesCost}
                  isGuest={isGuest}
                  disabled={disabled}
                  columns={columns.length + 3}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {/* Below the earlier prices, which stay where they are. */}
      {prices.error !== null && !(hasFields && isAtFields(prices.error)) && (
        <ErrorNote error={prices.error} onRetry={prices.ask} className="m-3" />
      )}
      {prices.isBusy && lines.length === 0 && (
        <div aria-hidden className="grid gap-2 px-3 pb-3">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-6" />
          ))}
        </div>
      )}
      {prices.isCurrent && !prices.isBusy && lines.length === 0 && prices.error === null && (
        <p className="px-3 pb-3 text-[13px] text-muted-foreground">
          {isGuest
            ? t('Check the suburbs and dimensions.')
            : t(
                'Check the suburbs and dimensions, or ask your administrator which ' +
                  'carrier accounts this customer can use.',
              )}
        </p>
      )}
      {failures.length > 0 && <Failures failures={failures} isGuest={isGuest} />}
    </Card>
  );
}
