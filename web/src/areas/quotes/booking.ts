// Saves and books the sheet as a batch of one.
import { ApiError } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { SavedBooking } from '../../lib/bookings/model.ts';
import type { OperationName } from '../../lib/bookings/operations.ts';
import { t } from '../../lib/i18n.ts';
import { bookingBody, type BookingChoice } from './draft.ts';
import type { QuoteDraft } from './model.ts';

export type OfferedQuote = Schema<'OfferedQuote'>;

/** Rejection with the saved draft, and a valid price if any. */
export class Refused extends ApiError {
  readonly booking: SavedBooking | null;
  readonly newQuote: OfferedQuote | null;

  constructor(refusal: ApiError, booking: SavedBooking | null, newQuote: OfferedQuote | null) {
    super(refusal.status, refusal.message, refusal);
    this.booking = booking;
    this.newQuote = newQuote;
  }
}

/** Refusal of a booking that is saved. */
export const refusalOf = (info: Schema<'ErrorInfo'> | null | undefined): ApiError =>
  new ApiError(400, info?.message || t('The carrier refused the booking and gave no reason.'), {
    code: info?.code ?? 0,
    details: info?.details ?? null,
    template: info?.template,
    parameters: info?.parameters,
    validationErrors: info?.validationErrors ?? null,
  });

export interface FinishResult {
  booking: SavedBooking;
  /** Document tokens. */
  labels: string[];
  manifests: string[];
  /** Message of failed optional steps. */
  leftUndone: string | null;
}

/** Before the carrier accepted. */
const NOT_TAKEN: readonly string[] = ['Draft', 'Quoted', 'Failed'];

/** Throws batch rejections like others. */
export async function save(
  draft: QuoteDraft,
  choice: BookingChoice,
  operations: OperationName[],
): Promise<FinishResult> {
  const answer = await api.post(
    '/api/booking/booking/createorupdatebatchbooking',
    bookingBody(draft, choice, operations),
  );
  const done = (booking: SavedBooking, leftUndone: string | null): FinishResult => ({
    booking,
    labels: answer.label,
    manifests: answer.manifest,
    leftUndone,
  });
  const saved = answer.successBookings[0]?.booking;
  if (saved) return done(saved, null);
  const failed = answer.failBookings[0];
  const info = failed?.errorInfo;
  const refusal = refusalOf(info);
  // A failed label or manifest doesn't undo the carrier's acceptance.
  if (
    failed?.booking &&
    operations.includes('Book') &&
    !NOT_TAKEN.includes(failed.booking.bookingStatus)
  )
    return done(failed.booking, refusal.message);
  throw new Refused(refusal, failed?.booking ?? null, info?.newQuote ?? null);
}
