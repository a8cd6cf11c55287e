// Document number preview; the server's rule.
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
  AgentInvoice: msg('Driver invoices'),
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
  AgentInvoice: 'agent-invoice',
  CreditNote: 'credit-note',
  Remittance: 'remittance',
};

/** Counter scope: by year and unit if the series counts by them. */
export const countedIn = (
  { kind, byYear, byUnit }: Pick<Series, 'kind' | 'byYear' | 'byUnit'>,
  day: string,
  unit: number,
): string => `${NAMES[kind]}${byYear ? `:${day.slice(0, 4)}` : ''}${byUnit ? `:u${unit}` : ''}`;

/** Parses a counter scope. */
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

/** The number as displayed. */
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

/** 0 means no unit. */
export const unitCode = (codes: readonly UnitCode[], unit: number): string =>
  codes.find(({ organizationUnitId }) => organizationUnitId === unit)?.code ?? String(unit);

/** `proved` has the counts. */
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

/** Gaps such as "4–6, 9". */
export const holesText = (holes: ProvedSeries['holes']): string =>
  holes.map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`)).join(', ');
