// Records of live events.
import { expect, test } from 'vitest';
import { recordOf } from './live.ts';

test('an event names its record, or means all of them', () => {
  expect(recordOf({ data: '{"jobId":7,"status":"Allocated"}' }, 'jobId')).toBe(7);
  expect(recordOf({ data: '{"jobId":"7"}' }, 'jobId')).toBeNull();
  expect(recordOf({ data: 'null' }, 'jobId')).toBeNull();
  expect(recordOf({ data: '{' }, 'jobId')).toBeNull();
});
