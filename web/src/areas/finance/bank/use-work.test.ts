// Tests of undone bank operations.
import { afterEach, expect, test } from 'vitest';
import { refusal, result, stage } from '../../../../test/stage.tsx';
import { queryClient } from '../../../api/query-client.ts';
import { bankLinesKey } from './queries.ts';
import { takeBackLines } from './use-work.ts';

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

test('lines reopened before a failure are shown as open', async () => {
  server = await stage([], ({ body }) => {
    const { lineId } = JSON.parse(body) as { lineId: number };
    return lineId === 2
      ? refusal(409, 'The payment is reversed.')
      : result({ line: { id: lineId, status: 'Open' } });
  });
  const key = [...bankLinesKey, 7, 'list', {}];
  const items = [1, 2, 3].map((id) => ({ id, status: 'Accepted' }));
  queryClient.setQueryData(key, { items, totalCount: 3 });
  await expect(takeBackLines(7, [1, 2, 3])).rejects.toThrow('The payment is reversed.');
  expect(
    queryClient.getQueryData<{ items: typeof items }>(key)?.items.map(({ status }) => status),
  ).toEqual(['Open', 'Accepted', 'Accepted']);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});
