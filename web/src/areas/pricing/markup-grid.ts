// Markup grid without UI.
import { readSheetNumber, writeNumber } from '@waybill/plugin';
import type { Translate } from '../../lib/i18n.ts';
import type { AccountMarkup, AccountMarkupRequest, MarkupRate } from './queries.ts';

/** 0: carrier accounts; else the API's markup type. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5;

/** Column of services without an entry. */
export const ALL = 0;

/** Texts by account and service. */
export type Edits = ReadonlyMap<string, string>;

/** Edits without those that were sent; what was typed since stays. */
export const unsent = (edits: Edits, sent: Edits): Edits =>
  new Map([...edits].filter(([key, text]) => sent.get(key) !== text));

export const cellKey = (account: number, service: number) => `${account}/${service}`;

/** `12.5%`, `+4.20`, `-1`, `=15`. */
export function cellText(rate: MarkupRate | null | undefined): string {
  if (!rate) return '';
  const value = writeNumber(rate.value);
  if (rate.calcMethod === 'Percentage') return `${value}%`;
  if (rate.calcMethod === 'Override') return `=${value}`;
  return rate.value < 0 ? value : `+${value}`;
}

const LIMITS: Record<MarkupRate['calcMethod'], readonly [number, number]> = {
  Percentage: [-100, 1000],
  Fixed: [-1_000_000, 1_000_000],
  Override: [0, 1_000_000],
};

/** A plain number is a percentage. Null if empty. */
export function readCell(text: string): MarkupRate | null | 'wrong' {
  const typed = text.trim().replaceAll('−', '-');
  if (!typed) return null;
  const isPercent = typed.endsWith('%');
  const sign = typed.charAt(0);
  const calcMethod = isPercent
    ? 'Percentage'
    : sign === '='
      ? 'Override'
      : sign === '+' || sign === '-'
        ? 'Fixed'
        : 'Percentage';
  const digits = typed.replace(/^[=+]/, '').replace(/%$/, '').trim();
  const value = readSheetNumber(digits);
  if (value === null) return 'wrong';
  const [least, max] = LIMITS[calcMethod];
  return value < least || value > max || (isPercent && sign === '=')
    ? 'wrong'
    : { calcMethod, value };
}

export const cellProblem = (text: string, t: Translate): string | undefined =>
  readCell(text) === 'wrong'
    ? t('Type a percentage (12.5%), an amount to add (+4.20) or a price (=15)')
    : undefined;

/** An account's entry on a day. */
export function entryOn(
  entries: readonly AccountMarkup[],
  account: number,
  day: string,
): AccountMarkup | undefined {
  const own = entries.filter((one) => one.carrierAccountId === account);
  return own.find(
    (one) => (one.effectiveDate ?? '') <= day && day <= (one.expireDate ?? '9999-12-31'),
  );
}

export function stored(entry: AccountMarkup | undefined, service: number): string {
  if (service === ALL) return cellText(entry?.applyToAll === false ? null : entry?.rate);
  return cellText(entry?.services?.find((one) => one.serviceId === service)?.rate);
}

/** Start days, next first. */
export const plannedDays = (entries: readonly AccountMarkup[], today: string): string[] =>
  [
    ...new Set(
      entries.flatMap(({ effectiveDate }) =>
        effectiveDate && effectiveDate > today ? [effectiveDate] : [],
      ),
    ),
  ].sort();

/**
 * Edited and unchanged entries of edited accounts. For a planned day, the current entry ends the
 * day before and a new one starts.
 */
export function entriesToSave(
  entries: readonly AccountMarkup[],
  edits: Edits,
  day: string,
  isPlanned = false,
): AccountMarkupRequest[] {
  const touched = [...new Set([...edits.keys()].map((key) => Number(key.split('/')[0])))];
  return touched.flatMap((account) => {
    const now = entryOn(entries, account, day);
    const others = entries.filter((one) => one.carrierAccountId === account && one !== now);
    const ratesByAccount = new Map(
      [...edits]
        .filter(([key]) => key.startsWith(`${account}/`))
        .map(([key, text]) => [Number(key.split('/')[1]), readCell(text)]),
    );
    const isRate = (rate: MarkupRate | null | 'wrong' | undefined): rate is MarkupRate =>
      rate !== null && rate !== undefined && rate !== 'wrong';
    const allAccountsRate = ratesByAccount.has(ALL)
      ? ratesByAccount.get(ALL)
      : now?.applyToAll === false
        ? null
        : now?.rate;
    const services = (now?.services ?? []).filter((one) => !ratesByAccount.has(one.serviceId));
    for (const [serviceId, rate] of ratesByAccount)
      if (serviceId !== ALL && isRate(rate)) services.push({ serviceId, rate });
    const begins = isPlanned ? day : (now?.effectiveDate ?? null);
    const isSplit = now !== undefined && begins !== (now.effectiveDate ?? null);
    const edited: AccountMarkupRequest = {
      carrierAccountId: account,
      ...(now?.rowVersion && !isSplit ? { rowVersion: now.rowVersion } : {}),
      effectiveDate: begins,
      // Ends before planned entries begin.
      expireDate: now ? (now.expireDate ?? null) : endBefore(others, day),
      rate: isRate(allAccountsRate) ? allAccountsRate : null,
      services,
    };
    const before = isSplit ? [{ ...asRead(now), expireDate: dayBefore(day) }] : [];
    return [...others.map(asRead), ...before, edited];
  });
}

/** The previous entries continue. */
export function withoutPlan(
  entries: readonly AccountMarkup[],
  day: string,
): AccountMarkupRequest[] {
  return entries
    .filter(({ effectiveDate }) => effectiveDate === day)
    .flatMap((planned) => {
      const others = entries.filter(
        (one) => one.carrierAccountId === planned.carrierAccountId && one !== planned,
      );
      if (others.length === 0)
        return [
          {
            carrierAccountId: planned.carrierAccountId,
            effectiveDate: null,
            expireDate: null,
            rate: null,
            services: [],
          },
        ];
      return others.map((one) =>
        one.expireDate === dayBefore(day)
          ? { ...asRead(one), expireDate: planned.expireDate ?? null }
          : asRead(one),
      );
    });
}

const asRead = ({
  carrierAccountId,
  rowVersion,
  effectiveDate,
  expireDate,
  applyToAll,
  rate,
  services,
}: AccountMarkup): AccountMarkupRequest =>
  Object.fromEntries(
    Object.entries({
      carrierAccountId,
      rowVersion,
      effectiveDate,
      expireDate,
      applyToAll,
      rate,
      services,
    }).filter(([, value]) => value !== undefined),
  );

function endBefore(others: readonly AccountMarkup[], day: string): string | null {
  const later = others
    .map((one) => one.effectiveDate ?? '')
    .filter((first) => first > day)
    .sort()[0];
  return later ? dayBefore(later) : null;
}

export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Skips cells an account lacks. */
export function pasted(
  text: string,
  accounts: readonly number[],
  services: readonly number[],
  from: { account: number; service: number },
  has: (account: number, service: number) => boolean,
): [string, string][] {
  const top = accounts.indexOf(from.account);
  const left = services.indexOf(from.service);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.flatMap((line, down) =>
    line.split('\t').flatMap((cell, right): [string, string][] => {
      const account = accounts[top + down];
      const service = services[left + right];
      return account !== undefined && service !== undefined && has(account, service)
        ? [[cellKey(account, service), cell.trim()]]
        : [];
    }),
  );
}
