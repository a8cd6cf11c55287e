// Product queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ImportHow } from '../../kit/import/calls.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { readNumber } from '../../lib/numbers.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customerproduct';

export type Product = Schema<'CustomerProduct'>;

export const productsKey = [...customersKey, 'products'] as const;

export const fetchProducts = (query: ListQuery & { customerId: number }, signal: AbortSignal) =>
  api.get(`${path}/getproducts`, query, { signal });
export const fetchProduct = async (id: number) =>
  (await api.get(`${path}/getproductforedit`, { id })).product;
export const saveProduct = (customerId: number, product: Schema<'CustomerProductRequest'>) =>
  api.post(`${path}/createorupdateproduct`, { customerId, product });
export const deleteProduct = (id: number) => api.del(`${path}/deleteproduct`, { id });

export const importProducts = (customerId: number) => (fileId: number, how: ImportHow) =>
  api.post(`${path}/importproducts`, { customerId, fileId, ...how });

/** Key 'tenant': equal for all users, outlives a session. */
export const categoriesQuery = queryOptions({
  queryKey: ['tenant', 'dangerousGoodsCategories'],
  queryFn: ({ signal }) =>
    api.get('/api/booking/CommonLookup/GetDangerousGoodsCategories', undefined, { signal }),
  staleTime: Infinity,
});

const sides = ['length', 'width', 'height'] as const;
const measure = (quantity: { value: number } | null | undefined) =>
  quantity ? String(quantity.value) : '';

export const draftOf = (one: Product | null) => ({
  productCode: one?.productCode ?? '',
  name: one?.name ?? '',
  description: one?.description ?? '',
  packageType: one?.packageType ?? '',
  length: measure(one?.length),
  width: measure(one?.width),
  height: measure(one?.height),
  weight: measure(one?.weight),
  isDangerousGood: one?.isDangerousGood ?? false,
  dangerousGoodsCategoryId:
    one?.dangerousGoodsCategoryId == null ? '' : String(one.dangerousGoodsCategoryId),
  isActive: one?.isActive ?? true,
});

export type ProductDraft = ReturnType<typeof draftOf>;

/** New products: centimetres and kilograms. */
export const unitsOf = (one: Product | null) =>
  ({
    length: one?.length?.unit ?? 'cm',
    width: one?.width?.unit ?? 'cm',
    height: one?.height?.unit ?? 'cm',
    weight: one?.weight?.unit ?? 'kg',
  }) as const;

export function toSent(draft: ProductDraft, one: Product | null): Schema<'CustomerProductRequest'> {
  const units = unitsOf(one);
  const read = (text: string) => (text.trim() === '' ? null : readNumber(text));
  const quantity = <U extends string>(text: string, unit: U) => {
    const value = read(text);
    return value === null ? null : { value, unit };
  };
  return {
    productCode: draft.productCode.trim(),
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    packageType: draft.packageType || null,
    ...Object.fromEntries(sides.map((side) => [side, quantity(draft[side], units[side])])),
    weight: quantity(draft.weight, units.weight),
    isDangerousGood: draft.isDangerousGood,
    dangerousGoodsCategoryId:
      draft.isDangerousGood && draft.dangerousGoodsCategoryId
        ? Number(draft.dangerousGoodsCategoryId)
        : null,
    isActive: draft.isActive,
  };
}
