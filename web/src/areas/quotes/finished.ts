// The last finished consignment, until dismissed.
import { sessionState } from '../../api/session.ts';
import type { SavedBooking } from '../../lib/bookings/model.ts';

export interface Finished {
  userId: number | undefined;
  booking: SavedBooking;
  /** Carrier, service, price. */
  facts: string;
  route: string;
  wasPrinted: boolean;
  wasManifested: boolean;
  leftUndone: string | null;
  isDraft: boolean;
}

let last: Finished | null = null;

/** Storage that outlives the sheet, but not the page or the user. */
export const finished = {
  get: (): Finished | null => (last && last.userId === sessionState().data?.user.id ? last : null),
  set: (one: Omit<Finished, 'userId'> | null): void => {
    last = one && { ...one, userId: sessionState().data?.user.id };
  },
};
