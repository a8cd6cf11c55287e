// Job queries and changes; keys begin with 'jobs'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { allOf, oneOf } from '../../lib/odata.ts';
import { liveTopic } from '../../lib/live.ts';
import { GROUPS, statusesOf, type JobRequest, type StatusGroup } from './model.ts';

export const jobsKey = ['jobs'] as const;
export const driverMessagesKey = ['driver-messages'] as const;

/** Keeps jobs live; returns the connection state. */
export const useLiveJobs = liveTopic({
  path: '/api/jobs/job/stream',
  key: jobsKey,
  member: 'jobId',
  others: [{ key: driverMessagesKey, member: 'messageId' }],
});

/** All in the search index: one that is not makes the search read every job. */
export const SEARCHED_FIELDS = [
  'jobno',
  'connoteno',
  'reference',
  'fromaddress/companyname',
  'fromaddress/suburb',
  'toaddress/companyname',
  'toaddress/suburb',
];

export const fetchJobs = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/jobs/job/jobs', query, { signal });

export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'detail', id],
    queryFn: async ({ signal }) =>
      (await api.get('/api/jobs/job/job', { jobId: id }, { signal })).job,
  });

export const legsQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'legs', id],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/jobs/job/child-jobs',
          { jobId: id, maxResultCount: 100, skipCount: 0 },
          { signal },
        )
      ).items,
  });

export type ArticlePlace = Schema<'ArticlePlace'>;

/** Articles of a job by the places where they are. */
export const articlesQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'articles', id],
    queryFn: async ({ signal }) =>
      (await api.get('/api/jobs/linehaul/job-articles', { jobId: id }, { signal })).places,
  });

/** Jobs by their ids, for their numbers. */
export const jobsByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...jobsKey, 'by-id', ids.join(' ')],
    queryFn: async ({ signal }) =>
      (
        await fetchJobs(
          {
            filter: ids.map((id) => `id eq ${id}`).join(' or '),
            sorting: 'id asc',
            maxResultCount: ids.length,
            skipCount: 0,
          },
          signal,
        )
      ).items,
  });

/** The newest entries first. */
export const logQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'log', id],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/jobs/job/operation-logs',
          { jobId: id, sorting: 'creationtime desc, id desc', maxResultCount: 200, skipCount: 0 },
          { signal },
        )
      ).items,
  });

/** The newest scans first. */
export const scansQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'scans', id],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/jobs/scan-events/scan-events',
          {
            jobId: id,
            sorting: 'scannedeventdatetime desc, id desc',
            maxResultCount: 200,
            skipCount: 0,
          },
          { signal },
        )
      ).items,
  });

/** Jobs of each group; `filter` excludes states, since the counts label the tabs. */
export const groupCountsQuery = (filter: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'counts', filter],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        GROUPS.map(async ({ key }) => {
          const { totalCount } = await api.get(
            '/api/jobs/job/jobs',
            {
              filter: allOf([filter, oneOf('jobstatus', statusesOf(key))]),
              maxResultCount: 1,
              skipCount: 0,
            },
            { signal },
          );
          return [key, totalCount] as const;
        }),
      );
      return Object.fromEntries(counts) as Record<StatusGroup, number>;
    },
    placeholderData: keepPreviousData,
  });

/** A change sends only its members; a new job all. */
export const saveJob = async (job: JobRequest) =>
  (await (job.id ? api.put('/api/jobs/job/job', { job }) : api.post('/api/jobs/job/job', { job })))
    .job;

export const confirmJob = async (id: number) =>
  (await api.post('/api/jobs/job/confirm', { id })).job;

export const setPickupReady = async (id: number) =>
  (await api.post('/api/jobs/job/job-pickup', { jobpickup: { jobid: id } })).job;

export const deleteJob = (id: number) => api.del('/api/jobs/job/job', { jobId: id });

export const splitJob = (jobid: number, articlenumbers: string[]) =>
  api.post('/api/jobs/job/split-job', { split: { jobid, articlenumbers } });

/** All goods go to the first job. */
export const mergeJobs = (jobids: number[]) =>
  api.post('/api/jobs/job/merge-jobs', { merge: { jobids } });
