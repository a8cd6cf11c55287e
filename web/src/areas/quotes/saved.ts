// A customer's saved products for the quote form.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ItemDraft } from '../../kit/goods/items.ts';
import { holds } from '../../kit/list/odata.ts';
import { centimetres, inUnit, kilograms } from './units.ts';

export type Product = Schema<'CustomerProduct'>;

const holding = (text: string, columns: readonly string[]) =>
  `(${holds({ fields: [...columns] }, text)}) and isActive eq true`;

const ofCustomer = (customerId: number | null) => (customerId ? { customerId } : {});

export async function findProducts(
  customerId: number | null,
  text: string,
  signal: AbortSignal,
): Promise<Product[]> {
  const filter = holding(text, ['productCode', 'name', 'description']);
  const found = await api.get(
    '/api/customer/customerproduct/getproducts',
    { ...ofCustomer(customerId), filter, sorting: 'productCode', maxResultCount: 8 },
    { signal },
  );
  return found.items;
}

/** Applies a product to a line; its missing values keep the typed ones. */
export function withProduct(item: ItemDraft, product: Product): ItemDraft {
  const said = (text: string, before: string) => text || before;
  return {
    ...item,
    productId: product.id ?? null,
    description: product.name ?? '',
    packageType: said(product.packageType ?? '', item.packageType),
    length: said(inUnit(product.length, centimetres), item.length),
    width: said(inUnit(product.width, centimetres), item.width),
    height: said(inUnit(product.height, centimetres), item.height),
    weight: said(inUnit(product.weight, kilograms), item.weight),
  };
}
