// Job requests, labels and counts.
import { queryOptions } from '@tanstack/react-query';
import type { Tone } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { msg } from '../../../lib/i18n.ts';
import { platformKey } from './queries.ts';

export type Job = Schema<'BackgroundJob'>;
export type JobState = Schema<'JobState'>;
export type JobOperation = Schema<'JobOperation'>;
type JobCount = Schema<'JobCount'>;
type ProcessedJob = Schema<'ProcessedJob'>;

export const JOBS_PERMISSION = 'Pages.Tenants.Jobs' as const;
export const jobsKey = [...platformKey, 'jobs'] as const;
/** The server's limit in one call. */
export const MAX_IDS = 1000;

export const STATES: readonly JobState[] = ['dead', 'waiting', 'running', 'done', 'cancelled'];

const STATE_WORDS: Record<JobState, string> = {
  waiting: msg('Waiting'),
  running: msg('Running'),
  done: msg('Done'),
  dead: msg('Failed permanently'),
  cancelled: msg('Stopped'),
};

const KIND_WORDS: Record<string, string> = {
  'bookings.settle': msg('Check pending bookings with the carrier'),
  'bookings.settle-manifest': msg('Check pending manifests with the carrier'),
  'bookings.track': msg('Track consignments'),
  'customers.import-addresses': msg('Import addresses'),
  'customers.import-products': msg('Import products'),
  'customers.on-deleted': msg('Remove a deleted customer’s users'),
  'customers.on-units-deleted': msg('Remove customers from deleted units'),
  'files.sweep': msg('Remove unused files'),
  'finance.run': msg('Create invoices'),
  'identity.mail': msg('Write account emails'),
  'plugins.deliver': msg('Process incoming webhooks'),
  'plugins.sweep': msg('Clean up plugin data'),
  'plugins.sweep-deliveries': msg('Remove old deliveries'),
  'rates.copy-card': msg('Copy a rate card'),
  'rates.import-rates': msg('Import rates'),
  'rates.import-zones': msg('Import zones'),
  'rates.re-price': msg('Compare prices of past bookings'),
  'reconciliation.import': msg('Read a carrier’s invoice'),
  'tenancy.daily': msg('Day start'),
  'tenancy.mail': msg('Send email'),
  'tenancy.sweep-audit': msg('Remove old audit entries'),
  'webhooks.deliver': msg('Deliver webhooks'),
  'webhooks.sweep': msg('Remove old webhook deliveries'),
  'webhooks.take': msg('Prepare webhooks'),
};

export const TONES: Record<JobState, Tone> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  dead: 'danger',
  cancelled: 'warning',
};

/** English, for t(). */
export const stateWord = (state: JobState): string => STATE_WORDS[state];
/** English, for t(); cancelling takes precedence. */
export const stateText = ({ state, cancelAsked }: Pick<Job, 'state' | 'cancelAsked'>): string =>
  state === 'running' && cancelAsked ? msg('Ending') : stateWord(state);
/** English, for t(); unknown kinds keep their name. */
export const kindWord = (kind: string): string => KIND_WORDS[kind] ?? kind;

export const isPossible = (
  operation: JobOperation,
  { allowedOperations }: Pick<Job, 'allowedOperations'>,
): boolean => allowedOperations.includes(operation);

export function sums(counts: readonly JobCount[]): {
  states: Map<JobState, number>;
  kinds: Map<string, number>;
} {
  const states = new Map<JobState, number>();
  const kinds = new Map<string, number>();
  for (const { state, kind, count } of counts) {
    states.set(state, (states.get(state) ?? 0) + count);
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  return { states, kinds };
}

export const fetchJobs = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/core/jobs/getjobs', query, { signal });

export type TenantJob = Schema<'TenantJob'>;
export const tenantJobsKey = ['tenant', 'jobs'] as const;

/** Begun by the tenant's users. */
export const fetchTenantJobs = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/core/jobs/gettenantjobs', query, { signal });

export const jobsSummaryQuery = queryOptions({
  queryKey: [...jobsKey, 'summary'],
  queryFn: async ({ signal }) =>
    sums((await api.get('/api/core/jobs/getjobssummary', undefined, { signal })).counts),
});

/** Splits into several calls; returns each result. */
export async function processJobs(
  operation: JobOperation,
  ids: readonly number[],
): Promise<ProcessedJob[]> {
  const results: ProcessedJob[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const answer = await api.post('/api/core/jobs/processjobs', {
      operation,
      ids: ids.slice(at, at + MAX_IDS),
    });
    results.push(...answer);
  }
  return results;
}
