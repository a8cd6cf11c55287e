// A table that people import: its columns, and the file sent for it.
import { ApiError, readWritten, type Notation } from '@waybill/plugin';
import { csvBlob, csvLine } from '../csv.ts';
import type { LineNote } from './calls.ts';
import { isHeading, recognised, type ImportColumn, type Mapping, type Names } from './matching.ts';
import { fileNotation, isFilled, linesOfFile } from './table.ts';
import { MAX_ROWS } from './limits.ts';

export interface TableColumn extends ImportColumn {
  /** Cell of the template's example row; English words are marked with msg(). */
  example?: string;
  kind?: 'number' | 'day';
  /** Values by their English text, marked with msg(). */
  options?: Readonly<Record<string, string>>;
}

export interface ImportSpec {
  /** File name of the template, and part of the key of remembered columns. */
  name: string;
  columns: readonly TableColumn[];
  /** Lines with equal cells in these columns are one record, which is skipped as a whole. */
  record?: readonly string[];
  /** Columns with postcodes; the country stands in another column. */
  postcodes?: { columns: readonly string[]; country: string };
  /** True for headings of another form, which the server reads by itself. */
  isOtherForm?: (headings: readonly string[]) => boolean;
}

export const YES_NO = { true: 'Yes', false: 'No' } as const;

export interface SheetRow {
  /** Number in the spreadsheet, from 1. */
  line: number;
  cells: readonly string[];
}

export interface Sheet {
  file: File;
  headings: readonly string[];
  rows: readonly SheetRow[];
  isWorkbook: boolean;
  hasCommas: boolean | null;
}

/** Lines above the headings, such as an account and its period. */
const MAX_PREAMBLE = 50;

/** Null for a file that only the server can read. */
export async function readSheet(
  file: File,
  columns: readonly ImportColumn[],
  names: Names,
): Promise<Sheet | null> {
  const { lines, isWorkbook, hasCommas } = await linesOfFile(file);
  if (isWorkbook && lines.length >= MAX_ROWS) return null;
  const filled = lines.flatMap((cells, at) => (isFilled(cells) ? [{ line: at + 1, cells }] : []));
  const first = filled.slice(0, MAX_PREAMBLE);
  const known = first.findIndex(({ cells }) => isHeading(recognised(cells, columns, names), cells));
  // Unknown headings are the first line that is about as wide as the table.
  const widest = Math.max(0, ...first.map(({ cells }) => cells.filter(Boolean).length));
  const wide = first.findIndex(({ cells }) => cells.filter(Boolean).length * 2 >= widest);
  const [headings, ...rows] = filled.slice(Math.max(0, known >= 0 ? known : wide));
  if (!headings) return null;
  const width = Math.max(
    headings.cells.length,
    ...rows.slice(0, 50).map((row) => row.cells.length),
  );
  return {
    file,
    headings: Array.from({ length: width }, (_, at) => (headings.cells[at] ?? '').trim()),
    rows,
    isWorkbook,
    hasCommas,
  };
}

/** `1.234,50` as 1234.50, which the server reads. */
function numberOf(text: string, of: Notation | null): string {
  const value = readWritten(text, of);
  return value === null || Number(text) === value ? text : String(value);
}

