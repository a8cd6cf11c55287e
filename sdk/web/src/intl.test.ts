// Tests of kept formatters.
import { expect, it } from 'vitest';
import { dateFormat, numberFormat } from './intl.ts';

it('keeps one formatter for each language and set of options', () => {
  const percent = { style: 'percent' } as const;
  expect(numberFormat('en', percent)).toBe(numberFormat('en', { style: 'percent' }));
  expect(numberFormat('en', percent)).not.toBe(numberFormat('de', percent));
  expect(numberFormat('en', percent)).not.toBe(numberFormat('en', {}));
  expect(numberFormat('de', { minimumFractionDigits: 2 }).format(1.5)).toBe('1,50');
  const utc = { timeZone: 'UTC', year: 'numeric' } as const;
  expect(dateFormat('en', utc)).toBe(dateFormat('en', { ...utc }));
  expect(dateFormat('en', utc)).not.toBe(dateFormat('en', { ...utc, timeZone: 'Asia/Tokyo' }));
});

it('starts again when there are too many', () => {
  const first = numberFormat('en', { minimumIntegerDigits: 1 });
  for (let digits = 0; digits <= 20; digits += 1)
    for (let whole = 1; whole <= 21; whole += 1)
      for (const style of ['decimal', 'percent'] as const)
        numberFormat('en', { style, minimumIntegerDigits: whole, maximumFractionDigits: digits });
  expect(numberFormat('en', { minimumIntegerDigits: 1 })).not.toBe(first);
});
