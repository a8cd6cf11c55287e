// Saves changes of one booking, whole in its dialog or a field in a list.
import { ApiError } from '@waybill/plugin';
import { api, type Page } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { BodyOf, Schema } from '../../api/types.ts';
import { bookingName } from '../../lib/bookings/display.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { bookingQuery, bookingsKey } from '../../lib/bookings/queries.ts';
import { t } from '../../lib/i18n.ts';
import { failure } from '../../kit/mutate.ts';
import { toast } from '../../shell/toast.tsx';

type Body = BodyOf<'post', '/api/booking/booking/createorupdatebatchbooking'>;
type Versioned = Pick<Booking, 'id' | 'rowVersion'>;

export const currentBooking = (id: number) =>
  queryClient.fetchQuery({ ...bookingQuery(id), staleTime: 0 });

/** A change that has a price: the server offers it, and nothing is saved. */
export class PriceOffered extends ApiError {
  constructor(
    rejection: ApiError,
    readonly quote: Schema<'OfferedQuote'>,
  ) {
    super(rejection.status, rejection.message, rejection);
  }
}

/** The last save of each booking that is not finished. */
const turns = new Map<number, Promise<unknown>>();

/** Runs saves of one booking one after the other: each changes the version that the next names. */
function enqueueSave<T>(id: number, save: () => Promise<T>): Promise<T> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(save, save);
  turns.set(id, turn);
  const end = () => {
    if (turns.get(id) === turn) turns.delete(id);
  };
  void turn.then(end, end);
  return turn;
}

/** Row versions produced by saves from this page, by `id:version` of the version replaced. */
const replaced = new Map<string, number>();
const versionKey = ({ id, rowVersion }: Versioned) => `${id}:${rowVersion}`;

/** The booking with the version of the last save, unless others have changed it in between. */
function followOwnSaves({ id, rowVersion }: Versioned): Versioned {
  const next = replaced.get(versionKey({ id, rowVersion }));
  return next === undefined ? { id, rowVersion } : followOwnSaves({ id, rowVersion: next });
}

/** Throws the server's rejection; a newer version than the one that was edited is a conflict. */
async function send(booking: Versioned, body: Body): Promise<void> {
  const answer = await api.post('/api/booking/booking/createorupdatebatchbooking', body);
  const saved = answer.successBookings[0]?.booking;
  if (saved && saved.rowVersion !== booking.rowVersion)
    replaced.set(versionKey(booking), saved.rowVersion);
  const info = answer.failBookings[0]?.errorInfo;
  if (!info) return;
  // Batches return no status code; a conflict shows as a newer version.
  const late =
    !info.validationErrors?.length &&
    (await currentBooking(booking.id)).rowVersion !== booking.rowVersion;
  const rejection = new ApiError(late ? 409 : 400, info.message || t('The change was refused.'), {
    code: info.code ?? 0,
    template: info.template,
    parameters: info.parameters,
    validationErrors: info.validationErrors ?? null,
  });
  throw info.newQuote ? new PriceOffered(rejection, info.newQuote) : rejection;
}

export const sendBooking = (booking: Versioned, body: Body): Promise<void> =>
  enqueueSave(booking.id, () => send(booking, body));

/** Fields that lists edit. */
export type FieldChange = Partial<Pick<Booking, 'reference' | 'pickupReadyTime'>>;

const sendFields = ({ id, rowVersion }: Versioned, change: FieldChange) =>
  send(
    { id, rowVersion },
    { bookings: [{ booking: { id, rowVersion, ...change }, bookingNote: null }], operations: [] },
  );

/** Shows a change in every list before the server has it. */
async function show(id: number, change: FieldChange): Promise<void> {
  const lists = { queryKey: [...bookingsKey, 'list'] };
  // A page that was requested before the change would hide it.
  await queryClient.cancelQueries(lists);
  queryClient.setQueriesData<Page<Booking>>(
    lists,
    (page) =>
      page && {
        ...page,
        items: page.items.map((row) => (row.id === id ? { ...row, ...change } : row)),
      },
  );
}

/** Changes that are shown and not saved yet. */
let pending = 0;

/** Shows a change while it is saved. Lists are refetched after the last one. */
async function showWhileSaving(
  id: number,
  change: FieldChange,
  saving: Promise<void>,
): Promise<void> {
  pending += 1;
  try {
    await Promise.all([saving, show(id, change)]);
  } finally {
    pending -= 1;
    if (pending === 0) await queryClient.invalidateQueries({ queryKey: bookingsKey });
  }
}

async function takeBack(id: number, now: FieldChange, before: FieldChange): Promise<void> {
  const saving = enqueueSave(id, async () => {
    const newest = await currentBooking(id);
    const changed = Object.entries(now).some(
      ([field, value]) => (newest[field as keyof FieldChange] ?? null) !== value,
    );
    if (changed)
      throw new ApiError(409, t('Someone else has changed this. Reload to see their changes.'));
    await sendFields(newest, before);
  });
  await showWhileSaving(id, before, saving);
}

/** Saves one field from a list at once; the toast takes it back. */
export async function saveField(booking: Booking, change: FieldChange): Promise<void> {
  const fields = Object.keys(change) as (keyof FieldChange)[];
  const before: FieldChange = Object.fromEntries(
    fields.map((field) => [field, booking[field] ?? null]),
  );
  const saving = enqueueSave(booking.id, () => sendFields(followOwnSaves(booking), change));
  await showWhileSaving(booking.id, change, saving);
  const name = bookingName(booking);
  toast({
    title: t('{name} saved', { name }),
    action: {
      label: t('Undo'),
      onClick: () =>
        void takeBack(booking.id, change, before).catch(
          failure(t('{name} could not be restored', { name })),
        ),
    },
  });
}
