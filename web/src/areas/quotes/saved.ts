// What a customer has saved and the quote form takes over while one types: frequent addresses and products.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ItemDraft } from '../../kit/goods/items.ts';
import { holds } from '../../kit/list/odata.ts';
import type { Place } from '../../lib/places.ts';
import { placeOf, partyOf } from './from-booking.ts';
import type { PartyDraft } from './model.ts';
import { centimetres, inUnit, kilograms } from './units.ts';

type FrequentAddress = Schema<'FrequentAddress'>;
export type Product = Schema<'CustomerProduct'>;

/** Suggestions beside those of the list of suburbs: more would push these out of sight. */
const MAX_SHOWN = 5;

/** A place that a customer sends from or to again and again. */
export interface SavedPlace extends Place {
  name: string;
  party: PartyDraft;
  residential: boolean;
  instructions: string;
}

const holding = (text: string, columns: readonly string[]) => `(${holds({ fields: [...columns] }, text)}) and isActive eq true`;

const ofCustomer = (customerId: number | null) => (customerId ? { customerId } : {});

/** The customer's addresses that hold the text; `customerId` null: the caller's own customer. */
export async function findSavedPlaces(customerId: number | null, text: string, signal: AbortSignal): Promise<SavedPlace[]> {
  const filter = holding(text, ['name', 'nickname', 'companyName', 'contactName', 'addressLine1', 'suburb', 'postCode']);
  const query = { ...ofCustomer(customerId), filter, sorting: 'isDefault desc, name', maxResultCount: MAX_SHOWN };
  const found = await api.get('/api/customer/customerfrequentaddress/getfrequentaddresses', query, { signal });
  return found.items.flatMap((one) => savedPlace(one) ?? []);
}

function savedPlace(one: FrequentAddress): SavedPlace | null {
  const place = placeOf(one);
  if (!place) return null;
  const party = partyOf(one);
  return { ...place, name: one.name ?? '', party, residential: one.type === 'Residential', instructions: one.specialInstructions ?? '' };
}

export async function findProducts(customerId: number | null, text: string, signal: AbortSignal): Promise<Product[]> {
  const filter = holding(text, ['productCode', 'name', 'description']);
  const found = await api.get('/api/customer/customerproduct/getproducts', { ...ofCustomer(customerId), filter, sorting: 'productCode', maxResultCount: 8 }, { signal });
  return found.items;
}

/** A line of goods with what the product says; what it does not say stays as it was typed. */
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
