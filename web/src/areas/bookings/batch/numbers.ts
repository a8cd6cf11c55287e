// Numbers of files and pasted cells, in the reader's notation.
import { readSheetNumber, readWritten, writeNumber } from '@waybill/plugin';
import { fileNotation } from '../../../kit/import/table.ts';
import type { CellChange } from './sheet-state.ts';

export const MEASURES = ['length', 'width', 'height', 'weight'];
const COLUMNS = ['quantity', ...MEASURES];

export const isNumber = (column: string): boolean => COLUMNS.includes(column);

/** Rewrites texts in the reader's notation. A text with two meanings stays as it is. */
function rewriter(texts: readonly string[], hasCommas: boolean | null): (text: string) => string {
  const of = fileNotation(hasCommas, texts);
  return (text) => {
    const value = readWritten(text, of);
    return value === null || readSheetNumber(text) === value ? text : writeNumber(value);
  };
}

/** Rows of a file, by column. */
export function readRows(
  rows: readonly Readonly<Record<string, string>>[],
  hasCommas: boolean | null,
): Record<string, string>[] {
  const texts = rows.flatMap((row) => COLUMNS.flatMap((column) => row[column] ?? []));
  const rewrite = rewriter(texts, hasCommas);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, text]) => [
        column,
        isNumber(column) ? rewrite(text) : text,
      ]),
    ),
  );
}

/** Pasted cells. */
export function readPasted(changes: readonly CellChange[]): CellChange[] {
  const rewrite = rewriter(
    changes.flatMap(({ column, text }) => (isNumber(column) ? text : [])),
    null,
  );
  return changes.map((change) =>
    isNumber(change.column) ? { ...change, text: rewrite(change.text) } : change,
  );
}

/** Cell of an exported file, where numbers have a point. */
export const exportCell = (column: string, text: string): string | number =>
  (isNumber(column) ? readSheetNumber(text) : null) ?? text;
