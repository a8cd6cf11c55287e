// The arithmetic of bars: which share of the width each takes, beside the others.

export interface Bar {
  key: string;
  label: string;
  /** The whole: what was sold, say. */
  value: number;
  /** What is taken out of the whole: what it cost. */
  part: number;
}

export interface DrawnBar {
  /** Percent of the width; never negative. */
  value: number;
  part: number;
  /** Whether the part is more than the whole. */
  isOver: boolean;
}

const percent = (amount: number, most: number): number =>
  most > 0 ? Math.max(0, (amount / most) * 100) : 0;

/** All bars are drawn to one scale, that of the longest. */
export function drawnBars(bars: readonly Bar[]): DrawnBar[] {
  const most = bars.reduce((longest, { value, part }) => Math.max(longest, value, part), 0);
  return bars.map(({ value, part }) => ({
    value: percent(value, most),
    part: percent(part, most),
    isOver: part > value,
  }));
}
