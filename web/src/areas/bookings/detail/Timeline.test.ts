// The order of the scans.
import { expect, it } from 'vitest';
import type { TrackingEntry } from '../../../lib/bookings/model.ts';
import { latestFirst } from './Timeline.tsx';

it('puts the latest first, and of one minute the one that came last', () => {
  const scan = (status: TrackingEntry['status'], updatedAt: string, creationTime = updatedAt): TrackingEntry => ({ status, updatedAt, creationTime, details: [] });
  const scans = [
    scan('PickedUp', '2026-02-03T01:00:00Z', '2026-02-03T01:00:10Z'),
    scan('InTransit', '2026-02-03T01:00:00Z', '2026-02-03T01:00:20Z'),
    scan('Delivered', '2026-02-04T01:00:00Z'),
    scan('AtDepot', '2026-02-03T12:00:00+10:00', '2026-02-05T00:00:00Z'),
  ];
  expect(latestFirst(scans).map((entry) => entry.status)).toEqual(['Delivered', 'AtDepot', 'InTransit', 'PickedUp']);
});
