// Product queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ImportHow } from '../../kit/import/calls.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { measureText, readMeasure } from '../../lib/measures.ts';
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

/** Measures in a form, in the units that were stored. */
export const measuresOf = (one: Product | null) => ({
  length: measureText(one?.length),
  width: measureText(one?.width),
  height: measureText(one?.height),
  weight: measureText(one?.weight),
});

export function toMeasures(draft: ReturnType<typeof measuresOf>, one: Product | null) {
  const units = unitsOf(one);
  return {
    length: readMeasure(draft.length, units.length),
    width: readMeasure(draft.width, units.width),
    height: readMeasure(draft.height, units.height),
    weight: readMeasure(draft.weight, units.weight),
  };
}
