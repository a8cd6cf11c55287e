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

/** Throws the server's rejection; a newer version than the one that was edited is a conflict. */
export async function sendBooking(booking: Versioned, body: Body): Promise<void> {
  const answer = await api.post('/api/booking/booking/createorupdatebatchbooking', body);
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

/** Fields that lists edit. */
export type FieldChange = Partial<Pick<Booking, 'reference' | 'pickupReadyTime'>>;

const sendFields = ({ id, rowVersion }: Versioned, change: FieldChange) =>
  sendBooking(
    { id, rowVersion },
    { bookings: [{ booking: { id, rowVersion, ...change }, bookingNote: null }], operations: [] },
  );

/** Shows a change in every list before the server has it. */
function show(id: number, change: FieldChange): void {
  queryClient.setQueriesData<Page<Booking>>(
    { queryKey: [...bookingsKey, 'list'] },
    (page) =>
      page && {
        ...page,
        items: page.items.map((row) => (row.id === id ? { ...row, ...change } : row)),
      },
  );
}

const refetch = () => queryClient.invalidateQueries({ queryKey: bookingsKey });

async function takeBack(id: number, now: FieldChange, before: FieldChange): Promise<void> {
  const newest = await currentBooking(id);
  const changed = Object.entries(now).some(
    ([field, value]) => (newest[field as keyof FieldChange] ?? null) !== value,
  );
  if (changed)
    throw new ApiError(409, t('Someone else has changed this. Reload to see their changes.'));
  show(id, before);
  await sendFields(newest, before).finally(refetch);
}

/** Saves one field from a list at once; the toast takes it back. */
export async function saveField(booking: Booking, change: FieldChange): Promise<void> {
  const fields = Object.keys(change) as (keyof FieldChange)[];
  const before: FieldChange = Object.fromEntries(
    fields.map((field) => [field, booking[field] ?? null]),
  );
  show(booking.id, change);
  await sendFields(booking, change).finally(refetch);
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
