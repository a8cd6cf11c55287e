// Merges scans, notes and operations of a booking into one ordered list.
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

/** Scans are stored to the minute, operations to the moment. */
const minute = (value: string) => Math.floor(moment(value) / 60_000);

/** A manual scan is listed as a scan, a rejected one nowhere. */
const isListed = ({ operation, status }: OperationEntry) =>
  operation === 'AddTrackingEvent' && status === 'Success';

/** Detail of a scan by key, case-insensitive. */
export const detailOf = ({ details }: TrackingEntry, key: string): string =>
  details.find((detail) => detail.key.toLowerCase() === key)?.value ?? '';

/** The parts of a booking that the activity list needs. */
export type ActivitySource = Pick<
  BookingDetail,
  'trackingDetails' | 'bookingNotes' | 'operationHistory'
>;

/**
 * Sorts by event time, latest first; scans may arrive late. Ties are broken by the time of
 * recording. The API lists the oldest first.
 */
export function activityOf({
  trackingDetails,
  bookingNotes,
  operationHistory,
}: ActivitySource): Activity[] {
  const all: Activity[] = [
    ...(operationHistory ?? []).flatMap((operation): Activity[] =>
      isListed(operation)
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
