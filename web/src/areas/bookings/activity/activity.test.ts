// Tests of activity order and deduplication.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { BookingNote, OperationEntry, TrackingEntry } from '../../../lib/bookings/model.ts';
import { activityOf, pricesOf } from './activity.ts';

const scan = (
  status: TrackingEntry['status'],
  updatedAt: string,
  creationTime = updatedAt,
): TrackingEntry => ({ status, updatedAt, creationTime, details: [] });

it('puts the latest first, and of one minute the one that came last', () => {
  const trackingDetails = [
    scan('PickedUp', '2026-02-03T01:00:00Z', '2026-02-03T01:00:10Z'),
    scan('InTransit', '2026-02-03T01:00:00Z', '2026-02-03T01:00:20Z'),
    scan('Delivered', '2026-02-04T01:00:00Z'),
    scan('AtDepot', '2026-02-03T12:00:00+10:00', '2026-02-05T00:00:00Z'),
  ];
  expect(
    activityOf({ trackingDetails }).map((entry) => entry.kind === 'scan' && entry.scan.status),
  ).toEqual(['Delivered', 'AtDepot', 'InTransit', 'PickedUp']);
});

it('puts a scan of this minute after what was done in it before', () => {
  const operationHistory = [
    some<OperationEntry>({
      id: 1,
      operation: 'Manifest',
      status: 'Success',
      creationTime: '2026-02-03T01:00:30Z',
    }),
  ];
  expect(
    activityOf({
      operationHistory,
      trackingDetails: [scan('PickedUp', '2026-02-03T01:00:00Z', '2026-02-03T01:00:50Z')],
    }).map(({ kind }) => kind),
  ).toEqual(['scan', 'operation']);
});

it('has notes and operations among the scans, and a scan entered by hand once', () => {
  const operation = (
    id: number,
    name: OperationEntry['operation'],
    status: OperationEntry['status'],
    creationTime: string,
  ) => some<OperationEntry>({ id, operation: name, status, creationTime });
  const entries = activityOf({
    trackingDetails: [scan('Delivered', '2026-02-04T01:00:00Z')],
    bookingNotes: [
      some<BookingNote>({ id: 1, comment: 'Rang ahead', creationTime: '2026-02-03T01:00:00Z' }),
    ],
    operationHistory: [
      operation(1, 'Book', 'Success', '2026-02-01T01:00:00Z'),
      operation(2, 'AddTrackingEvent', 'Success', '2026-02-04T01:00:00Z'),
      operation(3, 'AddTrackingEvent', 'Failed', '2026-02-02T01:00:00Z'),
    ],
  });
  expect(entries.map(({ key }) => key)).toEqual(['scan-0', 'note-1', 'operation-3', 'operation-1']);
});

it('reads a change of price, and no other value', () => {
  expect(pricesOf('84.07 → 280.3')).toEqual([84.07, 280.3]);
  expect(pricesOf('CN000012')).toEqual([]);
  expect(pricesOf(null)).toEqual([]);
});
