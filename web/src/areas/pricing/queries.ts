// Pricing queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Level } from './markup-grid.ts';

const PROMO = '/api/booking/promocode';
const MARKUP = '/api/booking/Markup';

export type PromoCode = Schema<'PromoCode'>;
export type AccountMarkup = Schema<'AccountMarkup'>;
export type AccountMarkupRequest = Schema<'AccountMarkupRequest'>;
export type MarkupRate = Schema<'MarkupRate'>;
export type MarkupPreviewed = Schema<'MarkupPreview'>;

const promoCodesKey = ['pricing', 'promoCodes'] as const;
export const markupsKey = ['pricing', 'markups'] as const;

export const promoCodeCalls = {
  key: promoCodesKey,
  stale: promoCodesKey,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${PROMO}/getpromocodes`, query, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${PROMO}/getpromocodeforedit`, { id })).promoCode,
  save: (promoCode: Schema<'PromoCodeRequest'>) =>
    api.post(`${PROMO}/createorupdatepromocode`, { promoCode }),
  remove: (id: number) => api.del(`${PROMO}/deletePromoCode`, { id }),
};

/** Markups of a level, or of one customer. */
export const markupsQuery = (level: Level, customerId: number | null) =>
  queryOptions({
    queryKey: [...markupsKey, level, customerId],
    queryFn: async ({ signal }) => {
      if (customerId !== null)
        return (await api.get(`${MARKUP}/GetCustomerMarkup`, { customerId }, { signal }))
          .carrierAccounts;
      if (level === 0)
        return (await api.get(`${MARKUP}/GetMarkup`, undefined, { signal })).carrierAccounts;
      return (await api.get(`${MARKUP}/GetMarkupByType`, { markupType: level }, { signal }))
        .carrierAccounts;
    },
  });

export function saveMarkups(
  level: Level,
  customerId: number | null,
  carrierAccounts: AccountMarkupRequest[],
) {
  if (customerId !== null)
    return api.post(`${MARKUP}/CreateOrUpdateMarkupForCustomer`, { customerId, carrierAccounts });
  if (level === 0) return api.post(`${MARKUP}/CreateOrUpdateMarkup`, { carrierAccounts });
  return api.post(`${MARKUP}/CreateOrUpdateMarkupByType`, { markUpType: level, carrierAccounts });
}

/** Yesterday's quotes; saves nothing. */
export function previewMarkups(
  level: Level,
  customerId: number | null,
  carrierAccounts: AccountMarkupRequest[],
) {
  const whose = customerId !== null ? { customerId } : level === 0 ? {} : { markUpType: level };
  return api.post(`${MARKUP}/PreviewMarkups`, { markups: { ...whose, carrierAccounts } });
}

/** The columns of the grid. */
export const servicesQuery = queryOptions({
  queryKey: ['pricing', 'services'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/carrier/carrierservices/getcarrierservices',
        { sorting: 'carrierCode, name, id', maxResultCount: 1000 },
        { signal },
      )
    ).items,
});
