// Client-side preview of a table: headings, first rows, guesses.

export interface Sample {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Enough for a preview. */
export const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 5;
const SEPARATORS = [',', ';', '\t', '|'];

/** Normalises headings as the server: no case, blanks, underscores or diacritics. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');

/** A table of this many bytes without a byte order mark shows which of them are zero. */
const WIDE_SAMPLE = 512;

/** Little or big endian UTF-16, with or without a byte order mark. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const end = Math.min(bytes.length, WIDE_SAMPLE);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd * 4 > end && even === 0) return 'utf-16le';
  return even * 4 > end && odd === 0 ? 'utf-16be' : null;
}

/** Decodes UTF-8 and UTF-16, else windows-1252. */
export function decode(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  // The last character may be cut.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text;
}

/** Cells of the first rows; quoted cells may hold separators and line ends. */
export function cells(text: string, separator: string, maxRows: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell.trim());
    if (row.some(Boolean)) rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length && rows.length < maxRows; at += 1) {
    const char = text.charAt(at);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (char === separator) {
      row.push(cell.trim());
      cell = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (rows.length < maxRows && (cell || row.length > 0)) endRow();
  return rows;
}

/** Null for fewer than two columns. */
export function readSample(text: string): Sample | null {
  const body = text.replace(/^\uFEFF/, '');
  const [head = ''] = body.split('\n', 1);
  const separator =
    SEPARATORS.toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
  const [headings, ...rows] = cells(body, separator, SAMPLE_ROWS + 1);
  return headings && headings.length > 1 ? { headings, rows } : null;
}

/** Fields of a table with heading synonyms; the first match wins. */
export interface Fields<Field extends string> {
  /** English, marked with msg(). */
  titles: Readonly<Record<Field, string>>;
  names: Readonly<Record<Field, readonly string[]>>;
}

/** Heading of a field; empty for the default heading. */
export type Mapping<Field extends string> = Record<Field, string>;

export interface Column<Field extends string> {
  field: Field;
  heading: string;
}

export const idsOf = <Field extends string>({ titles }: Pick<Fields<Field>, 'titles'>): Field[] =>
  Object.keys(titles) as Field[];

/** Form values of a template; empty for a new one. */
export const mappingOf = <Field extends string>(
  fields: Pick<Fields<Field>, 'titles'>,
  columns: readonly Column<Field>[] = [],
): Mapping<Field> =>
  Object.fromEntries(
    idsOf(fields).map((field) => [
      field,
      columns.find((column) => column.field === field)?.heading ?? '',
    ]),
  ) as Mapping<Field>;

export const columnsOf = <Field extends string>(mapping: Mapping<Field>): Column<Field>[] =>
  (Object.entries(mapping) as [Field, string][]).flatMap(([field, heading]) =>
    heading.trim() ? [{ field, heading: heading.trim() }] : [],
  );

/** Guesses fields by headings, each heading once. */
export function guess<Field extends string>(
  headings: readonly string[],
  fields: Fields<Field>,
): Mapping<Field> {
  const mapping = mappingOf(fields);
  const usedHeadings = new Set<string>();
  for (const field of idsOf(fields)) {
    const found = fields.names[field]
      .map((name) =>
        headings.find((heading) => !usedHeadings.has(heading) && plain(heading) === name),
      )
      .find(Boolean);
    if (found === undefined) continue;
    mapping[field] = found;
    usedHeadings.add(found);
  }
  return mapping;
}

/** The column of a heading in a sample; -1 where there is none. */
const columnOf = ({ headings }: Sample, heading: string): number =>
  heading.trim() === '' ? -1 : headings.findIndex((one) => plain(one) === plain(heading));

export interface Preview<Field extends string> {
  field: Field;
  /** The sample lacks the heading. */
  missing: boolean;
  values: string[];
}

/** First rows as they will be read; an unmapped field is found by name. */
export function preview<Field extends string>(
  sample: Sample,
  mapping: Mapping<Field>,
): Preview<Field>[] {
  return (Object.entries(mapping) as [Field, string][]).flatMap(([field, heading]) => {
    const named = heading.trim() !== '';
    const column = columnOf(sample, named ? heading : field);
    if (column < 0 && !named) return [];
    return [{ field, missing: column < 0, values: sample.rows.map((row) => row[column] ?? '') }];
  });
}
