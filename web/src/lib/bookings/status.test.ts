// The groups and the order of the booking statuses.
import { expect, it } from 'vitest';
import { allStatuses, groupOf, groups, shipmentStep, scanStatuses, statusesOf } from './status.ts';

it('puts every status into one group, Cancelled into none', () => {
  const grouped = groups.flatMap((group) => statusesOf(group.key));
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(allStatuses.filter((status) => !grouped.includes(status))).toEqual(['Cancelled']);
  expect(groupOf('Cancelled')).toBeNull();
});

it('counts a consignment as in transit from the pickup on', () => {
  expect(groupOf('AtPickup')).toBe('processing');
  expect(groupOf('PickedUp')).toBe('inTransit');
  expect(groupOf('PartiallyDelivered')).toBe('inTransit');
});

it('offers no scan for what comes before the manifest', () => {
  expect(scanStatuses).toContain('Delivered');
  for (const status of ['Draft', 'Booked', 'Manifested', 'Failed', 'Cancelled'])
    expect(scanStatuses).not.toContain(status);
});

it('knows how far a consignment got', () => {
  expect(shipmentStep('Draft')).toBe(-1);
  expect(shipmentStep('AtDepot')).toBe(3);
  expect(shipmentStep('Delivered')).toBe(5);
  expect(shipmentStep('Damaged', ['PickedUp', 'AtDepot', 'Damaged'])).toBe(3);
  expect(shipmentStep('OnHold')).toBe(0);
  expect(shipmentStep('Failed')).toBe(-1);
});
