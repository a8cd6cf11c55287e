// Totals of several manifests.
import type { Manifest } from './queries.ts';

/** Totals in kilograms and cubic metres. */
export const sumsOf = (
  manifests: readonly Pick<
    Manifest,
    'totalBookings' | 'totalItems' | 'totalWeight' | 'totalCubic'
  >[],
) => {
  const sum = (of: (manifest: (typeof manifests)[number]) => number) =>
    manifests.reduce((sofar, manifest) => sofar + of(manifest), 0);
  return {
    consignments: sum(({ totalBookings }) => totalBookings),
    pieces: sum(({ totalItems }) => totalItems),
    weight: sum(({ totalWeight }) => totalWeight.value),
    volume: sum(({ totalCubic }) => totalCubic.value),
  };
};
