// All that happened to a booking, in one order: its scans, its notes, and what was done with it.
import type {
  BookingDetail,
  BookingNote,
  OperationEntry,
  TrackingEntry,
} from '../../../lib/bookings/model.ts';

export type Activity = { key: string; at: string; arrived: number } & (
  | { kind: 'scan'; scan: TrackingEntry }
  | { kind: 'note'; note: BookingNote }
  | { kind: 'operation'; operation: OperationEntry }
);

const moment = (value: string | null | undefined) => Date.parse(value ?? '') || 0;

/** Scans know minutes, and what was done knows the moment. */
const minute = (value: string) => Math.floor(moment(value) / 60_000);

/** A scan that was entered by hand stands among the scans, and a refused one nowhere else. */
const isTold = ({ operation, status }: OperationEntry) =>
  operation === 'AddTrackingEvent' && status === 'Success';

/** What a detail of a scan says, by its key in any letters. */
export const detailOf = ({ details }: TrackingEntry, key: string): string =>
  details.find((detail) => detail.key.toLowerCase() === key)?.value ?? '';

/** What a booking tells of itself, or a part of it. */
export type Told = Pick<BookingDetail, 'trackingDetails' | 'bookingNotes' | 'operationHistory'>;

/**
 * The latest first: by when it happened, which for scans is not always the order of arrival. What happened in the same
 * minute is told apart by when we heard of it; the API lists the oldest first.
 */
export function activityOf({ trackingDetails, bookingNotes, operationHistory }: Told): Activity[] {
  const all: Activity[] = [
    ...(operationHistory ?? []).flatMap((operation): Activity[] =>
      isTold(operation)
        ? []
        : [
            {
              kind: 'operation',
              key: `operation-${operation.id}`,
              at: operation.creationTime,
              arrived: moment(operation.creationTime),
              operation,
            },
          ],
    ),
    ...(trackingDetails ?? []).map((scan, index): Activity => ({
      kind: 'scan',
      key: `scan-${detailOf(scan, 'id') || index}`,
      at: scan.updatedAt || scan.creationTime,
      arrived: moment(scan.creationTime),
      scan,
    })),
    ...(bookingNotes ?? []).map((note): Activity => ({
      kind: 'note',
      key: `note-${note.id}`,
      at: note.creationTime,
      arrived: moment(note.creationTime),
      note,
    })),
  ];
  return all.toReversed().toSorted((a, b) => minute(b.at) - minute(a.at) || b.arrived - a.arrived);
}
