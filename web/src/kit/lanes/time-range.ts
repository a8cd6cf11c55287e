// Time line of lanes: its range in whole hours, and places on it.

const HOUR = 3_600_000;
/** Hours that a time line shows at least. */
const USUAL_HOURS = { from: 6, to: 18 };

export interface TimeRange {
  start: number;
  end: number;
}

/** Whole hours that hold all spans, within the day or as many hours. */
export function rangeOf(spans: Iterable<TimeRange>, dayStart: number, hours = 24): TimeRange {
  let start = dayStart + USUAL_HOURS.from * HOUR;
  let end = dayStart + USUAL_HOURS.to * HOUR;
  for (const span of spans) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  const hour = (time: number) => (time - dayStart) / HOUR;
  return {
    start: dayStart + Math.max(0, Math.floor(hour(start))) * HOUR,
    end: dayStart + Math.min(hours, Math.ceil(hour(end))) * HOUR,
  };
}

/** Whole hours that hold all spans, and no others; the usual hours without one. */
export function rangeAround(
  spans: readonly TimeRange[],
  dayStart: number,
  hours?: number,
): TimeRange {
  const range = rangeOf(spans, dayStart, hours);
  const first = Math.min(...spans.map(({ start }) => start));
  const last = Math.max(...spans.map(({ end }) => end));
  return spans.length === 0
    ? range
    : {
        start: Math.max(range.start, first - ((first - dayStart) % HOUR)),
        end: Math.min(range.end, dayStart + Math.ceil((last - dayStart) / HOUR) * HOUR),
      };
}

export const hoursIn = ({ start, end }: TimeRange): number[] =>
  Array.from({ length: Math.round((end - start) / HOUR) }, (_, index) => start + index * HOUR);

/** Length in hours. */
export const lengthOf = ({ start, end }: TimeRange): number => (end - start) / HOUR;

/** Place on the time line in percent, within it. */
export const percentOf = (time: number, { start, end }: TimeRange): number =>
  Math.min(100, Math.max(0, ((time - start) / (end - start)) * 100));
