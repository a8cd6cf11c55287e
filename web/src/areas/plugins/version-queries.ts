// What the screens ask the server about versions of plugins, and what they change; every key begins with 'plugins'.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../api/schema.ts';
import { api } from '../../api/client.ts';

type Schemas = components['schemas'];

/** What is tried out of a plugin, and how the last trial ended. */
export type Canary = Schemas['CanaryView'];
export type Running = Schemas['RunningCanary'];
export type Ended = Schemas['EndedCanary'];
/** A tenant that stays at a version. */
export type Pin = Schemas['PinView'];
/** A version that a tenant may stay at. */
export type Version = Schemas['VersionView'];

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
    queryFn: ({ signal }) => api.get<Canary>(`${platform}/getcanary`, { plugin }, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? AGAIN : false),
  });

export const pinsQuery = (plugin: string) =>
  queryOptions({
    queryKey: [...key, 'pins', plugin],
    queryFn: ({ signal }) => api.get<Pin[]>(`${platform}/getpins`, { plugin }, { signal }),
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'versions', id],
    queryFn: ({ signal }) => api.get<Version[]>(`${path}/getversions`, { id }, { signal }),
  });

export const startCanary = (packageId: number, share: number) => api.post(`${platform}/startcanary`, { packageId, share });
export const promoteCanary = (plugin: string) => api.post(`${platform}/promotecanary`, { plugin });
export const stopCanary = (plugin: string) => api.post(`${platform}/stopcanary`, { plugin });
export const liftPin = (plugin: string, tenantId: number) => api.post(`${platform}/liftpin`, { plugin, tenantId });
/** Stays at a version, or follows what the platform makes active. */
export const setVersion = (id: string, version: string | null) => api.put(`${path}/setversion`, { id, version });
