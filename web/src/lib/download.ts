// Hands a file from the API to the browser: saved under its name, or opened in a new tab.
import type { RequestOptions } from '@waybill/plugin';
import { api, type Query } from '../api/client.ts';
import type { PathOf } from '../api/types.ts';

function save({ blob, fileName }: { blob: Blob; fileName: string }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export async function download(
  path: PathOf<'get'>,
  query?: Query,
  options?: RequestOptions,
): Promise<void> {
  save(await api.file(path, query, options));
}

/** Types that a browser shows; others are saved. */
const VIEWABLE_TYPES = /^(application\/pdf|image\/|text\/plain)/;

/**
 * Opens a file in a tab. The tab opens before fetching, within the user gesture; if it is blocked,
 * the file is saved.
 */
export async function openFile(
  path: PathOf<'get'>,
  query: Query,
  tab: Window | null = window.open('', '_blank'),
): Promise<void> {
  try {
    const file = await api.file(path, query);
    if (tab && VIEWABLE_TYPES.test(file.blob.type)) {
      tab.location.href = URL.createObjectURL(file.blob);
      return;
    }
    tab?.close();
    save(file);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
