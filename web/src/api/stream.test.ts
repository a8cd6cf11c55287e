// Server-sent events out of pieces of text.
import { expect, it } from 'vitest';
import { eventsIn } from './stream.ts';

it('reads whole events and keeps what is not whole yet', () => {
  const first = eventsIn('id: 7\nevent: booking\ndata: {"a":1}\n\n: \n\nid: 8\nevent: boo');
  expect(first.events).toEqual([{ event: 'booking', id: '7', data: '{"a":1}' }]);
  expect(first.rest).toBe('id: 8\nevent: boo');
  expect(eventsIn(`${first.rest}king\ndata: x\ndata: y\n\n`)).toEqual({
    events: [{ event: 'booking', id: '8', data: 'x\ny' }],
    rest: '',
  });
});

it('calls an event without a name a message, and drops what carries nothing', () => {
  expect(eventsIn('data:1\r\n\r\nevent: open\r\n\r\n').events).toEqual([
    { event: 'message', id: '', data: '1' },
  ]);
});
