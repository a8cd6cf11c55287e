// Selected cell range, and movement by key.

export interface Cell {
  row: number;
  column: number;
}

/** From the anchor to the active cell. */
export interface Range {
  anchor: Cell;
  head: Cell;
}

export interface Size {
  rows: number;
  columns: number;
}

export interface Bounds {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const singleCell = (row: number, column: number): Range => ({
  anchor: { row, column },
  head: { row, column },
});

export const bounds = ({ anchor, head }: Range): Bounds => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
});

export const count = (range: Range): number => {
  const { top, bottom, left, right } = bounds(range);
  return (bottom - top + 1) * (right - left + 1);
};

export const holds = ({ top, bottom, left, right }: Bounds, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

export function cellsOf(range: Range): Cell[] {
  const { top, bottom, left, right } = bounds(range);
  const cells: Cell[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) cells.push({ row, column });
  return cells;
}

const within = ({ row, column }: Cell, { rows, columns }: Size): Cell => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
});

/** Clamps a range to a smaller sheet. */
export const clamped = ({ anchor, head }: Range, size: Size): Range => ({
  anchor: within(anchor, size),
  head: within(head, size),
});

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export interface Way {
  size: Size;
  page: number;
  /** True for filled cells, for Ctrl and arrow jumps. */
  filled: (row: number, column: number) => boolean;
}

function toEdge(from: Cell, [down, right]: readonly [number, number], { size, filled }: Way): Cell {
  const next = ({ row, column }: Cell): Cell => ({ row: row + down, column: column + right });
  const inside = ({ row, column }: Cell) =>
    row >= 0 && column >= 0 && row < size.rows && column < size.columns;
  const has = (cell: Cell) => inside(cell) && filled(cell.row, cell.column);
  let here = from;
  if (has(from) && has(next(from))) {
    while (has(next(here))) here = next(here);
    return here;
  }
  while (inside(next(here))) {
    here = next(here);
    if (has(here)) break;
  }
  return here;
}

/** Target of a key; null for other keys. */
export function moved(
  range: Range,
  key: string,
  { shift, ctrl }: { shift: boolean; ctrl: boolean },
  way: Way,
): Range | null {
  const { head, anchor } = range;
  const { rows, columns } = way.size;
  const step = STEPS[key];
  let to: Cell;
  if (step)
    to = ctrl
      ? toEdge(head, step, way)
      : { row: head.row + step[0], column: head.column + step[1] };
  else if (key === 'Home') to = { row: ctrl ? 0 : head.row, column: 0 };
  else if (key === 'End') to = { row: ctrl ? rows - 1 : head.row, column: columns - 1 };
  else if (key === 'PageUp') to = { row: head.row - way.page, column: head.column };
  else if (key === 'PageDown') to = { row: head.row + way.page, column: head.column };
  else return null;
  const there = within(to, way.size);
  return shift ? { anchor, head: there } : { anchor: there, head: there };
}
