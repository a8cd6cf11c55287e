// Meaning of scanned articles.
import { expect, test, vi } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Job, JobStatus } from '../calls.ts';
import { jobNumberOf } from '../../../lib/articles.ts';
import { matchArticle } from './match.ts';

const job = (jobno: string, jobstatus: JobStatus): Job =>
  some<Job>({ jobno, jobstatus, items: [{ articlenumbers: [`${jobno}-001`, `${jobno}-002`] }] });
const run = [job('J00001', 'AtDelivery'), job('J00002', 'Delivered')];

test('an article of the run is found in whatever way it is written', async () => {
  const findJob = vi.fn(async () => null);
  expect(await matchArticle(' j00001-002 ', run, true, findJob)).toMatchObject({
    kind: 'found',
    article: 'J00001-002',
  });
  expect(await matchArticle('J00002-001', run, true, findJob)).toMatchObject({ kind: 'finished' });
  expect(findJob).not.toHaveBeenCalled();
});

test('an article of another run is told apart from an unknown one', async () => {
  const other = job('J00009', 'Allocated');
  const match = (code: string, isOnline: boolean, found: Job | null) =>
    matchArticle(code, run, isOnline, async () => found);
  expect(await match('J00009-001', true, other)).toEqual({ kind: 'otherDay', job: other });
  expect(await match('J00009-001', true, null)).toEqual({ kind: 'notYours', jobno: 'J00009' });
  expect(await match('J00009-001', false, other)).toEqual({ kind: 'unknown', isOffline: true });
  expect(await match('9312345000', true, other)).toEqual({ kind: 'unknown', isOffline: false });
});

test('a failed search says that nothing is known', async () => {
  const failing = () => Promise.reject(new Error('No network'));
  expect(await matchArticle('J00009-001', run, true, failing)).toEqual({
    kind: 'unknown',
    isOffline: true,
  });
});

test('an article number begins with its job number', () => {
  expect(['J00012-003', 'AB-7-1042', 'J00012', '-001'].map(jobNumberOf)).toEqual([
    'J00012',
    'AB-7',
    null,
    null,
  ]);
});
