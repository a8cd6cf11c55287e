// All matching rows, page by page, for export and selection.
import type { Page } from '../api/client.ts';
import type { ListQuery } from './list-query.ts';

/** The server's maximum. */
export const ROWS_PER_CALL = 1000;

export interface Progress {
  done: number;
  total: number;
}

export interface AllPages<Row> {
  query: ListQuery;
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  rowKey: (row: Row) => string | number;
  signal: AbortSignal;
  onProgress?: ((progress: Progress) => void) | undefined;
  limit?: number | undefined;
}

/**
 * Inserts shift pages, so rows are deduplicated by key. Ends at a page that isn't full, since the
 * total may change.
 */
export async function* allPages<Row>({
  query,
  fetch,
  rowKey,
  signal,
  onProgress,
  limit = Infinity,
}: AllPages<Row>): AsyncGenerator<Row[]> {
  const rowKeys = new Set<string | number>();
  for (let skipCount = 0; ; skipCount += ROWS_PER_CALL) {
    const page = await fetch({ ...query, maxResultCount: ROWS_PER_CALL, skipCount }, signal);
    signal.throwIfAborted();
    const fresh = page.items
      .filter((row) => !rowKeys.has(rowKey(row)))
      .slice(0, limit - rowKeys.size);
    for (const row of fresh) rowKeys.add(rowKey(row));
    yield fresh;
    onProgress?.({
      done: Math.min(skipCount + page.items.length, page.totalCount),
      total: page.totalCount,
    });
    if (page.items.length < ROWS_PER_CALL || rowKeys.size >= limit) return;
  }
}

export async function everyRow<Row>(options: AllPages<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of allPages(options)) rows.push(...page);
  return rows;
}
