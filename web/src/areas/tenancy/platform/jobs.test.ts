// Tests of job operations.
import { expect, test } from 'vitest';
import { isPossible, kindWord, sums } from './jobs.ts';

test('the server decides what can be done', () => {
  expect(isPossible('Retry', { allowedOperations: ['Retry', 'Discard'] })).toBe(true);
  expect(isPossible('Cancel', { allowedOperations: ['Retry', 'Discard'] })).toBe(false);
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
