// What the screens ask the server about versions of plugins, and what they change; every key begins with 'plugins'.
import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../api/types.ts';
import { api } from '../../api/client.ts';

/** What is tried out of a plugin, and how the last trial ended. */
export type Canary = Schema<'CanaryView'>;
export type Running = Schema<'RunningCanary'>;
export type Ended = Schema<'EndedCanary'>;
/** A tenant that stays at a version. */
export type Pin = Schema<'PinView'>;
/** A version that a tenant may stay at. */
export type Version = Schema<'VersionView'>;

const path = '/api/plugins';
const platform = `${path}/platform`;
const key = ['plugins'] as const;

/** The most of the calls, in percent, that a version gets while it is tried out. */
export const MOST_SHARE = 50;
/** While something is tried out, its numbers are looked at again after so many milliseconds. */
const AGAIN = 5000;

export const canaryQuery = (plugin: string) =>
  queryOptions({
    queryKey: [...key, 'canary', plugin],
    queryFn: ({ signal }) => api.get(`${platform}/getcanary`, { plugin }, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? AGAIN : false),
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
/** Stays at a version, or follows what the platform makes active. */
export const setVersion = (id: string, version: string | null) =>
  api.put(`${path}/setversion`, { id, version });
