// Tests of import states.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Schema } from '../../api/types.ts';
import { statusOf } from './token.ts';

const statusText = (more: Partial<Schema<'ImportStatus'>>) =>
  statusOf(
    some<Schema<'ImportStatus'>>({
      isCompleted: true,
      done: 4,
      total: 4,
      inserted: 3,
      updated: 1,
      unchanged: 0,
      refused: 0,
      failure: null,
      ...more,
    }),
  );

test('an import goes on, is done, or has failed', () => {
  expect(statusText({ isCompleted: false })).toMatchObject({
    state: 'running',
    hasEnded: false,
    failure: null,
  });
  expect(statusText({})).toMatchObject({
    state: 'done',
    hasEnded: true,
    outcome: { inserted: 3, updated: 1, refused: 0 },
    failure: null,
  });
  expect(statusText({ failure: 'The import was cancelled.' })).toMatchObject({
    state: 'dead',
    failure: 'The import was cancelled.',
  });
});

test('a table with an error stores nothing, and says so', () => {
  expect(statusText({ refused: 2, inserted: 0, updated: 0 })).toMatchObject({
    state: 'dead',
    failure: 'Nothing was imported: 2 errors',
  });
});
