// Data loaded before scanning: line haul, waiting jobs, articles of the depot's doors.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client.ts';
import { oneOf, quoted } from '../../../lib/odata.ts';
import type { LineHaul, Port } from '../model.ts';
import {
  fetchLineHauls,
  fetchWaiting,
  lineHaulQuery,
  lineHaulRequestedAt,
  lineHaulsKey,
} from '../queries.ts';
import type { Mode } from './commands.ts';
import { indexOf, indexOfJobs, type Index } from './station.ts';

const MAX_HAULS = 60;
const MAX_WAITING = 1000;
const MAX_JOBS = 1000;
const EMPTY: Index = new Map();

/** Statuses in which a line haul is at the station of its start, and of its destination. */
const AT_START = ['Draft', 'Loading', 'Closed'];
const AT_END = ['Departed', 'InTransit', 'Arrived', 'Unloading'];

/** Line hauls that this depot loads or unloads, by the planned departure. */
export const haulsQuery = (port: Port) =>
  queryOptions({
    queryKey: [...lineHaulsKey, 'station', port.code],
    queryFn: async ({ signal }) => {
      const code = quoted(port.code);
      const { items } = await fetchLineHauls(
        {
          filter:
            `(startheadport/code eq ${code} and ${oneOf('status', AT_START)}) or ` +
            `(destinationheadport/code eq ${code} and ${oneOf('status', AT_END)})`,
          sorting: 'departuredate asc, id asc',
          maxResultCount: MAX_HAULS,
          skipCount: 0,
        },
        signal,
      );
      return items;
    },
  });

/** Line hauls to choose from in a mode. */
export const choicesOf = (hauls: readonly LineHaul[], mode: Mode, port: Port): LineHaul[] =>
  hauls.filter(({ status, startheadport, destinationheadport }) =>
    mode === 'load'
      ? AT_START.includes(status) && startheadport.code === port.code
      : AT_END.includes(status) && destinationheadport.code === port.code,
  );

const waitingQuery = (lineHaul: LineHaul | undefined) =>
  queryOptions({
    queryKey: [...lineHaulsKey, 'waiting', lineHaul?.id, 'station'],
    queryFn: async ({ signal }) =>
      lineHaul
        ? (await fetchWaiting(lineHaul, { maxResultCount: MAX_WAITING, skipCount: 0 }, signal))
            .items
        : [],
    enabled: lineHaul !== undefined,
  });

/** Jobs whose articles may pass a door. */
const OPEN_STATUSES = [
  'Unallocated',
  'Allocated',
  'Acknowledged',
  'EnRouteToPickup',
  'AtPickup',
  'PickedUp',
  'AtDepot',
  'OnLineHaul',
  'OnBoard',
  'EnRouteToDelivery',
  'FailedDelivery',
  'PartiallyDelivered',
];

const doorQuery = queryOptions({
  queryKey: ['jobs', 'station'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/jobs/job/jobs',
        {
          filter: oneOf('jobstatus', OPEN_STATUSES),
          sorting: 'creationTime desc, id desc',
          maxResultCount: MAX_JOBS,
          skipCount: 0,
        },
        { signal },
      )
    ).items,
  staleTime: 60_000,
  refetchInterval: 120_000,
});

/** The chosen line haul, and the articles that the mode knows. */
export function useKnown(mode: Mode, haulId: number | null) {
  const isDoor = mode === 'in' || mode === 'out';
  const haul = useQuery({ ...lineHaulQuery(haulId ?? 0), enabled: !isDoor && haulId !== null });
  const lineHaul = isDoor || haulId === null ? undefined : haul.data;
  const waiting = useQuery(waitingQuery(mode === 'load' ? lineHaul : undefined));
  const jobs = useQuery({ ...doorQuery, enabled: isDoor });
  const index = useMemo(() => {
    if (isDoor) return jobs.data ? indexOfJobs(jobs.data) : EMPTY;
    return lineHaul ? indexOf(lineHaul, waiting.data ?? []) : EMPTY;
  }, [isDoor, jobs.data, lineHaul, waiting.data]);
  const current = isDoor ? jobs : haul;
  return {
    lineHaul,
    index,
    /** Changes confirmed before are in the index. */
    requestedAt: haul.dataUpdatedAt > 0 ? lineHaulRequestedAt(haulId ?? 0) : 0,
    isLoading: isDoor ? jobs.isPending : haulId !== null && haul.isPending,
    error: current.data === undefined ? current.error : null,
    refetch: () => void current.refetch(),
  };
}
