// Plugin version queries; keys begin with 'plugins'.
import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../api/types.ts';
import { api } from '../../api/client.ts';

/** The running canary, and the last result. */
export type Canary = Schema<'CanaryView'>;
export type Running = Schema<'RunningCanary'>;
export type Ended = Schema<'EndedCanary'>;
/** A tenant's pinned version. */
export type Pin = Schema<'PinView'>;
/** A version that can be pinned. */
export type Version = Schema<'VersionView'>;

const path = '/api/plugins';
const platform = `${path}/platform`;
const key = ['plugins'] as const;

/** Per cent of calls, at most. */
export const MAX_SHARE = 50;
/** Milliseconds between polls. */
const POLL_INTERVAL = 5000;

export const canaryQuery = (plugin: string) =>
  queryOptions({
    queryKey: [...key, 'canary', plugin],
    queryFn: ({ signal }) => api.get(`${platform}/getcanary`, { plugin }, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? POLL_INTERVAL : false),
  });

export const pinsQuery = (plugin: string) =>
  queryOptions({
    queryKey: [...key, 'pins', plugin],
    queryFn: ({ signal }) => api.get(`${platform}/getpins`, { plugin }, { signal }),
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'versions', id],
    queryFn: ({ signal }) => api.get(`${path}/getversions`, { id }, { signal }),
  });

export const startCanary = (packageId: number, share: number) =>
  api.post(`${platform}/startcanary`, { packageId, share });
export const promoteCanary = (plugin: string) => api.post(`${platform}/promotecanary`, { plugin });
export const stopCanary = (plugin: string) => api.post(`${platform}/stopcanary`, { plugin });
export const liftPin = (plugin: string, tenantId: number) =>
  api.post(`${platform}/liftpin`, { plugin, tenantId });
/** Pins a version; null follows the active one. */
export const setVersion = (id: string, version: string | null) =>
  api.put(`${path}/setversion`, { id, version });
