// Reads the first visible sheet of a workbook (.xlsx).
import { t } from '../../lib/i18n.ts';
import { MAX_ROWS } from './limits.ts';

/** Unpacked, against zip bombs. */
const MAX_PART = 64 * 1024 * 1024;
const MAX_COLUMNS = 256;

const bad = () => new Error(t('This file could not be read as an Excel workbook.'));

interface Part {
  method: number;
  packed: Uint8Array<ArrayBuffer>;
}

/** Parts by name, from the directory at the archive's end. */
function partsOf(bytes: Uint8Array<ArrayBuffer>): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw bad();
  const parts = new Map<string, Part>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw bad();
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    parts.set(name, {
      method: view.getUint16(at + 10, true),
      packed: bytes.subarray(begin, begin + view.getUint32(at + 20, true)),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

async function textOf(part: Part | undefined): Promise<string> {
  if (!part) throw bad();
  if (part.method === 0) return new TextDecoder().decode(part.packed);
  if (part.method !== 8) throw bad();
  const reader = new Blob([part.packed])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_PART) throw bad();
    text += decoder.decode(value, { stream: true });
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function plain(xml: string): string {
  return xml.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = Number.parseInt(
      name.slice(name[1]?.toLowerCase() === 'x' ? 2 : 1),
      name[1]?.toLowerCase() === 'x' ? 16 : 10,
    );
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** All texts of a piece, without phonetic readings. */
const runs = (xml: string): string =>
  [
    ...xml
      .replaceAll(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g),
  ]
    .map((match) => plain(match[1] ?? ''))
    .join('');

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? null : plain(found);
};

/** "A7" is 0, "AB7" is 27. */
function columnAt(name: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(name)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Number without the tail of binary fractions. */
const numberText = (text: string): string => {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value)
    ? text
    : /^-?\d+$/.test(text)
      ? text
      : String(Number(value.toPrecision(12)));
};

/** Numbers of built-in formats that show a day. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 57, 58]);

interface Style {
  isDay: boolean;
  /** Digits shown at least: `0000` shows 800 as 0800. */
  digits: number;
}

function styleOf(code: string): Style {
  // Quoted texts, colours and escaped letters are no codes.
  const plainCode = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  return {
    isDay: /[dy]/i.test(plainCode),
    digits: /^0+$/.test(code) ? code.length : 0,
  };
}

/** Styles of cells, by their number. */
function stylesOf(xml: string): Style[] {
  const own = new Map(
    [...xml.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)].map(([tag]) => [
      Number(attribute(tag, 'numFmtId')),
      styleOf(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  const styles = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? '';
  return [...styles.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([tag]) => {
    const format = Number(attribute(tag, 'numFmtId'));
    return own.get(format) ?? { isDay: DAY_FORMATS.has(format), digits: 0 };
  });
}

/** Days between the epochs of workbooks and of Unix, for the calendar from 1900 and from 1904. */
const EPOCHS = { from1900: 25_569, from1904: 24_107 };

function dayText(text: string, epoch: number): string | null {
  const day = Number(text);
  if (text.trim() === '' || !(day >= 1 && day < 2_958_466)) return null;
  const iso = new Date(Math.round((day - epoch) * 86_400_000)).toISOString();
  return day % 1 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

interface Book {
  shared: readonly string[];
  styles: readonly Style[];
  epoch: number;
}

function cellText(tag: string, inside: string, { shared, styles, epoch }: Book): string {
  const type = attribute(tag, 't');
  if (type === 'inlineStr') return runs(inside);
  const value = plain(/<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inside)?.[1] ?? '');
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  // A formula error is an empty cell.
  if (type === 'e') return '';
  const style = type === null || type === 'n' ? styles[Number(attribute(tag, 's'))] : undefined;
  if (style?.isDay) return dayText(value, epoch) ?? numberText(value);
  if (style && /^\d+$/.test(value)) return value.padStart(style.digits, '0');
  return type === 'str' ? value : numberText(value);
}

/** Path of the first visible sheet. */
async function firstSheet(parts: ReadonlyMap<string, Part>): Promise<string> {
  const book = await textOf(parts.get('xl/workbook.xml'));
  const links = await textOf(parts.get('xl/_rels/workbook.xml.rels'));
  const shown = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => (attribute(tag, 'state') ?? 'visible') === 'visible');
  const id = shown && /\s\w+:id="([^"]*)"/.exec(shown)?.[1];
  const link = [...links.matchAll(/<Relationship\s[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => attribute(tag, 'Id') === id);
  const target = link && attribute(link, 'Target');
  if (!target) throw bad();
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

export async function cellsOfWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  let parts: Map<string, Part>;
  try {
    parts = partsOf(bytes);
  } catch {
    throw bad();
  }
  const sheet = await textOf(parts.get(await firstSheet(parts)));
  const strings = parts.get('xl/sharedStrings.xml');
  const shared = strings
    ? [
        ...(await textOf(strings)).matchAll(/<(?:\w+:)?si(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?si>/g),
      ].map((match) => runs(match[1] ?? ''))
    : [];
  const styles = parts.get('xl/styles.xml');
  const properties = /<(?:\w+:)?workbookPr\s[^>]*>/.exec(
    await textOf(parts.get('xl/workbook.xml')),
  )?.[0];
  const book: Book = {
    shared,
    styles: styles ? stylesOf(await textOf(styles)) : [],
    epoch: ['1', 'true'].includes((properties && attribute(properties, 'date1904')) ?? '')
      ? EPOCHS.from1904
      : EPOCHS.from1900,
  };
  const rows: string[][] = [];
  for (const [, place = '', inside = ''] of sheet.matchAll(
    /<(?:\w+:)?row(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g,
  )) {
    // Rows without cells may be left out of the file.
    const number = Number(attribute(place, 'r') ?? rows.length + 1);
    if (rows.length >= MAX_ROWS || number > MAX_ROWS) break;
    while (rows.length < number - 1) rows.push([]);
    const row: string[] = [];
    for (const [, tag = '', content = ''] of inside.matchAll(
      /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g,
    )) {
      const name = attribute(tag, 'r');
      const column = name ? columnAt(name) : row.length;
      if (column < 0 || column >= MAX_COLUMNS) continue;
      while (row.length < column) row.push('');
      row[column] = cellText(tag, content, book);
    }
    rows.push(row);
  }
  return rows;
}
