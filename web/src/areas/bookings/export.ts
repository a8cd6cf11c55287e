// The whole filtered list as the text of a CSV file, fetched page by page.
import { api, type Page } from '../../api/client.ts';
import { csvLine, type CsvColumn } from './csv.ts';
import type { Booking } from './model.ts';
import { filterText, sortingText, type BookingSearch, type FilterOptions } from './search.ts';

const rowsPerCall = 500;

export interface ExportProgress {
  fetched: number;
  total: number;
}

export interface ExportRequest {
  search: BookingSearch;
  options: FilterOptions;
  columns: readonly CsvColumn<Booking>[];
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

/**
 * Bookings made while this runs shift the pages, so rows are told apart by their id: none comes twice.
 * The end is a page that is not full, because the total may change on the way too.
 */
export async function exportBookings({ search, options, columns, onProgress, signal }: ExportRequest): Promise<string> {
  const query = { filter: filterText(search, options), sorting: sortingText(search), maxResultCount: rowsPerCall };
  const seen = new Set<number>();
  let text = csvLine(columns.map((column) => column.header));
  for (let skipCount = 0; ; skipCount += rowsPerCall) {
    const page = await api.get<Page<Booking>>('/api/booking/booking/getbookings', { ...query, skipCount }, { signal });
    for (const booking of page.items) {
      if (seen.has(booking.id)) continue;
      seen.add(booking.id);
      text += csvLine(columns.map((column) => column.value(booking)));
    }
    onProgress({ fetched: Math.min(skipCount + page.items.length, page.totalCount), total: page.totalCount });
    if (page.items.length < rowsPerCall) return text;
  }
}

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
