// Numbers of documents: how the next one of a series will look, by the same rule as the server's.
import type { Schema } from '../../../api/types.ts';
import { msg } from '../../../lib/i18n.ts';
import type { FinanceSettings } from './queries.ts';

export type Series = FinanceSettings['numbering']['series'][number];
export type UnitCode = FinanceSettings['numbering']['unitCodes'][number];
export type Kind = Series['kind'];
export type ProvedSeries = Schema<'NumberProof'>['items'][number];

export const KINDS: Record<Kind, string> = {
  Invoice: msg('Invoices'),
  AdHocInvoice: msg('Ad hoc invoices'),
  RechargeInvoice: msg('Recharge invoices'),
  FeeInvoice: msg('Fee invoices'),
  StorageInvoice: msg('Storage invoices'),
  CreditNote: msg('Credit notes'),
  Remittance: msg('Remittance advices'),
};

/** The server's names of series. */
const NAMES: Record<Kind, string> = {
  Invoice: 'invoice',
  AdHocInvoice: 'invoice-ad-hoc',
  RechargeInvoice: 'invoice-recharge',
  FeeInvoice: 'invoice-fee',
  StorageInvoice: 'invoice-storage',
  CreditNote: 'credit-note',
  Remittance: 'remittance',
};

/** Counter scope of a document: by year and unit if the series has these. */
export const countedIn = (
  { kind, byYear, byUnit }: Pick<Series, 'kind' | 'byYear' | 'byUnit'>,
  day: string,
  unit: number,
): string => `${NAMES[kind]}${byYear ? `:${day.slice(0, 4)}` : ''}${byUnit ? `:u${unit}` : ''}`;

/**
 * The parts of such a name: the kind, the year and the unit where they are counted by themselves.
 */
export function seriesOf(name: string): {
  kind: Kind | null;
  year: string | null;
  unit: number | null;
} {
  const [head, ...rest] = name.split(':');
  const kind = (Object.keys(NAMES) as Kind[]).find((one) => NAMES[one] === head) ?? null;
  const unit = rest.find((part) => part.startsWith('u'));
  return {
    kind,
    year: rest.find((part) => /^\d{4}$/.test(part)) ?? null,
    unit: unit ? Number(unit.slice(1)) : null,
  };
}

/** The number as people read it. */
export function written(
  { prefix, postfix, digits }: Pick<Series, 'prefix' | 'postfix' | 'digits'>,
  value: number,
  day: string,
  unit: string,
): string {
  const edge = (text: string) =>
    text
      .replaceAll('{yyyy}', day.slice(0, 4))
      .replaceAll('{yy}', day.slice(2, 4))
      .replaceAll('{MM}', day.slice(5, 7))
      .replaceAll('{unit}', unit);
  return `${edge(prefix)}${String(value).padStart(digits, '0')}${edge(postfix)}`;
}

/** Code of the customer's unit; 0 means no unit. */
export const unitCode = (codes: readonly UnitCode[], unit: number): string =>
  codes.find(({ organizationUnitId }) => organizationUnitId === unit)?.code ?? String(unit);

/** Next number for this day and unit; `proved` has the counts. */
export function nextNumber(
  series: Series,
  codes: readonly UnitCode[],
  proved: readonly Pick<ProvedSeries, 'series' | 'lastCounted'>[],
  day: string,
  unit: number,
): string {
  const counted = proved.find((one) => one.series === countedIn(series, day, unit))?.lastCounted;
  return written(
    series,
    counted === undefined ? series.start : Math.max(series.start, counted + 1),
    day,
    unitCode(codes, unit),
  );
}

/** "4–6, 9": the numbers that a series has jumped over. */
export const holesText = (holes: ProvedSeries['holes']): string =>
  holes.map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`)).join(', ');
