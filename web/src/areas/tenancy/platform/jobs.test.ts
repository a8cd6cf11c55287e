// Tests of job operations.
import { expect, test } from 'vitest';
import { isPossible, kindWord, sums, type JobOperation, type JobState } from './jobs.ts';

test('what can be done depends on the state', () => {
  const possible = (state: JobState, cancelAsked = false) =>
    (['Retry', 'Discard', 'Cancel'] as JobOperation[]).filter((operation) =>
      isPossible(operation, { state, cancelAsked }),
    );
  expect(possible('dead')).toEqual(['Retry', 'Discard']);
  expect(possible('cancelled')).toEqual(['Retry', 'Discard']);
  expect(possible('done')).toEqual(['Discard']);
  expect(possible('waiting')).toEqual(['Cancel']);
  expect(possible('running')).toEqual(['Cancel']);
  expect(possible('running', true)).toEqual([]);
});

test('counts add up by state and by kind', () => {
  const { states, kinds } = sums([
    { kind: 'tenancy.mail', state: 'dead', count: 2 },
    { kind: 'tenancy.mail', state: 'waiting', count: 3 },
    { kind: 'files.sweep', state: 'dead', count: 1 },
  ]);
  expect([...states]).toEqual([
    ['dead', 3],
    ['waiting', 3],
  ]);
  expect([...kinds]).toEqual([
    ['tenancy.mail', 5],
    ['files.sweep', 1],
  ]);
});

test('a kind without words is called by its name', () => {
  expect([kindWord('tenancy.mail'), kindWord('search.index')]).toEqual([
    'Send email',
    'search.index',
  ]);
});
