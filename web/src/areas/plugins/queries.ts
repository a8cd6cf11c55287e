// What the screens of plugins ask the server, and what they change; every key of the cache begins with 'plugins'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { quoted } from '../bookings/search.ts';
import type { LogLine, Package, Plugin, Signer } from './model.ts';

const path = '/api/plugins';
const platform = `${path}/platform`;
const key = ['plugins'] as const;

export const LOG_LINES = 25;
export const PERMISSIONS = { see: 'Pages.Plugins', enable: 'Pages.Plugins.Enable', install: 'Pages.Plugins.Install' };

export const pluginsQuery = queryOptions({
  queryKey: [...key, 'installed'],
  queryFn: ({ signal }) => api.get<Plugin[]>(`${path}/getplugins`, undefined, { signal }),
});

export const logQuery = (id: string, skip = 0) =>
  queryOptions({
    queryKey: [...key, 'log', id, skip],
    queryFn: ({ signal }) => api.get<Page<LogLine>>(`${path}/getpluginlog`, { filter: `plugin eq ${quoted(id)}`, sorting: 'creationTime desc', maxResultCount: LOG_LINES, skipCount: skip }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Agrees to exactly what was shown, and switches the plugin on. */
export const enablePlugin = ({ id, asks }: Pick<Plugin, 'id' | 'asks'>) => api.post(`${path}/enableplugin`, { id, asks: asks.map(({ code }) => code) });
export const disablePlugin = (id: string) => api.post(`${path}/disableplugin`, { id });

export const packagesQuery = queryOptions({
  queryKey: [...key, 'packages'],
  queryFn: ({ signal }) => api.get<Package[]>(`${platform}/getpackages`, undefined, { signal }),
});

export const signersQuery = queryOptions({
  queryKey: [...key, 'signers'],
  queryFn: ({ signal }) => api.get<Signer[]>(`${platform}/getsigners`, undefined, { signal }),
});

export const uploadPath = `${platform}/upload`;
export const installPackage = (id: number) => api.post(`${platform}/install`, { id });
export const rollBack = (plugin: string) => api.post(`${platform}/rollback`, { plugin });
export const suspendPlugin = (plugin: string) => api.post(`${platform}/suspend`, { plugin });
export const resumePlugin = (plugin: string) => api.post(`${platform}/resume`, { plugin });
export const removePlugin = (plugin: string) => api.post(`${platform}/remove`, { plugin });
/** `force`: though tenants stay at it; they follow then. */
export const deletePackage = (id: number, force = false) => api.del(`${platform}/deletepackage`, { id, ...(force && { force }) });
export const trustSigner = (signer: { key: string; name: string }) => api.post<{ id: number }>(`${platform}/trustsigner`, signer);
export const revokeSigner = (id: number) => api.del(`${platform}/revokesigner`, { id });

/** The shell's manifest lies under the same key: parts that were switched on show at once, those switched off go. */
export const renew = () => queryClient.invalidateQueries({ queryKey: key });
