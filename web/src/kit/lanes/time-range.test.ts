// Time lines: whole hours around their spans, and places in percent.
import { describe, expect, it } from 'vitest';
import { hoursIn, lengthOf, percentOf, rangeAround, rangeOf } from './time-range.ts';

const DAY = Date.parse('2026-11-24T00:00:00Z');
const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);

describe('a time line', () => {
  it('has the usual hours without work', () => {
    expect(rangeOf([], DAY)).toEqual({ start: at('06:00'), end: at('18:00') });
  });
  it('is widened to whole hours', () => {
    const spans = [
      { start: at('04:40'), end: at('09:00') },
      { start: at('12:00'), end: at('19:10') },
    ];
    const range = rangeOf(spans, DAY);
    expect(range).toEqual({ start: at('04:00'), end: at('20:00') });
    expect(hoursIn(range)).toHaveLength(16);
    expect(lengthOf(range)).toBe(16);
  });
  it('stays within the day, or within more hours for shifts over midnight', () => {
    const spans = [{ start: DAY - 1, end: DAY + 30 * 3_600_000 }];
    expect(lengthOf(rangeOf(spans, DAY))).toBe(24);
    expect(lengthOf(rangeOf(spans, DAY, 48))).toBe(30);
  });
  it('leaves out hours without work where asked to', () => {
    const spans = [{ start: at('09:20'), end: at('13:05') }];
    expect(rangeAround(spans, DAY)).toEqual({ start: at('09:00'), end: at('14:00') });
    expect(rangeAround([], DAY)).toEqual(rangeOf([], DAY));
    const night = [{ start: DAY + 26.5 * 3_600_000, end: DAY + 30 * 3_600_000 }];
    expect(rangeAround(night, DAY, 48).start).toBe(DAY + 26 * 3_600_000);
  });
  it('places times in percent, within it', () => {
    const range = { start: at('06:00'), end: at('16:00') };
    expect(percentOf(at('11:00'), range)).toBe(50);
    expect(percentOf(at('05:00'), range)).toBe(0);
    expect(percentOf(at('17:00'), range)).toBe(100);
  });
});
