// Books a chosen price, and reads the answer of a batch that holds this one booking.
import { ApiError } from '@waybill/plugin';
import { t } from '../../lib/i18n.ts';
import { api } from '../../api/client.ts';
import type { SavedBooking } from '../../lib/bookings/model.ts';
import { bookingBody, type BookingChoice } from './draft.ts';
import type { QuoteDraft } from './model.ts';

/** The carrier refused a booking that is saved: the next try must be for the same one. */
export class SavedOnly extends ApiError {
  readonly booking: SavedBooking;

  constructor(booking: SavedBooking, refusal: ApiError) {
    super(refusal.status, refusal.message, refusal);
    this.booking = booking;
  }
}

/** A booking the batch refused is thrown like any refusal, so that the form has one way to show them. */
export async function book(draft: QuoteDraft, choice: BookingChoice): Promise<SavedBooking> {
  const answer = await api.post('/api/booking/booking/createorupdatebatchbooking', bookingBody(draft, choice));
  const booked = answer.successBookings[0]?.booking;
  if (booked) return booked;
  const failed = answer.failBookings[0];
  const info = failed?.errorInfo;
  const refusal = new ApiError(400, info?.message || t('The carrier refused the booking and gave no reason.'), {
    code: info?.code ?? 0,
    details: info?.details ?? null,
    template: info?.template,
    parameters: info?.parameters,
    validationErrors: info?.validationErrors ?? null,
  });
  throw failed?.booking ? new SavedOnly(failed.booking, refusal) : refusal;
}
