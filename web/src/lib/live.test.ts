// Records of live events.
import { expect, test } from 'vitest';
import { Changes, recordOf } from './live.ts';

test('an event names its record, or means all of them', () => {
  expect(recordOf({ data: '{"jobId":7,"status":"Allocated"}' }, 'jobId')).toBe(7);
  expect(recordOf({ data: '{"jobId":"7"}' }, 'jobId')).toBeNull();
  expect(recordOf({ data: 'null' }, 'jobId')).toBeNull();
  expect(recordOf({ data: '{' }, 'jobId')).toBeNull();
});

const kinds = [
  { key: ['runs'], member: 'runId' },
  { key: ['plans'], member: 'planId' },
] as const;
const event = (data: string) => ({ event: 'route', id: '1', data });

test('a stream of two kinds of records changes only the kinds that its events name', () => {
  const changes = new Changes(kinds);
  changes.add(event('{"planId":3}'));
  changes.add(event('{"planId":5}'));
  const changed = changes.kinds();
  expect(changed.map(({ key }) => key)).toEqual([['plans']]);
  expect([3, 4, 5].map((id) => changed[0]?.has(id))).toEqual([true, false, true]);
});

test('an event without a record changes all kinds', () => {
  const changes = new Changes(kinds);
  changes.add(event('{}'));
  expect(changes.kinds().map(({ has }) => has(9))).toEqual([true, true]);
});
