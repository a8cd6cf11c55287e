// Tests of bar scaling.
import { expect, test } from 'vitest';
import { drawnBars } from './bars.ts';

const bar = (value: number, part: number) => ({ key: `${value}-${part}`, label: 'x', value, part });

test('the longest bar takes the whole width', () => {
  expect(drawnBars([bar(200, 150), bar(50, 100)])).toEqual([
    { value: 100, part: 75, isOver: false },
    { value: 25, part: 50, isOver: true },
  ]);
});

test('a cost above every price sets the scale', () => {
  expect(drawnBars([bar(50, 200)])).toEqual([{ value: 25, part: 100, isOver: true }]);
});

test('nothing and less than nothing have no length', () => {
  expect(drawnBars([])).toEqual([]);
  expect(drawnBars([bar(0, 0)])).toEqual([{ value: 0, part: 0, isOver: false }]);
  expect(drawnBars([bar(-10, 0), bar(20, 5)])[0]).toEqual({ value: 0, part: 0, isOver: true });
});
