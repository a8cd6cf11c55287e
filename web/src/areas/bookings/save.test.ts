// Tests of fields that are saved one after the other in a list.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { some } from '../../../test/some.ts';
import { refusal, result, stage } from '../../../test/stage.tsx';
import type { Received, Reply } from '../../../test/loopback.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Page } from '../../api/client.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { bookingsKey } from '../../lib/bookings/queries.ts';
import { saveField } from './save.ts';

const LIST = [...bookingsKey, 'list', 'test'];

interface Sent {
  bookings: { booking: Partial<Booking> }[];
}

let stored: Partial<Booking>;
let id = 0;
/** Changes whose answer is awaited, in the order of their arrival. */
let waiting: { sent: Partial<Booking>; answer: () => void }[];
let server: Awaited<ReturnType<typeof stage>>;

/** Saves as the server does: only the version that is stored. */
function store(sent: Partial<Booking>): Reply {
  if (sent.rowVersion !== stored.rowVersion)
    return result({
      successBookings: [],
      failBookings: [
        { index: 0, booking: null, errorInfo: { message: 'Changed.', validationErrors: [] } },
      ],
    });
  stored = { ...stored, ...sent, rowVersion: Number(sent.rowVersion) + 1 };
  return result({ successBookings: [{ index: 0, booking: stored }], failBookings: [] });
}

const reply = ({ path, body }: Received): Reply | Promise<Reply> => {
  if (path.endsWith('/getbookingforEdit')) return result(stored);
  if (!path.endsWith('/createorupdatebatchbooking')) return refusal(404, 'There is no such call.');
  const sent = (JSON.parse(body) as Sent).bookings[0]?.booking ?? {};
  return new Promise((resolve) => waiting.push({ sent, answer: () => resolve(store(sent)) }));
};

beforeEach(async () => {
  waiting = [];
  id += 1;
  stored = { id, rowVersion: 3, reference: 'A', pickupReadyTime: null };
  server = await stage([], reply);
  queryClient.setQueryData(LIST, { items: [stored], totalCount: 1 });
});
afterEach(() => server.close());

const row = (): Booking =>
  some<Booking>(queryClient.getQueryData<Page<Booking>>(LIST)?.items[0] ?? {});
const answers = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count));

it('two fields of a booking edited at once are saved one after the other', async () => {
  const before = row();
  const first = saveField(before, { reference: 'B' });
  const second = saveField(before, { pickupReadyTime: '2026-02-03T02:30:00Z' });
  await answers(1);
  await vi.waitFor(() =>
    expect(row()).toMatchObject({ reference: 'B', pickupReadyTime: '2026-02-03T02:30:00Z' }),
  );
  waiting[0]?.answer();
  await first;
  await answers(2);
  expect(waiting[1]?.sent).toMatchObject({ rowVersion: 4 });
  waiting[1]?.answer();
  await second;
  expect(stored).toMatchObject({ reference: 'B', pickupReadyTime: '2026-02-03T02:30:00Z' });
  // The row still has the version from before both.
  const third = saveField(before, { reference: 'C' });
  await answers(3);
  waiting[2]?.answer();
  await third;
  expect(stored).toMatchObject({ reference: 'C', rowVersion: 6 });
});

it('a change by another person in between is a conflict', async () => {
  const before = row();
  const first = saveField(before, { reference: 'B' });
  await answers(1);
  waiting[0]?.answer();
  await first;
  stored = { ...stored, reference: 'Theirs', rowVersion: 5 };
  const second = saveField(before, { pickupReadyTime: null });
  await answers(2);
  expect(waiting[1]?.sent).toMatchObject({ rowVersion: 4 });
  waiting[1]?.answer();
  await expect(second).rejects.toMatchObject({ status: 409 });
});

it('a page that was requested before a change does not hide it', async () => {
  const before = row();
  let arrive: () => void = () => undefined;
  const loading = queryClient.fetchQuery({
    queryKey: LIST,
    queryFn: () =>
      new Promise<unknown>((resolve) => {
        arrive = () => resolve({ items: [before], totalCount: 1 });
      }),
    staleTime: 0,
  });
  loading.catch(() => undefined);
  const saving = saveField(before, { reference: 'B' });
  await answers(1);
  arrive();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(row().reference).toBe('B');
  waiting[0]?.answer();
  await saving;
});
