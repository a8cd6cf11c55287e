// Product queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ImportHow } from '../../kit/import/calls.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { readNumber } from '../../lib/numbers.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customerproduct';
const stale = [...customersKey, 'products'] as const;

export type Product = Schema<'CustomerProduct'>;

export const productCalls = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getproducts`, { ...query, customerId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${path}/getproductforedit`, { id })).product,
  save: (product: Schema<'CustomerProductRequest'>) =>
    api.post(`${path}/createorupdateproduct`, { customerId, product }),
  remove: (id: number) => api.del(`${path}/deleteproduct`, { id }),
});

export const importProducts = (customerId: number) => (fileId: number, how: ImportHow) =>
  api.post(`${path}/importproducts`, { customerId, fileId, ...how });

/** Key 'tenant': equal for all users, outlives a session. */
export const categoriesQuery = queryOptions({
  queryKey: ['tenant', 'dangerousGoodsCategories'],
  queryFn: ({ signal }) =>
    api.get('/api/booking/CommonLookup/GetDangerousGoodsCategories', undefined, { signal }),
  staleTime: Infinity,
});

/** New products: centimetres and kilograms. */
export const unitsOf = (one: Product | null) =>
  ({
    length: one?.length?.unit ?? 'cm',
    width: one?.width?.unit ?? 'cm',
    height: one?.height?.unit ?? 'cm',
    weight: one?.weight?.unit ?? 'kg',
  }) as const;

const measure = (quantity: { value: number } | null | undefined) =>
  quantity ? String(quantity.value) : '';

/** Measures in a form, in the units that were stored. */
export const measuresOf = (one: Product | null) => ({
  length: measure(one?.length),
  width: measure(one?.width),
  height: measure(one?.height),
  weight: measure(one?.weight),
});

export function toMeasures(draft: ReturnType<typeof measuresOf>, one: Product | null) {
  const units = unitsOf(one);
  const quantity = <U extends string>(text: string, unit: U) => {
    const value = text.trim() === '' ? null : readNumber(text);
    return value === null ? null : { value, unit };
  };
  return {
    length: quantity(draft.length, units.length),
    width: quantity(draft.width, units.width),
    height: quantity(draft.height, units.height),
    weight: quantity(draft.weight, units.weight),
  };
}
