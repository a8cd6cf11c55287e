// Head port and zone queries and mutations; keys begin with 'network'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { RowOf, Schema } from '../../api/types.ts';
import type { Foreseen, ImportSource } from '../../kit/import/calls.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { PlaceCalls, StoredPlace } from '../../kit/zones/Places.tsx';

const PORT = '/api/jobs/head-port';
const ZONE = '/api/jobs/zone';
/** Zones offered as a parent. */
const MAX_CHOICES = 1000;

export const networkKey = ['network'] as const;
const zonesKey = (port: number) => [...networkKey, 'zones', port] as const;

export type HeadPort = RowOf<'/api/jobs/head-port/head-ports'>;
export type Zone = RowOf<'/api/jobs/zone/zones'>;

export const fetchHeadPorts = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${PORT}/head-ports`, query, { signal });

export const headPortQuery = (id: number) =>
  queryOptions({
    queryKey: [...networkKey, 'detail', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${PORT}/head-port`, { id }, { signal })).headport,
  });

export const saveHeadPort = async (headport: Schema<'HeadPortRequest'>) =>
  (
    await (headport.id
      ? api.put(`${PORT}/head-port`, { headport })
      : api.post(`${PORT}/head-port`, { headport }))
  ).headport;

export const removeHeadPort = (id: number) => api.del(`${PORT}/head-port`, { id });

export const findServing = (postCode: string, suburb: string) =>
  api.get(`${PORT}/serving-head-port`, { postCode, suburb });

export const fetchZone = async (id: number) => (await api.get(`${ZONE}/zone`, { id })).zone;

export const zoneChoicesQuery = (headPortId: number) =>
  queryOptions({
    queryKey: [...zonesKey(headPortId), 'choices'],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${ZONE}/zones`,
          { headPortId, sorting: 'code', maxResultCount: MAX_CHOICES },
          { signal },
        )
      ).items,
  });

export const zoneCalls = (headPortId: number) => ({
  key: zonesKey(headPortId),
  stale: networkKey,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${ZONE}/zones`, { ...query, headPortId }, { signal }),
  newest: ({ id }: { id: number }) => fetchZone(id),
  save: (request: Schema<'JobZoneRequest'>) => {
    const zone = { ...request, headportid: headPortId };
    return zone.id ? api.put(`${ZONE}/zone`, { zone }) : api.post(`${ZONE}/zone`, { zone });
  },
  remove: (id: number) => api.del(`${ZONE}/zone`, { id }),
});

export const zoneMapQuery = (headPortId: number) =>
  queryOptions({
    queryKey: [...zonesKey(headPortId), 'map'],
    queryFn: ({ signal }) => api.get(`${ZONE}/map`, { headPortId }, { signal }),
    staleTime: 60_000,
  });

export const placeCalls = ({ id: zoneId }: { id: number }): PlaceCalls<StoredPlace> => ({
  id: 'network.places',
  stale: networkKey,
  fetch: async (query, signal) => {
    const { items, totalCount } = await api.get(
      `${ZONE}/zone-locations`,
      { ...query, zoneId },
      { signal },
    );
    return { totalCount, items: items.map((place) => ({ ...place, id: place.id ?? '', zoneId })) };
  },
  add: (zoneLocation) => api.post(`${ZONE}/zone-location`, { zoneLocation }),
  remove: (id) => api.del(`${ZONE}/zone-location`, { id }),
});

export const zoneImport =
  (headPortId: number): ImportSource =>
  async (file): Promise<Foreseen> => {
    const send = (dryRun: boolean) => {
      const form = new FormData();
      form.append('headPortId', String(headPortId));
      form.append('dryRun', String(dryRun));
      form.append('csvFile', file);
      return api.upload(`${ZONE}/import-zone`, form);
    };
    const { total, inserted, updated, unchanged, refused, validationErrors } = await send(true);
    return {
      total,
      inserted,
      updated,
      unchanged,
      refused,
      errors: validationErrors,
      warnings: [],
      isWhole: true,
      store: () => send(false),
    };
  };
