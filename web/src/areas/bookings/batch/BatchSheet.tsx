// Spreadsheet with undo, paste and problems.
import { useMemo, type Ref } from 'react';
import { useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { bounds, cellsOf, type Range } from '../../../kit/sheet/range.ts';
import { Sheet, type Heading, type SheetHandle } from '../../../kit/sheet/Sheet.tsx';
import type { CellLook } from '../../../kit/sheet/SheetCell.tsx';
import { laidOver, toTsv } from '../../../kit/sheet/tsv.ts';
import { COLUMNS, RESULT } from './columns.ts';
import { readPasted } from './numbers.ts';
import { cell, headingOf, isBlank, MAX_ROWS, type Row, type RowProblem } from './rows.ts';
import type { Outcome, Priced } from './send.ts';
import { isLocked, redo, typed, undo, type CellChange, type SheetState } from './sheet-state.ts';

export interface BatchSheetProps {
  ref: Ref<SheetHandle>;
  sheet: SheetState;
  problems: (row: Row) => readonly RowProblem[];
  /** The row's price, if it is still that of the row. */
  priceOf: (row: Row) => Priced | null;
  readOnly: boolean;
  range: Range;
  onRange: (range: Range) => void;
  onChange: (next: (state: SheetState) => SheetState) => void;
  /** Returns true if the pasted lines are handled elsewhere. */
  onLines: (lines: string[][]) => boolean;
  className?: string;
}

/** Empty rows below the last one. */
const SPARE_ROWS = 20;
const LEAST_ROWS = 30;

/** Server errors, else local checks. */
export function problemsNow(
  row: Row,
  outcome: Outcome | undefined,
  checked: (row: Row) => readonly RowProblem[],
): readonly RowProblem[] {
  if (isBlank(row) || isLocked(outcome)) return [];
  const own = checked(row);
  return own.length > 0 ? own : (outcome?.problems ?? []);
}

function useResult(priceOf: BatchSheetProps['priceOf']) {
  const t = useT();
  const format = useFormat();
  return (
    row: Row,
    outcome: Outcome | undefined,
    problems: readonly RowProblem[],
  ): Pick<CellLook, 'value' | 'state' | 'problem'> => {
    if (isBlank(row)) return { value: '' };
    if (outcome?.state === 'booked') {
      const { priced, booking } = outcome;
      const name = booking?.consignmentId ?? t('Booking #{id}', { id: booking?.id ?? 0 });
      return {
        value: priced ? `${name} · ${format.money(priced.total)} · ${priced.offer}` : name,
        state: 'done',
      };
    }
    if (outcome?.state === 'quoting') return { value: t('Getting prices…') };
    if (outcome?.state === 'booking') return { value: t('Booking…') };
    const [first] = problems;
    const priced = first ? null : priceOf(row);
    if (priced) return { value: `${format.money(priced.total)} · ${priced.offer}` };
    if (!first) return { value: t('Ready') };
    const of = problems.find(({ column }) => column === RESULT);
    const message = problems
      .map(({ column, message: says }) =>
        column === RESULT ? says : `${headingOf(column)}: ${says}`,
      )
      .join(' · ');
    return {
      value: of
        ? of.message
        : t('{count} cells to correct', { count: problems.length }, '{count} cell to correct'),
      state: 'wrong',
      problem: message,
    };
  };
}

export function BatchSheet({
  ref,
  sheet,
  problems,
  priceOf,
  readOnly,
  range,
  onRange,
  onChange,
  onLines,
  className,
}: BatchSheetProps) {
  const t = useT();
  const result = useResult(priceOf);
  const { rows, outcomes } = sheet;
  const count = Math.min(MAX_ROWS, Math.max(LEAST_ROWS, rows.length + SPARE_ROWS));
  const headings = useMemo<Heading[]>(
    () => Array.from({ length: count }, (_, at) => ({ code: String(at + 1), name: '' })),
    [count],
  );
  const columns = useMemo<Heading[]>(
    () =>
      COLUMNS.map(({ id, needed, width }) => ({
        code: needed ? `${headingOf(id)} *` : headingOf(id),
        name: '',
        width,
      })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- headings follow the language of t
    [t],
  );
  const textAt = (row: number, column: number): string => {
    const found = rows[row];
    const id = COLUMNS[column]?.id;
    return found && id && id !== RESULT ? cell(found, id) : '';
  };
  const shownAt = (row: number, column: number): string => {
    const found = rows[row];
    return found && COLUMNS[column]?.id === RESULT
      ? result(
          found,
          outcomes.get(found.key),
          problemsNow(found, outcomes.get(found.key), problems),
        ).value
      : textAt(row, column);
  };
  const look = (at: number, column: number): CellLook => {
    const row = rows[at];
    const id = COLUMNS[column]?.id ?? '';
    const name = t('Row {row}, {column}', { row: at + 1, column: headingOf(id) });
    if (!row) return { name, value: '' };
    const outcome = outcomes.get(row.key);
    const wrong = problemsNow(row, outcome, problems);
    if (id === RESULT) {
      const shown = result(row, outcome, wrong);
      return { ...shown, name: shown.value ? `${name}: ${shown.value}` : name };
    }
    const value = cell(row, id);
    const problem = wrong.find(({ column: of }) => of === id)?.message;
    return {
      name: value ? `${name}: ${value}` : name,
      value,
      faded: isLocked(outcome),
      ...(problem ? { state: 'wrong', problem } : {}),
    };
  };
  const put = (changes: readonly CellChange[]) => onChange((state) => typed(state, changes));
  const idAt = (column: number): string => COLUMNS[column]?.id ?? RESULT;
  const paste = (over: Range, block: string[][]) => {
    if (onLines(block)) return;
    const { top, bottom, left, right } = bounds(over);
    const cells = laidOver(block, { rows: bottom - top + 1, columns: right - left + 1 });
    put(
      readPasted(
        cells.flatMap((line, down) =>
          line.flatMap((text, along) =>
            COLUMNS[left + along]
              ? [{ row: top + down, column: idAt(left + along), text: text.trim() }]
              : [],
          ),
        ),
      ),
    );
    onRange({
      anchor: { row: top, column: left },
      head: {
        row: Math.min(count - 1, top + cells.length - 1),
        column: Math.min(COLUMNS.length - 1, left + (cells[0]?.length ?? 1) - 1),
      },
    });
  };
  const copy = (over: Range): string => {
    const { top, bottom, left, right } = bounds(over);
    return toTsv(
      Array.from({ length: bottom - top + 1 }, (_, down) =>
        Array.from({ length: right - left + 1 }, (__, along) => shownAt(top + down, left + along)),
      ),
    );
  };
  return (
    <Sheet
      ref={ref}
      label={t('Consignments')}
      corner={t('Row')}
      rows={headings}
      columns={columns}
      headingWidth={52}
      holdsTexts
      look={look}
      text={textAt}
      readOnly={readOnly}
      range={range}
      onRange={onRange}
      onType={({ row, column }, text) => put([{ row, column: idAt(column), text }])}
      onPaste={paste}
      onCopy={copy}
      onRemove={(over) =>
        put(
          cellsOf(over)
            .filter(({ row }) => row < rows.length)
            .map(({ row, column }) => ({ row, column: idAt(column), text: '' })),
        )
      }
      onUndo={() => onChange(undo)}
      onRedo={() => onChange(redo)}
      {...(className ? { className } : {})}
    />
  );
}
