// Hands a file from the API to the browser: saved under its name, or opened in a new tab.
import { api, type Query } from '../api/client.ts';
import type { PathOf } from '../api/types.ts';

export async function download(path: PathOf<'get'>, query?: Query): Promise<void> {
  const { blob, fileName } = await api.file(path, query);
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
