// Jobs of a list with the names that their columns show.
import type { Page } from '../../api/client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { customerLabel, customersOf } from '../../kit/pickers/customers.ts';
import { fetchDrivers } from '../../lib/drivers.ts';
import type { Job } from './model.ts';
import { fetchJobs } from './queries.ts';

export interface JobRow extends Job {
  customerName: string;
  driverName: string;
}

export interface Sees {
  customers: boolean;
  drivers: boolean;
}

/** Ids of one filter. */
const MAX_IDS = 100;

async function namesOf(
  ids: readonly (number | null)[],
  load: (ids: number[]) => Promise<(readonly [id: number, name: string])[]>,
): Promise<ReadonlyMap<number, string>> {
  const distinct = [...new Set(ids.filter((id) => id !== null))];
  const parts: Promise<(readonly [number, string])[]>[] = [];
  for (let first = 0; first < distinct.length; first += MAX_IDS)
    parts.push(load(distinct.slice(first, first + MAX_IDS)));
  return new Map((await Promise.all(parts)).flat());
}

/** Names come with the page, so that exports of all pages have them too. */
export const rowFetcher =
  (sees: Sees) =>
  async (query: ListQuery, signal: AbortSignal): Promise<Page<JobRow>> => {
    const page = await fetchJobs(query, signal);
    const [customers, drivers] = await Promise.all([
      namesOf(sees.customers ? page.items.map((job) => job.customerid) : [], async (ids) =>
        (await customersOf(ids, signal)).map((one) => [one.id, customerLabel(one)] as const),
      ),
      namesOf(sees.drivers ? page.items.map((job) => job.driverid) : [], async (ids) =>
        (
          await fetchDrivers(
            {
              filter: ids.map((id) => `id eq ${id}`).join(' or '),
              maxResultCount: ids.length,
              skipCount: 0,
            },
            signal,
          )
        ).items.map(({ id, name }) => [id, name] as const),
      ),
    ]);
    return {
      ...page,
      items: page.items.map((job) => ({
        ...job,
        customerName: customers.get(job.customerid ?? 0) ?? '',
        driverName: drivers.get(job.driverid ?? 0) ?? '',
      })),
    };
  };
