// Rate card queries; keys begin with 'rates'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Progress } from '../../kit/RowsProgress.tsx';
import type { PlaceCalls } from '../../kit/zones/Places.tsx';
import { msg, t } from '../../lib/i18n.ts';
import type { Place, RateCard, RateZone } from './model.ts';

const CARD = '/api/rates/rate-card';
const SERVICE = '/api/rates/service';
const ZONE = '/api/rates/zone';
const RATE = '/api/rates/rate';
/** Zones listed; above this the server checks typed ones. */
const MAX_CHOICES = 1000;
const POLL_INTERVAL_MS = 500;

export const ratesKey = ['rates'] as const;
export const cardsKey = [...ratesKey, 'cards'] as const;
/** Everything that belongs to one card. */
export const ofCardKey = (id: number) => [...ratesKey, 'of', id] as const;

type CardListQuery = ListQuery & { rateCardId: number };

export const fetchCards = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${CARD}/rate-cards`, query, { signal });
export const fetchCard = async (id: number, signal?: AbortSignal): Promise<RateCard> =>
  (await api.get(`${CARD}/rate-card`, { id }, signal ? { signal } : {})).rateCard;
export const cardQuery = (id: number) =>
  queryOptions({
    queryKey: [...cardsKey, 'one', id],
    queryFn: ({ signal }) => fetchCard(id, signal),
  });

export async function saveCard(rateCard: Schema<'RateCardRequest'>): Promise<RateCard> {
  const saved = rateCard.id
    ? await api.put(`${CARD}/rate-card`, { rateCard })
    : await api.post(`${CARD}/rate-card`, { rateCard });
  return saved.rateCard;
}

export const deleteCard = (id: number) => api.del(`${CARD}/rate-card`, { id });
/** A job copies large cards. */
async function copied(
  { rateCard, jobId }: Schema<'CopiedRateCard'>,
  progress: (progress: Progress) => void,
): Promise<RateCard> {
  if (rateCard) return rateCard;
  for (;;) {
    const { state, done, total, result } = await api.get('/api/core/jobs/getjob', {
      id: jobId ?? 0,
    });
    const { card, refused } = (result ?? {}) as { card?: number | null; refused?: string | null };
    if (state === 'done' && card) return fetchCard(card);
    if (state !== 'waiting' && state !== 'running')
      throw new Error(refused ?? t(msg('The card was not copied. Try it again.')));
    progress({ done: done ?? 0, total: total ?? 0 });
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
type OnProgress = (progress: Progress) => void;
export const copyCard = async (id: number, code: string, name: string, progress: OnProgress) =>
  copied(await api.post(`${CARD}/copy-rate-card`, { id, code, name }), progress);
export const newVersion = async (id: number, effectiveDate: string, progress: OnProgress) =>
  copied(await api.post(`${CARD}/new-version`, { id, effectiveDate }), progress);
export const processCards = (operation: Schema<'RateCardOperation'>, ids: number[]) =>
  api.post(`${CARD}/process-rate-cards`, { operation, ids });

export const comparisonQuery = (id: number, otherId: number) =>
  queryOptions({
    queryKey: [...ratesKey, 'comparison', id, otherId],
    queryFn: ({ signal }) => api.get(`${CARD}/compare-rate-cards`, { id, otherId }, { signal }),
    staleTime: 0,
  });

/** Engines of zone rates. */
export const enginesQuery = queryOptions({
  queryKey: [...ratesKey, 'engines'],
  queryFn: async ({ signal }) => (await api.get(`${CARD}/engines`, undefined, { signal })).engines,
  staleTime: 60_000,
});

/** Versions, newest first. */
export const versionsQuery = (code: string) =>
  queryOptions({
    queryKey: [...cardsKey, 'versions', code],
    queryFn: async ({ signal }) =>
      (
        await fetchCards(
          {
            filter: `code eq '${code.replaceAll("'", "''")}'`,
            sorting: 'version desc',
            maxResultCount: 100,
            skipCount: 0,
          },
          signal,
        )
      ).items,
  });

export const fetchServices = (query: CardListQuery, signal?: AbortSignal) =>
  api.get(`${SERVICE}/rate-services`, query, signal ? { signal } : {});
