// Lane matrix grid with paste and undo.
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ArrowLeftRight, Asterisk, CalendarRange, Layers, Redo2, Save, Undo2 } from 'lucide-react';
import {
  Button,
  ErrorNote,
  Field,
  formatLocale,
  numberFormat,
  Select,
  translateMessage,
  useFormat,
  WarningNote,
  writeNumber,
} from '@waybill/plugin';
import {
  bounds,
  cellsOf,
  clamped,
  count,
  type Cell,
  type Range,
} from '../../../kit/sheet/range.ts';
import { Sheet, type SheetHandle } from '../../../kit/sheet/Sheet.tsx';
import type { CellLook } from '../../../kit/sheet/SheetCell.tsx';
import { laidOver, toTsv } from '../../../kit/sheet/tsv.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { units, type RateCard } from '../model.ts';
import { LanePanel } from './LanePanel.tsx';
import {
  edited,
  cellWidth,
  isMeasure,
  keyOf,
  matrixOf,
  valueOf,
  type LaneRate,
  type Measure,
  type Wire,
  type Zone,
} from './matrix.ts';
import { Toolbar } from './Toolbar.tsx';
import { useLaneEdits, type LaneEdits } from './use-lane-edits.ts';

const MARKS = {
  reciprocal: <ArrowLeftRight aria-hidden />,
  breaks: <Layers aria-hidden />,
  terms: <Asterisk aria-hidden />,
  days: <CalendarRange aria-hidden />,
};

/** Copied or deleted at once. */
const MAX_CELLS = 50_000;

export interface LaneSheetProps {
  card: RateCard;
  serviceId: number;
  wire: Wire;
  /** Filters zone code or name. */
  from: string;
  to: string;
  /** Matrix choice, and zone filters. */
  chosen: ReactNode;
  filters: ReactNode;
  mayEdit: boolean;
  /** True while another matrix loads; nothing can be changed. */
  isLoading: boolean;
  onDirty: (dirty: boolean) => void;
}

const narrowed = (zones: readonly Zone[], text: string): readonly Zone[] => {
  const word = text.trim().toLowerCase();
  return word === ''
    ? zones
    : zones.filter(
        ({ code, name }) => code.toLowerCase().includes(word) || name.toLowerCase().includes(word),
      );
};

const isPrice = ({ rateType }: LaneRate['lines'][number]) => rateType !== 'Basic';

