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

/** `Class 3, packing group II`. */
export const hazardText = (one: Pick<DangerousGoods, 'unClass' | 'unPackageGroup'>): string =>
  one.unPackageGroup
    ? t(msg('Class {class}, packing group {group}'), {
        class: one.unClass,
        group: one.unPackageGroup,
      })
    : t(msg('Class {class}'), { class: one.unClass });
