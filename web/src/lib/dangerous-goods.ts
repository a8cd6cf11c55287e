// The list of dangerous goods: UN numbers with class and packing group, looked up as one types.
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { msg, t } from './i18n.ts';

export type DangerousGoods = Pick<
  Schema<'DangerousGoods'>,
  'unNumber' | 'unDescription' | 'unPackageGroup' | 'unClass'
>;

export async function findDangerousGoods(
  text: string,
  signal: AbortSignal,
): Promise<DangerousGoods[]> {
  const found = await api.get(
    '/api/booking/CommonLookup/GetDangerousGoodsUNCodes',
    { filter: text, maxResultCount: 20 },
    { signal },
  );
  return found.items;
}

/** The customer's own dangerous goods; without a list, all. */
export async function findOwnDangerousGoods(
  customerId: number | null,
  text: string,
  signal: AbortSignal,
): Promise<DangerousGoods[]> {
  const searchText = text.toLowerCase().replace(/^un\s*/, '');
  const own = await api.get(
    '/api/booking/CustomerDangerousGoods/GetCustomerDangerousGoods',
    { ...(customerId ? { customerId } : {}), maxResultCount: 500 },
    { signal },
  );
  return own.items.filter((one) =>
    `${one.unNumber} ${one.unDescription}`.toLowerCase().includes(searchText),
  );
}

const digitsOf = (code: string): string | null =>
  /^(?:UN)?\s*(\d{4})$/i.exec(code.trim())?.[1] ?? null;

/** Four digits, with or without letters. */
export const isUnNumber = (code: string): boolean => digitsOf(code) !== null;

export const sameUnNumber = (one: string, other: string | null | undefined): boolean =>
  digitsOf(one) !== null && digitsOf(one) === digitsOf(other ?? '');

/** `UN1263`; other texts stay. */
const unNumberText = (code: string): string => {
  const digits = digitsOf(code);
  return digits ? `UN${digits}` : code;
};

type Declared = Pick<Schema<'BookingView'>, 'dangerousGoodUNCode' | 'items'>;

/** All UN numbers of a booking, its first one first. */
export function unNumbers({ dangerousGoodUNCode, items }: Declared): string[] {
  const ofItems = (items ?? []).flatMap(({ dangerousGoods }) =>
    (dangerousGoods ?? []).map(({ unNumber }) => unNumber),
  );
  const all = [...(dangerousGoodUNCode ? [dangerousGoodUNCode] : []), ...ofItems];
  return [...new Set(all.map(unNumberText))];
}

/** UN numbers by line, if the lines have theirs; `index` counts from 0. */
export const unNumbersByItem = ({ items }: Declared): { index: number; numbers: string[] }[] =>
  (items ?? []).flatMap(({ dangerousGoods }, index) =>
    dangerousGoods?.length
      ? [{ index, numbers: dangerousGoods.map(({ unNumber }) => unNumberText(unNumber)) }]
      : [],
  );

/** `Class 3, packing group II`. */
export const hazardText = (one: Pick<DangerousGoods, 'unClass' | 'unPackageGroup'>): string =>
  one.unPackageGroup
    ? t(msg('Class {class}, packing group {group}'), {
        class: one.unClass,
        group: one.unPackageGroup,
      })
    : t(msg('Class {class}'), { class: one.unClass });
