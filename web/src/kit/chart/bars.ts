// Bar widths on a common scale.

export interface Bar {
  key: string;
  label: string;
  /** Total, such as revenue. */
  value: number;
  /** Part of the total, such as cost. */
  part: number;
}

export interface DrawnBar {
  /** Percent of the width; never negative. */
  value: number;
  part: number;
  /** True if the part exceeds the total. */
  isOver: boolean;
}

const percent = (amount: number, max: number): number =>
  max > 0 ? Math.max(0, (amount / max) * 100) : 0;

/** All bars share the longest one's scale. */
export function drawnBars(bars: readonly Bar[]): DrawnBar[] {
  const maximum = bars.reduce((longest, { value, part }) => Math.max(longest, value, part), 0);
  return bars.map(({ value, part }) => ({
    value: percent(value, maximum),
    part: percent(part, maximum),
    isOver: part > value,
  }));
}
