// Hands a file from the API to the browser: saved under its name, or opened in a new tab.
import type { RequestOptions } from '@waybill/plugin';
import { api, type Query } from '../api/client.ts';
import type { PathOf } from '../api/types.ts';

export async function download(
  path: PathOf<'get'>,
  query?: Query,
  options?: RequestOptions,
): Promise<void> {
  const { blob, fileName } = await api.file(path, query, options);
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
