// Reading server-sent events from pieces of text.
import { expect, it } from 'vitest';
import { eventsIn } from './follow.ts';

it('takes whole events of one kind and keeps the rest', () => {
  const { data, rest } = eventsIn('event: quotes\ndata: {"a":\ndata: 1}\n\n: beat\n\nevent: open\ndata: x\n\nevent:quotes\r\ndata:2\r\n\r\nevent: quo', 'quotes');
  expect(data).toEqual(['{"a":\n1}', '2']);
  expect(rest).toBe('event: quo');
});
