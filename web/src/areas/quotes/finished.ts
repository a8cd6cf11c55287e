// Last finished consignment, shown on the sheet until dismissed.
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
  /** Optional steps that failed. */
  leftUndone: string | null;
  isDraft: boolean;
}

let last: Finished | null = null;

/** Outlives the sheet that it was finished on, but not the page or the person. */
export const finished = {
  get: (): Finished | null => (last && last.userId === sessionState().data?.user.id ? last : null),
  set: (one: Omit<Finished, 'userId'> | null): void => {
    last = one && { ...one, userId: sessionState().data?.user.id };
  },
};
