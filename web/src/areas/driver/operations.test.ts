// The next action of a job at each step of its course.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Job, Operation } from './calls.ts';
import { mayFail, nextOperation } from './operations.ts';
import { advance } from './progress.ts';

test('no step of the course is skipped', () => {
  let job = some<Job>({
    jobstatus: 'Allocated',
    items: [],
    allowedOperations: ['Fail', 'PickUp', 'Start', 'Acknowledge'],
  });
  const course: string[] = [];
  for (let next = nextOperation(job); next; next = nextOperation(job)) {
    course.push(next);
    expect(mayFail(job)).toBe(true);
    job = advance(job, next);
  }
  expect(course).toEqual([
    'Acknowledge',
    'Start',
    'Arrive',
    'PickUp',
    'Depart',
    'Arrive',
    'Deliver',
  ]);
  expect(mayFail(job)).toBe(false);
});

test('goods on board depart before they arrive', () => {
  const allowedOperations: Operation[] = ['Arrive', 'Depart', 'Deliver', 'Fail'];
  expect(nextOperation(some<Job>({ jobstatus: 'OnBoard', allowedOperations }))).toBe('Depart');
});

test('operations of dispatchers are not offered', () => {
  expect(nextOperation(some<Job>({ allowedOperations: ['Hold', 'Cancel'] }))).toBeNull();
});
