// Saved products for quotes.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ItemDraft } from '../../kit/goods/items.ts';
import { holds } from '../../lib/odata.ts';
import { centimetres, inUnit, kilograms } from '../../kit/goods/units.ts';

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

/** Applies a product; missing values keep the typed ones. */
export function withProduct(item: ItemDraft, product: Product): ItemDraft {
  const orTyped = (text: string, before: string) => text || before;
  return {
    ...item,
    productId: product.id ?? null,
    description: product.name ?? '',
    packageType: orTyped(product.packageType ?? '', item.packageType),
    length: orTyped(inUnit(product.length, centimetres), item.length),
    width: orTyped(inUnit(product.width, centimetres), item.width),
    height: orTyped(inUnit(product.height, centimetres), item.height),
    weight: orTyped(inUnit(product.weight, kilograms), item.weight),
  };
}
