// Merges scans, notes and operations by time.
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

/** Scans are stored to the minute. */
const minute = (value: string) => Math.floor(moment(value) / 60_000);

/** A manual scan is listed as a scan, a rejected one nowhere. */
const isListed = ({ operation, status }: OperationEntry) =>
  operation === 'AddTrackingEvent' && status === 'Success';

/** Detail by case-insensitive key. */
export const detailOf = ({ details }: TrackingEntry, key: string): string =>
  details.find((detail) => detail.key.toLowerCase() === key)?.value ?? '';

const CHANGE = /^-?[\d.]+ → -?[\d.]+$/;

/** The prices before and after, if an operation's value is a change of price. */
export const pricesOf = (value: string | null): number[] =>
  value && CHANGE.test(value) ? value.split(' → ').map(Number) : [];

export type ActivitySource = Pick<
  BookingDetail,
  'trackingDetails' | 'bookingNotes' | 'operationHistory'
>;

/** Sorts by event time, latest first; ties by recording time. The API lists the oldest first. */
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
