// Reconciliation queries; keys begin with 'reconciliation'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { everyRow } from '../../lib/all-pages.ts';
import { allOf, oneOf } from '../../lib/odata.ts';
import { download } from '../../lib/download.ts';
import { uploadWithProgress } from '../../lib/upload.ts';
import type { Hold, Line, Operation, Reconciliation } from './model.ts';

const BASE = '/api/booking/reconciliation';
/** Lines in one call. */
export const MAX_LINES = 1000;
/** Searched for their reasons. */
const MAX_HELD = 5000;
/** Lines in one filter. */
const MAX_IDS = 500;

export const reconciliationKey = ['reconciliation'] as const;
export const listKey = [...reconciliationKey, 'all'] as const;
export const viewKey = (id: number) => [...reconciliationKey, 'view', id] as const;
export const linesKey = (id: number) => [...reconciliationKey, 'lines', id] as const;
export const templatesKey = [...reconciliationKey, 'templates'] as const;
const tolerancesKey = [...reconciliationKey, 'tolerances'] as const;

export const fetchReconciliations = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${BASE}/GetReconciliations`, query, { signal });

/** One with sums, without lines. */
export const viewQuery = (id: number) =>
  queryOptions({
    queryKey: viewKey(id),
    queryFn: async ({ signal }): Promise<Reconciliation> => {
      const {
        bookingReconciliations: _,
        bookingReconciliationCount: __,
        ...view
      } = await api.get(
        `${BASE}/GetReconciliationForApproval`,
        { id, maxResultCount: 1 },
        { signal },
      );
      return view;
    },
  });

type LinesQuery = ListQuery & { reason?: string };

/** The server can't filter by reason. */
export const heldQuery = (id: number) =>
  queryOptions({
    queryKey: [...linesKey(id), 'held'],
    queryFn: ({ signal }) =>
      everyRow<Line>({
        query: {
          filter: oneOf('status', ['Held']),
          sorting: 'id',
          maxResultCount: MAX_LINES,
          skipCount: 0,
        },
        fetch: (query, end) =>
          api.get(`${BASE}/GetReconciliationBookings`, { id, ...query }, { signal: end }),
        rowKey: (line) => line.id,
        signal,
        limit: MAX_HELD,
      }),
    staleTime: 10_000,
  });

/** Lines held for a reason are fetched by id. */
export async function fetchLines(
  id: number,
  { reason, filter = '', ...query }: LinesQuery,
  signal: AbortSignal,
) {
  const held = reason
    ? (await queryClient.fetchQuery(heldQuery(id))).filter(({ holds }) =>
        holds.some((hold) => hold === reason),
      )
    : null;
  const statusFilter =
    held === null
      ? filter
      : allOf([
          filter,
          `id in (${[0, ...held.slice(0, MAX_IDS).map((line) => line.id)].join(',')})`,
        ]);
  return api.get(
    `${BASE}/GetReconciliationBookings`,
    { id, ...query, filter: statusFilter },
    { signal },
  );
}

export async function linesById(id: number, ids: readonly number[]): Promise<Line[]> {
  const filter = `id in (${ids.join(',')})`;
  return (
    await api.get(`${BASE}/GetReconciliationBookings`, { id, filter, maxResultCount: MAX_LINES })
  ).items;
}

export interface Decision {
  operation: Operation;
  amount?: number | null;
  note?: string | null;
}

export const decide = (
  id: number,
  ids: number[],
  { operation, amount = null, note = null }: Decision,
) => api.post(`${BASE}/ProcessReconciliationBookings`, { id, ids, operation, amount, note });
export const approveAs = (
  id: number,
  line: Pick<Line, 'id' | 'rowVersion'>,
  note: string,
  approvedServices: Schema<'ApprovedService'>[],
) =>
  api.post(`${BASE}/ApproveReconciliation`, {
    id,
    approvedBookings: [{ id: line.id, rowVersion: line.rowVersion, note, approvedServices }],
  });
export const matchLine = (line: Pick<Line, 'id' | 'rowVersion'>, bookingId: number) =>
  api.post(`${BASE}/MatchReconciliationBooking`, {
    id: line.id,
    rowVersion: line.rowVersion,
    bookingId,
  });
/** Lines in one call. */
const MAX_REQUOTED = 50;

/** Requotes with measured weights; returns errors by line. */
export async function requote(
  id: number,
  ids: readonly number[],
): Promise<Map<number, Schema<'Message'> | null>> {
  const refused = new Map<number, Schema<'Message'> | null>();
  for (let from = 0; from < ids.length; from += MAX_REQUOTED) {
    const { items } = await api.post(`${BASE}/RequoteReconciliationBookings`, {
      id,
      ids: ids.slice(from, from + MAX_REQUOTED),
    });
    for (const one of items) if (!one.success) refused.set(one.id, one.error ?? null);
  }
  return refused;
}
export const deleteReconciliation = (id: number) =>
  api.del(`${BASE}/DeleteReconciliations`, { id: [id] });

export const saveFile = (assetId: string) =>
  download('/api/booking/File/DownloadReconciliationCSV', { assetId });
export const saveAllLines = async (id: number) =>
  saveFile((await api.post(`${BASE}/exportCsv`, { id })).fileToken);
export const saveDispute = async (id: number) =>
  saveFile((await api.post(`${BASE}/exportDisputeCsv`, { id })).fileToken);

export const saveDisputeLetter = async (id: number) =>
  saveFile((await api.post(`${BASE}/exportDisputePdf`, { id })).fileToken);

export interface NewInvoice {
  carrierCode: string;
  carrierAccountId: number | null;
  templateId: number | null;
}

/** Uploads and starts parsing. */
export async function beginImport(
  file: File,
  invoice: NewInvoice,
  onProgress: (share: number) => void,
) {
  const form = new FormData();
  form.append('file', file);
  const { fileName } = await uploadWithProgress(
    '/api/booking/File/UploadReconciliationFile',
    form,
    { onProgress },
  );
  return api.post(`${BASE}/importCsv`, { fileName, ...invoice });
}

export const importStatus = (importToken: string) =>
  api.get(`${BASE}/GetImportStatus`, { importToken });

export const fetchTemplates = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${BASE}/GetTemplates`, query, { signal });
export const templatesQuery = queryOptions({
  queryKey: [...templatesKey, 'every'],
  queryFn: async ({ signal }) =>
    (await fetchTemplates({ sorting: 'name, id', maxResultCount: MAX_LINES, skipCount: 0 }, signal))
      .items,
});
export const saveTemplate = async (template: Schema<'InvoiceTemplateRequest'>) =>
  (await api.post(`${BASE}/CreateOrUpdateTemplate`, { template })).template;
export const deleteTemplate = (id: number) => api.del(`${BASE}/DeleteTemplate`, { id });

export const toleranceCalls = {
  key: tolerancesKey,
  stale: tolerancesKey,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${BASE}/GetTolerances`, query, { signal }),
  save: (tolerance: Schema<'ToleranceRequest'>) =>
    api.post(`${BASE}/CreateOrUpdateTolerance`, { tolerance }),
  remove: (id: number) => api.del(`${BASE}/DeleteTolerance`, { id }),
};

export const bookingHref = ({ bookingId }: Pick<Line, 'bookingId'>): string | null =>
  bookingId === null ? null : `/bookings-beta/details/${bookingId}`;

export function countReasons(lines: readonly Line[]): Map<Hold, number> {
  const counts = new Map<Hold, number>();
  for (const hold of lines.flatMap(({ holds }) => [...new Set(holds)]))
    counts.set(hold, (counts.get(hold) ?? 0) + 1);
  return counts;
}