/** `31.01.2026`, as 2026-01-31. */
function dayOf(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

function valueOf(column: TableColumn, cell: string, of: Notation | null, names: Names): string {
  const text = cell.trim();
  if (column.kind === 'number') return numberOf(text, of);
  if (column.kind === 'day') return dayOf(text);
  if (!column.options) return text;
  const plain = text.toLowerCase();
  const found = Object.entries(column.options).find(([, name]) =>
    names(name).some((one) => one.toLowerCase() === plain),
  );
  return found?.[0] ?? text;
}

export interface Changes {
  /** Postcodes with their lost zero, by the cell and country. */
  zeros: ReadonlyMap<string, string>;
  /** Lines left out. */
  skipped: ReadonlySet<number>;
}

export const UNCHANGED: Changes = { zeros: new Map(), skipped: new Set() };

export const zeroKey = (country: string, code: string): string =>
  `${country.toUpperCase()}/${code}`;

export interface SentTable {
  file: File;
  /** Lines in the spreadsheet, in the order sent. */
  lines: readonly number[];
}

const cellIn = (mapping: Mapping, row: SheetRow, id: string): string => {
  const at = mapping.indexOf(id);
  return at < 0 ? '' : (row.cells[at] ?? '').trim();
};

export function countryOf(
  mapping: Mapping,
  row: SheetRow,
  spec: ImportSpec,
  country: string,
): string {
  const text = cellIn(mapping, row, spec.postcodes?.country ?? '');
  return /^[a-z]{2}$/i.test(text) ? text : country;
}

/** Writes the table as the server reads it: its own headings, without columns left out. */
export function tableToSend(
  sheet: Sheet,
  mapping: Mapping,
  spec: ImportSpec,
  { zeros, skipped }: Changes,
  { names, country }: { names: Names; country: string },
): SentTable {
  const columns = mapping.flatMap((id, at) => {
    const column = spec.columns.find((one) => one.id === id);
    return column ? [{ column, at }] : [];
  });
  const rows = sheet.rows.filter(({ line }) => !skipped.has(line));
  const numbers = columns.filter(({ column }) => column.kind === 'number');
  const of = fileNotation(
    sheet.hasCommas,
    rows.flatMap(({ cells }) => numbers.map(({ at }) => cells[at] ?? '')),
  );
  const written = rows.map((row) => {
    const place = countryOf(mapping, row, spec, country);
    return csvLine(
      columns.map(({ column, at }) => {
        const text = valueOf(column, row.cells[at] ?? '', of, names);
        return spec.postcodes?.columns.includes(column.id)
          ? (zeros.get(zeroKey(place, text)) ?? text)
          : text;
      }),
    );
  });
  const parts = [csvLine(columns.map(({ column }) => column.id)), ...written];
  return {
    file: new File([csvBlob(parts)], sheet.file.name, { type: 'text/csv' }),
    lines: rows.map(({ line }) => line),
  };
}

/** "A" is 0, "AB" is 27. */
function columnLetters(at: number): string {
  let letters = '';
  for (let left = at + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCodePoint(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** Splits `name is required; postCode (C5) is unknown` of the server by columns. */
function parts({ message, column }: LineNote, spec: ImportSpec): [string, string][] {
  if (column) return [[column, message]];
  const found: [string, string][] = [];
  for (const piece of message.split('; ')) {
    const [, id = '', rest = ''] = /^(\w+) (?:\([A-Z]+\d+\) )?(.*)$/.exec(piece) ?? [];
    const last = found.at(-1);
    if (spec.columns.some((one) => one.id === id)) found.push([id, rest]);
    else if (last) last[1] += `; ${piece}`;
    else found.push(['', piece]);
  }
  return found;
}

/** The server's message for a file without needed columns. */
const LACKS = 'lacks these columns: ';

/** Ids of columns that the server names in words: “post code” is `postCode`. */
const idsOfWords = (names: string): string[] =>
  names
    .split(', ')
    .map((name) =>
      name.replace(/[“”]/g, '').replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
    );

/** Ids of columns that the server did not find; null for another error. */
export function columnsMissedBy(message: string): string[] | null {
  return message.startsWith(LACKS) ? idsOfWords(message.slice(LACKS.length)) : null;
}

/** The same for a refused call. */
export function columnsMissedIn(error: unknown): string[] | null {
  if (!(error instanceof ApiError)) return null;
  const found = error.validationErrors.find(({ template }) => template?.startsWith(LACKS));
  const missing = found?.parameters?.missing;
  return found ? (typeof missing === 'string' ? idsOfWords(missing) : []) : null;
}

export const missingText = (
  ids: readonly string[],
  titleOf: (id: string) => string,
  t: (text: string, values?: Record<string, string>) => string,
): string => t('The file has no column for {names}.', { names: ids.map(titleOf).join(', ') });

export const titlesOf =
  ({ columns }: ImportSpec, t: (text: string) => string) =>
  (id: string): string => {
    const column = columns.find((one) => one.id === id);
    return column ? t(column.header) : id;
  };

/** Notes with the line and cell of the spreadsheet, and the column's name. */
export function notesOf(
  notes: readonly LineNote[],
  spec: ImportSpec,
  t: (text: string, values?: Record<string, string>) => string,
  sent: { sheet: Sheet; mapping: Mapping; lines: readonly number[] } | null,
): LineNote[] {
  const titleOf = titlesOf(spec, t);
  return notes.flatMap((note): LineNote[] => {
    const missing = note.index === 0 ? columnsMissedBy(note.message) : null;
    if (missing) return [{ index: 0, message: missingText(missing, titleOf, t) }];
    if (note.index === 0) return [note];
    const line = sent?.lines[note.index - 1] ?? note.index + 1;
    return parts(note, spec).map(([id, message]) => {
      const at = sent?.mapping.indexOf(id) ?? -1;
      const cell =
        sent?.sheet.isWorkbook && at >= 0 ? `${columnLetters(at)}${line}` : (note.cell ?? null);
      return { index: line - 1, column: titleOf(id), cell, message: t(message) };
    });
  });
}

/** The lines of the notes, with all lines of their records. */
export function recordsOf(
  lines: ReadonlySet<number>,
  { rows }: Sheet,
  mapping: Mapping,
  spec: ImportSpec,
): Set<number> {
  const ids = spec.record;
  if (!ids) return new Set(lines);
  const keyOf = (row: SheetRow) =>
    ids.map((id) => cellIn(mapping, row, id).toLowerCase()).join('\n');
  const keys = new Set(rows.filter(({ line }) => lines.has(line)).map(keyOf));
  return new Set(rows.filter((row) => keys.has(keyOf(row))).map(({ line }) => line));
}

/** Headings in words and an example row. */
export const templateOf = ({ columns }: ImportSpec, t: (text: string) => string): Blob =>
  csvBlob([
    csvLine(columns.map(({ header }) => t(header))),
    csvLine(
      columns.map(({ example = '', options }) =>
        options?.[example] ? t(options[example]) : t(example),
      ),
    ),
  ]);

/** Rejected lines with their reasons, to be corrected and imported again. */
export function rejectedLines(
  { headings, rows }: Sheet,
  lines: ReadonlyMap<number, string>,
  reason: string,
): Blob {
  return csvBlob([
    csvLine([...headings, reason]),
    ...rows.flatMap(({ line, cells }) => {
      const why = lines.get(line);
      return why === undefined ? [] : [csvLine([...headings.map((_, at) => cells[at] ?? ''), why])];
    }),
  ]);
}
