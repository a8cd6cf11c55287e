// Line-haul queries and changes; keys begin with 'line-hauls'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { remark } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { allOf, oneOf } from '../../lib/odata.ts';
import { openFile } from '../../lib/download.ts';
import { liveTopic } from '../../lib/live.ts';
import {
  GROUPS,
  statusesOf,
  type LineHaul,
  type LineHaulOperation,
  type LineHaulRequest,
  type StatusGroup,
} from './model.ts';

const BASE = '/api/jobs/linehaul';
const ALLOCATION = '/api/jobs/linehaul-job-allocation';

export const lineHaulsKey = ['line-hauls'] as const;

/** Keeps line hauls live; returns the connection state. */
export const useLiveLineHauls = liveTopic({
  path: `${BASE}/stream`,
  key: lineHaulsKey,
  member: 'lineHaulId',
});

export const SEARCHED_FIELDS = [
  'linehaulcode',
  'manifestno',
  'connoteno',
  'startheadport/name',
  'destinationheadport/name',
];

export const fetchLineHauls = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${BASE}/line-hauls`, query, { signal });

/** Milliseconds since the epoch at which the newest response of each line haul was requested. */
const requestedAt = new Map<number, number>();
export const lineHaulRequestedAt = (id: number): number => requestedAt.get(id) ?? 0;

export const lineHaulQuery = (id: number) =>
  queryOptions({
    queryKey: [...lineHaulsKey, 'detail', id],
    queryFn: async ({ signal }) => {
      const at = Date.now();
      const { linehaul } = await api.get(`${BASE}/line-haul`, { jobId: id }, { signal });
      requestedAt.set(id, at);
      return linehaul;
    },
  });

/** Jobs that may be loaded between two head ports. */
export const fetchWaiting = (
  { startheadport, destinationheadport }: Pick<LineHaul, 'startheadport' | 'destinationheadport'>,
  query: ListQuery,
  signal: AbortSignal,
) =>
  api.get(
    `${BASE}/line-haul-jobs`,
    { ...query, startHeadPort: startheadport.code, destinationHeadPort: destinationheadport.code },
    { signal },
  );

/** Line hauls of each group; `filter` excludes states, since the counts label the tabs. */
export const groupCountsQuery = (filter: string) =>
  queryOptions({
    queryKey: [...lineHaulsKey, 'counts', filter],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        GROUPS.map(async ({ key }) => {
          const { totalCount } = await fetchLineHauls(
            {
              filter: allOf([filter, oneOf('status', statusesOf(key))]),
              maxResultCount: 1,
              skipCount: 0,
            },
            signal,
          );
          return [key, totalCount] as const;
        }),
      );
      return Object.fromEntries(counts) as Record<StatusGroup, number>;
    },
    placeholderData: keepPreviousData,
  });

const MAX_PORTS = 500;

export const portsQuery = queryOptions({
  queryKey: ['network', 'ports'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/jobs/head-port/head-ports',
        { sorting: 'code', maxResultCount: MAX_PORTS, skipCount: 0 },
        { signal },
      )
    ).items,
  staleTime: 60_000,
});

export const saveLineHaul = async (linehaul: LineHaulRequest): Promise<LineHaul> =>
  (
    await (linehaul.id
      ? api.put(`${BASE}/line-haul`, { linehaul })
      : api.post(`${BASE}/line-haul`, { linehaul }))
  ).linehaul;

export const addNote = (id: number, comment: string) =>
  api.put(`${BASE}/line-haul`, { linehaul: { id }, note: { comment } });

export const deleteLineHaul = (id: number) => api.del(`${BASE}/line-haul`, { id });

export interface RowAnswer {
  id: number;
  success: boolean;
  /** The server's sentence in the reader's language. */
  message: string | undefined;
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: lineHaulsKey });

export async function process(
  operation: LineHaulOperation,
  ids: readonly number[],
): Promise<RowAnswer[]> {
  try {
    const answers = await api.post(`${BASE}/processlinehauls`, { operation, ids: [...ids] });
    return answers.map((answer) => ({
      id: answer.id,
      success: answer.success,
      message: remark(answer),
    }));
  } finally {
    refresh();
  }
}

export type CarrierQuotes = Schema<'LineHaulQuotes'>;
export type CarrierQuote = Schema<'LineHaulQuote'>;

/** Prices of an account for the load. Each dialog requests new ones. */
export const carrierQuotesQuery = (linehaulid: number, carrierid: number) =>
  queryOptions({
    queryKey: ['line-haul-quotes', linehaulid, carrierid],
    queryFn: ({ signal }) =>
      api.post(`${BASE}/carrier-quotes`, { quote: { linehaulid, carrierid } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** Books a quote; the line haul gets its account and service first. */
export async function bookQuote(
  { id, carrierid, servicecode }: LineHaul,
  { carrierid: account, resourcetoken }: CarrierQuotes,
  quote: CarrierQuote,
): Promise<void> {
  try {
    if (carrierid !== account || servicecode !== quote.servicecode)
      await saveLineHaul({ id, carrierid: account, servicecode: quote.servicecode });
    const [answer] = await api.post(`${BASE}/processlinehauls`, {
      operation: 'Book',
      ids: [id],
      quote: { quoteid: quote.quoteid, resourcetoken },
    });
    if (answer && !answer.success) throw new Error(remark(answer));
  } finally {
    refresh();
  }
}

const named = (answers: readonly Schema<'AllocatedFreightJob'>[]): RowAnswer[] =>
  answers.map((answer) => ({
    id: answer.jobId,
    success: answer.success,
    message: remark(answer),
  }));

/** Plans all free articles of jobs. */
export async function allocateJobs(
  linehaulId: number,
  jobIds: readonly number[],
): Promise<RowAnswer[]> {
  try {
    return named(
      await api.post(`${ALLOCATION}/allocate-jobs`, {
        allocation: { linehaulId, jobIds: [...jobIds] },
      }),
    );
  } finally {
    refresh();
  }
}

export async function unallocateJobs(
  linehaulid: number,
  jobids: readonly number[],
): Promise<RowAnswer[]> {
  try {
    return named(
      await api.post(`${ALLOCATION}/un-allocate-jobs`, {
        deallocation: { linehaulid, jobids: [...jobids] },
      }),
    );
  } finally {
    refresh();
  }
}

interface CallOptions {
  signal?: AbortSignal;
}

export const loadArticles = (
  linehaulid: number,
  articlenumbers: readonly string[],
  { force = false, ...options }: CallOptions & { force?: boolean } = {},
) =>
  api.post(
    `${ALLOCATION}/allocate-articles`,
    {
      allocation: { linehaulid, articlenumbers: [...articlenumbers], ...(force ? { force } : {}) },
    },
    options,
  );

export const takeOffArticles = (
  linehaulid: number,
  articlenumbers: readonly string[],
  options: CallOptions = {},
) =>
  api.post(
    `${ALLOCATION}/un-allocate-articles`,
    { deallocation: { linehaulid, articlenumbers: [...articlenumbers] } },
    options,
  );

export const unloadArticles = (
  linehaulid: number,
  articlenumbers: readonly string[],
  options: CallOptions = {},
) =>
  api.post(
    `${BASE}/unload-articles`,
    { unloading: { linehaulid, articlenumbers: [...articlenumbers] } },
    options,
  );

/** Takes unloading back, until the line haul is completed. */
export const undoUnloading = (
  linehaulid: number,
  articlenumbers: readonly string[],
  options: CallOptions = {},
) =>
  api.post(
    `${BASE}/un-unload-articles`,
    { unloading: { linehaulid, articlenumbers: [...articlenumbers] } },
    options,
  );

export const openLoadingSheet = (id: number) => openFile(`${BASE}/loading-sheet`, { id });
export const openManifest = (id: number) => openFile(`${BASE}/manifest`, { id });

export const logQuery = (id: number) =>
  queryOptions({
    queryKey: [...lineHaulsKey, 'log', id],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/jobs/job/operation-logs',
          { jobId: id, sorting: 'creationtime desc, id desc', maxResultCount: 200, skipCount: 0 },
          { signal },
        )
      ).items,
  });
