// Plugin queries; keys begin with 'plugins'.
import { queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { allOf, quoted } from '../../lib/odata.ts';
import type { LogLine, Plugin } from './model.ts';

const path = '/api/plugins';
const platform = `${path}/platform`;
const key = ['plugins'] as const;

export const PERMISSIONS = {
  see: 'Pages.Plugins',
  enable: 'Pages.Plugins.Enable',
  install: 'Pages.Plugins.Install',
} as const;

export const pluginsQuery = queryOptions({
  queryKey: [...key, 'installed'],
  queryFn: ({ signal }) => api.get(`${path}/getplugins`, undefined, { signal }),
});

export const logKey = (id: string) => [...key, 'log', id];

/** Lines have no id. */
export type NumberedLine = LogLine & { place: number };

export async function fetchLog(
  id: string,
  query: ListQuery,
  signal: AbortSignal,
): Promise<Page<NumberedLine>> {
  const filter = allOf([`plugin eq ${quoted(id)}`, query.filter ?? '']);
  const { totalCount, items } = await api.get(
    `${path}/getpluginlog`,
    { ...query, filter },
    { signal },
  );
  return {
    totalCount,
    items: items.map((line, index) => ({ ...line, place: query.skipCount + index })),
  };
}

export const enablePlugin = ({ id, asks }: Pick<Plugin, 'id' | 'asks'>) =>
  api.post(`${path}/enableplugin`, { id, asks: asks.map(({ code }) => code) });
/** And switches to it. */
export const agreeToVersion = ({ id, version, asks }: Pick<Plugin, 'id' | 'version' | 'asks'>) =>
  api.post(`${path}/agreetoversion`, { id, version, asks: asks.map(({ code }) => code) });
export const disablePlugin = (id: string) => api.post(`${path}/disableplugin`, { id });

export const packagesQuery = queryOptions({
  queryKey: [...key, 'packages'],
  queryFn: ({ signal }) => api.get(`${platform}/getpackages`, undefined, { signal }),
});

export const signersQuery = queryOptions({
  queryKey: [...key, 'signers'],
  queryFn: ({ signal }) => api.get(`${platform}/getsigners`, undefined, { signal }),
});

export const uploadPath = `${platform}/upload`;
/** Downgrades and changes of signer need an override. */
export const installPackage = (id: number, meant: { downgrade: boolean; newSigner: boolean }) =>
  api.post(`${platform}/install`, { id, ...meant });
export const rollBack = (plugin: string) => api.post(`${platform}/rollback`, { plugin });
export const suspendPlugin = (plugin: string) => api.post(`${platform}/suspend`, { plugin });
export const resumePlugin = (plugin: string) => api.post(`${platform}/resume`, { plugin });
export const removePlugin = (plugin: string) => api.post(`${platform}/remove`, { plugin });
/** `force` moves pinned tenants. */
export const deletePackage = (id: number, force = false) =>
  api.del(`${platform}/deletepackage`, { id, ...(force && { force }) });
export const trustSigner = (signer: { key: string; name: string }) =>
  api.post(`${platform}/trustsigner`, signer);
export const revokeSigner = (id: number) => api.del(`${platform}/revokesigner`, { id });

/** The shell's manifest shares the prefix: front ends update. */
export const renew = () => queryClient.invalidateQueries({ queryKey: key });