export function LaneSheet({
  card,
  serviceId,
  wire,
  from,
  to,
  chosen,
  filters,
  mayEdit,
  isLoading,
  onDirty,
}: LaneSheetProps) {
  const t = useT();
  const format = useFormat();
  const sheet = useRef<SheetHandle>(null);
  const [measure, setMeasure] = useState<Measure>('price:0');
  const [requestedRange, setRange] = useState<Range>({
    anchor: { row: 0, column: 0 },
    head: { row: 0, column: 0 },
  });
  const [opened, setOpened] = useState(false);
  const matrix = useMemo(() => matrixOf(wire), [wire]);
  const rows = useMemo(() => narrowed(wire.zones, from), [wire, from]);
  const columns = useMemo(() => narrowed(wire.zones, to), [wire, to]);
  const edits = useLaneEdits(card.id, serviceId, matrix, measure);
  const dirty = edits.edits.size > 0;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const size = { rows: rows.length, columns: columns.length };
  const isEmpty = rows.length === 0 || columns.length === 0;
  const range = isEmpty ? requestedRange : clamped(requestedRange, size);
  const key = ({ row, column }: Cell) => keyOf(rows[row]?.code ?? '', columns[column]?.code ?? '');

  const rateAt = (row: number, column: number): { own: LaneRate | null; back: LaneRate | null } => {
    const [one, other] = [rows[row]?.code ?? '', columns[column]?.code ?? ''];
    const own = edited(matrix, matrix.rate(one, other), edits.edits.get(keyOf(one, other)));
    const back =
      own || one === other
        ? null
        : edited(matrix, matrix.rate(other, one), edits.edits.get(keyOf(other, one)));
    return { own, back: back?.reciprocal ? back : null };
  };
  const locale = formatLocale();
  const amounts = useMemo(
    () =>
      numberFormat(locale, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 4,
      }),
    [locale],
  );
  const width = useMemo(() => cellWidth(wire, amounts.format), [wire, amounts]);
  const number = (value: number | null) => (value === null ? '' : amounts.format(value));
  const shownOf = (rate: LaneRate): string => {
    if (measure !== 'all') return number(valueOf(rate, measure));
    const price = valueOf(rate, 'price:0');
    const basic = (valueOf(rate, 'basic') ?? 0) + (rate.lines.find(isPrice)?.basic ?? 0);
    const freight = [basic > 0 ? number(basic) : '', number(price)].filter(Boolean).join(' + ');
    return rate.minimum > 0
      ? t('min {minimum} · {price}', { minimum: number(rate.minimum), price: freight })
      : freight;
  };
  const text = (row: number, column: number): string => {
    const { own } = rateAt(row, column);
    if (!own) return '';
    const value = measure === 'all' ? null : valueOf(own, measure);
    return measure === 'all' ? shownOf(own) : value === null ? '' : writeNumber(value);
  };
  // Cached: scrolling must not recompute cells.
  const looks = useMemo(
    () => new Map<string, CellLook>(),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- everything that a cell's words are made of
    [matrix, rows, columns, edits.edits, edits.refused, measure, t],
  );
  const look = (row: number, column: number): CellLook => {
    const cell = `${row}:${column}`;
    const known = looks.get(cell) ?? described(row, column);
    looks.set(cell, known);
    return known;
  };
  const described = (row: number, column: number): CellLook => {
    const { own, back } = rateAt(row, column);
    const lane = key({ row, column });
    const edit = edits.edits.get(lane);
    const problem = edits.refused.get(lane);
    const state = problem
      ? 'wrong'
      : edit?.kind === 'delete'
        ? 'removed'
        : edit
          ? 'changed'
          : undefined;
    const stored =
      edit?.kind === 'delete'
        ? matrix.rate(rows[row]?.code ?? '', columns[column]?.code ?? '')
        : null;
    const rate = own ?? back ?? stored;
    const marks = marksOf(own);
    const value = rate ? shownOf(rate) : '';
    const summaries = [
      value || t('no rate'),
      ...(back ? [t('as in the other direction')] : []),
      ...marks.map(([, word]) => word),
      ...(state === 'changed' ? [t('not saved')] : state === 'removed' ? [t('to be deleted')] : []),
    ];
    return {
      name: `${t('{from} to {to}', {
        from: rows[row]?.code ?? '',
        to: columns[column]?.code ?? '',
      })}: ${summaries.join(', ')}`,
      value,
      faded: !own && Boolean(back),
      state,
      problem,
      ...(marks.length > 0
        ? { marks: marks.map(([id]) => <span key={id}>{MARKS[id]}</span>) }
        : {}),
    };
  };
  const marksOf = (rate: LaneRate | null): [keyof typeof MARKS, string][] =>
    rate
      ? [
          ...(rate.reciprocal
            ? ([['reciprocal', t('both directions')]] as [keyof typeof MARKS, string][])
            : []),
          ...(rate.lines.filter(isPrice).length > 1
            ? ([['breaks', t('several breaks')]] as [keyof typeof MARKS, string][])
            : []),
          ...(rate.ownTerms ? ([['terms', t('own terms')]] as [keyof typeof MARKS, string][]) : []),
          ...(rate.dated
            ? ([['days', t('certain days only')]] as [keyof typeof MARKS, string][])
            : []),
        ]
      : [];

  const paste = (over: Range, block: string[][]) => {
    const { top, left, bottom, right } = bounds(over);
    const laid = laidOver(block, { rows: bottom - top + 1, columns: right - left + 1 });
    const values = new Map<string, string>();
    laid.forEach((line, row) =>
      line.forEach((cell, column) => {
        if (top + row < size.rows && left + column < size.columns)
          values.set(key({ row: top + row, column: left + column }), cell);
      }),
    );
    edits.write(values, 'pasted');
    const lastRow = Math.min(top + laid.length, size.rows) - 1;
    const lastColumn =
      Math.min(left + Math.max(1, ...laid.map((line) => line.length)), size.columns) - 1;
    if (laid.length > 0)
      setRange({ anchor: { row: top, column: left }, head: { row: lastRow, column: lastColumn } });
  };
  const tooMany = () => t('Select at most {most} cells at once.', { most: MAX_CELLS });
  const copy = (chosen: Range): string => {
    if (count(chosen) > MAX_CELLS) {
      edits.say(tooMany());
      return '';
    }
    const { top, bottom, left, right } = bounds(chosen);
    return toTsv(
      Array.from({ length: bottom - top + 1 }, (_, row) =>
        Array.from({ length: right - left + 1 }, (__, column) => text(top + row, left + column)),
      ),
    );
  };

  const unit = units[matrix.method] ? t(units[matrix.method]) : '';
  const breaks = Array.from({ length: matrix.breaks }, (_, place) => {
    const line = matrix.usual[place];
    const limit =
      line?.break == null ? '' : [format.number(line.break, 4), unit].filter(Boolean).join(' ');
    const name =
      matrix.breaks === 1
        ? t('Price')
        : limit
          ? t('Price {number}: up to {limit}', { number: place + 1, limit })
          : t('Price {number}', { number: place + 1 });
    return [`price:${place}`, name] as const;
  });
  const zones = isEmpty ? null : { from: rows[range.head.row], to: columns[range.head.column] };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <LeaveGuard dirty={dirty} onLeave={edits.discard} />
      <Toolbar
        chosen={chosen}
        filters={filters}
        measure={
          <Field label={t('Show in cells')}>
            <Select
              value={measure}
              onChange={(event) => isMeasure(event.target.value) && setMeasure(event.target.value)}
            >
              {breaks.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
              <option value="minimum">{t('Minimum charge')}</option>
              <option value="basic">{t('Basic charge')}</option>
              <option value="all">{t('All (compact)')}</option>
            </Select>
          </Field>
        }
        actions={
          mayEdit && (
            <Actions edits={edits} isLoading={isLoading} onDone={() => sheet.current?.focus()} />
          )
        }
      />
      {edits.failure && <ErrorNote title={t('Nothing was saved')} message={edits.failure} />}
      {edits.refused.size > 0 && (
        <ErrorNote
          title={t('Nothing was saved')}
          message={t(
            '{count} cells have errors.',
            { count: edits.refused.size },
            '{count} cell has errors.',
          )}
        />
      )}
      {edits.warned.length > 0 && <Warnings edits={edits} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-1.5">
          <Sheet
            ref={sheet}
            label={t('Rates from zone to zone')}
            corner={<bdi>{t('From ↓ to →')}</bdi>}
            rows={rows.map(({ code, name, isActive }) => ({ code, name, faded: !isActive }))}
            columns={columns.map(({ code, name, isActive }) => ({ code, name, faded: !isActive }))}
            look={look}
            text={text}
            columnWidth={measure === 'all' ? 192 : width}
            readOnly={!mayEdit || edits.isSaving || isLoading}
            range={range}
            onRange={(next) => {
              setRange(next);
              setOpened(false);
            }}
            onType={(cell, typed) => edits.write(new Map([[key(cell), typed]]), 'typed')}
            onPaste={paste}
            onCopy={copy}
            onRemove={(chosen) =>
              count(chosen) > MAX_CELLS
                ? edits.say(tooMany())
                : edits.erase(cellsOf(chosen).map(key))
            }
            onUndo={edits.undo}
            onRedo={edits.redo}
            onOpen={
              measure === 'all' ? (cell) => setOpened(!edits.edits.has(key(cell))) : undefined
            }
            className="h-[max(18rem,calc(100dvh-24rem))] max-h-[60rem]"
          />
          <p role="status" className="min-h-5 text-[13px]">
            {isEmpty
              ? t('No zone has this in its code or name.')
              : edits.notice ||
                (count(range) > 1 ? t('{count} cells selected', { count: count(range) }) : '')}
          </p>
          <Legend mayEdit={mayEdit} />
        </div>
        {zones?.from && zones.to && (
          <LanePanel
            card={card}
            serviceId={serviceId}
            matrix={matrix}
            lane={{ from: zones.from, to: zones.to }}
            edits={edits}
            mayEdit={mayEdit}
            opened={opened}
            onOpen={setOpened}
          />
        )}
      </div>
    </div>
  );
}

