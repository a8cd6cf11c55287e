// Tests of sheet keys, clipboard and undo.
import { describe, expect, it } from 'vitest';
import { edited, lastTouched, noEdits, redone, undone, type Edits } from './edits.ts';
import {
  singleCell,
  bounds,
  cellsOf,
  clamped,
  count,
  moved,
  type Range,
  type Way,
} from './range.ts';
import { fromTsv, laidOver, toTsv } from './tsv.ts';

describe('keys', () => {
  // x x . x
  // . . . .
  // x . . .
  const map = ['xx.x', '....', 'x...'];
  const way: Way = {
    size: { rows: 3, columns: 4 },
    page: 2,
    filled: (row, column) => map[row]?.[column] === 'x',
  };
  const press = (from: Range, key: string, held = '') =>
    moved(from, key, { shift: held.includes('shift'), ctrl: held.includes('ctrl') }, way);

  it('lead to the next cell and stay in the sheet', () => {
    expect(press(singleCell(0, 0), 'ArrowRight')).toEqual(singleCell(0, 1));
    expect(press(singleCell(0, 0), 'ArrowUp')).toEqual(singleCell(0, 0));
    expect(press(singleCell(2, 3), 'ArrowDown')).toEqual(singleCell(2, 3));
    expect(press(singleCell(0, 3), 'PageDown')).toEqual(singleCell(2, 3));
    expect(press(singleCell(1, 2), 'Home')).toEqual(singleCell(1, 0));
    expect(press(singleCell(1, 2), 'End')).toEqual(singleCell(1, 3));
    expect(press(singleCell(1, 2), 'Home', 'ctrl')).toEqual(singleCell(0, 0));
    expect(press(singleCell(1, 2), 'End', 'ctrl')).toEqual(singleCell(2, 3));
    expect(press(singleCell(1, 2), 'q')).toBeNull();
  });

  it('lead with Ctrl to where something begins or ends', () => {
    expect(press(singleCell(0, 0), 'ArrowRight', 'ctrl')).toEqual(singleCell(0, 1));
    expect(press(singleCell(0, 1), 'ArrowRight', 'ctrl')).toEqual(singleCell(0, 3));
    expect(press(singleCell(0, 0), 'ArrowDown', 'ctrl')).toEqual(singleCell(2, 0));
    expect(press(singleCell(1, 1), 'ArrowRight', 'ctrl')).toEqual(singleCell(1, 3));
  });

  it('make the choice larger with Shift', () => {
    const grown = press(singleCell(1, 1), 'ArrowDown', 'shift');
    expect(grown).toEqual({ anchor: { row: 1, column: 1 }, head: { row: 2, column: 1 } });
    const two = press(grown ?? singleCell(0, 0), 'ArrowLeft', 'shift') ?? singleCell(0, 0);
    expect(bounds(two)).toEqual({ top: 1, bottom: 2, left: 0, right: 1 });
    expect(count(two)).toBe(4);
    expect(cellsOf(two)[1]).toEqual({ row: 1, column: 1 });
    expect(clamped(two, { rows: 1, columns: 1 })).toEqual(singleCell(0, 0));
  });
});

describe('the clipboard', () => {
  it('keeps a block as it was', () => {
    const block = [
      ['1.5', 'a "b"'],
      ['', 'two\nlines'],
      ['tab\there', 'x'],
    ];
    expect(fromTsv(toTsv(block))).toEqual(block);
    expect(fromTsv('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(fromTsv('')).toEqual([]);
    expect(fromTsv('1\t')).toEqual([['1', '']]);
  });

  it('fills a range with what fits it', () => {
    expect(laidOver([['7']], { rows: 2, columns: 2 })).toEqual([
      ['7', '7'],
      ['7', '7'],
    ]);
    expect(laidOver([['1', '2']], { rows: 2, columns: 4 })).toEqual([
      ['1', '2', '1', '2'],
      ['1', '2', '1', '2'],
    ]);
    expect(
      laidOver(
        [
          ['1', '2'],
          ['3', '4'],
        ],
        { rows: 1, columns: 3 },
      ),
    ).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(laidOver([['1'], ['3', '4']], { rows: 1, columns: 1 })).toEqual([
      ['1', ''],
      ['3', '4'],
    ]);
    expect(laidOver([], { rows: 1, columns: 1 })).toEqual([]);
  });
});

describe('edits', () => {
  it('are undone and done again act by act', () => {
    const none: Edits<number> = noEdits;
    const one = edited(none, [
      ['a', 1],
      ['b', 2],
    ]);
    const two = edited(one, [
      ['a', undefined],
      ['c', 3],
    ]);
    expect([...two.current]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    expect(lastTouched(two, 'undo')).toBe('a');
    const back = undone(two);
    expect(back.current).toEqual(one.current);
    expect([...undone(back).current]).toEqual([]);
    expect(undone(none)).toEqual(none);
    expect(redone(back).current).toEqual(two.current);
    expect(redone(redone(back)).current).toEqual(two.current);
    // Something new ends the way forth.
    expect(edited(back, [['d', 4]]).future).toEqual([]);
    // A no-op isn't recorded.
    expect(edited(one, [['a', 1]])).toBe(one);
  });
});