export const servicesQuery = (rateCardId: number) =>
  queryOptions({
    queryKey: [...ofCardKey(rateCardId), 'services', 'all'],
    queryFn: async ({ signal }) =>
      (
        await fetchServices(
          { rateCardId, sorting: 'code', maxResultCount: 100, skipCount: 0 },
          signal,
        )
      ).items,
  });
async function fetchService(rateCardId: number, id: number) {
  const [service] = (
    await api.get(`${SERVICE}/rate-services`, { rateCardId, entityId: id, maxResultCount: 1 })
  ).items;
  if (!service) throw new Error('The service is gone');
  return service;
}
export const serviceCalls = (rateCardId: number) => ({
  key: [...ofCardKey(rateCardId), 'services'],
  stale: ofCardKey(rateCardId),
  fetch: (query: ListQuery, signal: AbortSignal) => fetchServices({ ...query, rateCardId }, signal),
  newest: ({ id }: { id: number }) => fetchService(rateCardId, id),
  save: (request: Schema<'RateServiceRequest'>) => {
    const rateService = { ...request, rateCardId };
    return rateService.id
      ? api.put(`${SERVICE}/rate-service`, { rateService })
      : api.post(`${SERVICE}/rate-service`, { rateService });
  },
  remove: (id: number) => api.del(`${SERVICE}/rate-service`, { id }),
});

export const fetchZones = (query: CardListQuery, signal?: AbortSignal) =>
  api.get(`${ZONE}/zones`, query, signal ? { signal } : {});
export const zonesQuery = (rateCardId: number) =>
  queryOptions({
    queryKey: [...ofCardKey(rateCardId), 'zones', 'all'],
    queryFn: async ({ signal }) =>
      (
        await fetchZones(
          { rateCardId, sorting: 'code', maxResultCount: MAX_CHOICES, skipCount: 0 },
          signal,
        )
      ).items,
  });
export const fetchZone = async (id: number) => (await api.get(`${ZONE}/zone`, { id })).zone;
export const zoneCalls = (rateCardId: number) => ({
  key: [...ofCardKey(rateCardId), 'zones'],
  stale: ofCardKey(rateCardId),
  fetch: (query: ListQuery, signal: AbortSignal) => fetchZones({ ...query, rateCardId }, signal),
  newest: ({ id }: { id: number }) => fetchZone(id),
  save: (request: Schema<'RateZoneRequest'>) => {
    const zone = { ...request, rateCardId };
    return zone.id ? api.put(`${ZONE}/zone`, { zone }) : api.post(`${ZONE}/zone`, { zone });
  },
  remove: (id: number) => api.del(`${ZONE}/zone`, { id }),
});

export const zoneMapQuery = (rateCardId: number) =>
  // Below the places' key, so that changes refetch it.
  queryOptions({
    queryKey: [...ofCardKey(rateCardId), 'places', 'map'],
    queryFn: ({ signal }) => api.get(`${ZONE}/map`, { rateCardId }, { signal }),
    staleTime: 60_000,
  });

export const placeCalls = ({ id: zoneId, rateCardId }: RateZone): PlaceCalls<Place> => ({
  id: 'rates.places',
  stale: [...ofCardKey(rateCardId), 'places'],
  fetch: (query, signal) => api.get(`${ZONE}/zone-locations`, { ...query, zoneId }, { signal }),
  add: (zoneLocation) => api.post(`${ZONE}/add-zone-location`, { zoneLocation }),
  remove: (id) => api.del(`${ZONE}/remove-zone-location`, { id }),
});

export const fetchRates = (query: CardListQuery, signal: AbortSignal) =>
  api.get(`${RATE}/rates`, query, { signal });
export async function fetchRate(rateCardId: number, serviceId: number, id: number) {
  const [rate] = (
    await api.get(`${RATE}/service-rate`, {
      rateCardId,
      serviceId,
      entityId: id,
      maxResultCount: 1,
    })
  ).items;
  if (!rate) throw new Error('The rate is gone');
  return rate;
}
export const saveRate = (rate: Schema<'RateRequest'>) =>
  rate.id ? api.put(`${RATE}/rate`, { rate }) : api.post(`${RATE}/rate`, { rate });
export const fetchImports = (query: CardListQuery, signal: AbortSignal) =>
  api.get(`${RATE}/imports`, query, { signal });
export const deleteRate = (id: number) => api.del(`${RATE}/rate`, { id });