function Actions({
  edits,
  isLoading,
  onDone,
}: {
  edits: LaneEdits;
  isLoading: boolean;
  onDone: () => void;
}) {
  const t = useT();
  const dirty = edits.edits.size > 0;
  const then = (act: () => void) => () => {
    act();
    onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        size="icon"
        aria-label={t('Undo')}
        disabled={!edits.canUndo || isLoading}
        onClick={then(edits.undo)}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        variant="outline"
        size="icon"
        aria-label={t('Redo')}
        disabled={!edits.canRedo || isLoading}
        onClick={then(edits.redo)}
      >
        <Redo2 aria-hidden />
      </Button>
      <Button pending={edits.isSaving} disabled={!dirty} onClick={then(edits.save)}>
        <Save aria-hidden />{' '}
        {dirty
          ? t('Save {count} changes', { count: edits.edits.size }, 'Save {count} change')
          : t('Save')}
      </Button>
      {dirty && (
        <Button variant="ghost" disabled={edits.isSaving} onClick={then(edits.discard)}>
          {t('Discard')}
        </Button>
      )}
    </div>
  );
}

function Warnings({ edits }: { edits: LaneEdits }) {
  const t = useT();
  return (
    <WarningNote>
      <p className="font-medium">{t('The changes were saved. Please check:')}</p>
      <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
        {edits.warned.map(({ lane, message }) => (
          <li key={message.members[0] ?? lane}>
            <bdi dir="ltr">{lane}</bdi>: {translateMessage(message)}
          </li>
        ))}
      </ul>
      <Button size="sm" variant="ghost" className="mt-1" onClick={edits.dismiss}>
        {t('Dismiss')}
      </Button>
    </WarningNote>
  );
}

function Legend({ mayEdit }: { mayEdit: boolean }) {
  const t = useT();
  const entry = (mark: keyof typeof MARKS, word: string) => (
    <li className="flex items-center gap-1 [&_svg]:size-3">
      {MARKS[mark]} {word}
    </li>
  );
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {entry('reciprocal', t('both directions'))}
      {entry('breaks', t('several breaks'))}
      {entry('terms', t('own terms'))}
      {entry('days', t('certain days only'))}
      <li className="italic">{t('In italics: as in the other direction')}</li>
      {mayEdit && (
        <li className="basis-full">
          {t(
            'Type to overwrite, Enter to edit, Delete to remove a rate. Copy and paste work ' +
              'with spreadsheets; empty cells that are pasted change nothing.',
          )}
        </li>
      )}
    </ul>
  );
}
