// Reads pasted or opened tables: CSV in any usual encoding, and workbooks.
import { COMMA, notationOf, POINT, type Notation } from '@waybill/plugin';
import { fromTsv } from '../sheet/tsv.ts';
import { t } from '../../lib/i18n.ts';
import { decode } from '../mapping/sample.ts';
import { MAX_BYTES } from './limits.ts';

export interface FileLines {
  /** Blank ones are kept: their number is the line's in the spreadsheet. */
  lines: string[][];
  isWorkbook: boolean;
  /** Commas stand before decimals, as the separator suggests; null if only the numbers tell. */
  hasCommas: boolean | null;
}

/** Notation of a table's numbers; null if it cannot be told. */
export const fileNotation = (
  hasCommas: boolean | null,
  numbers: Iterable<string>,
): Notation | null =>
  hasCommas === false ? POINT : (notationOf(numbers) ?? (hasCommas ? COMMA : null));

export const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

const MAX_TITLES = 50;

/** The most frequent separator of the first line that has one. */
export function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, MAX_TITLES);
  const line = lines.find((one) => /[\t;,]/.test(one)) ?? '';
  const counted = ['\t', ';', ','].map((sign) => ({ sign, count: line.split(sign).length - 1 }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

function linesOfText(text: string): FileLines {
  const plain = text.replace(/^\uFEFF/, '');
  // Excel may name the separator in the first line.
  const named = /^sep=(.)\r?\n/i.exec(plain);
  const separator = named?.[1] ?? separatorOf(plain);
  const lines = fromTsv(named ? plain.slice(named[0].length) : plain, separator);
  return {
    lines: named ? [[], ...lines] : lines,
    isWorkbook: false,
    hasCommas: separator === ';' ? true : separator === ',' ? false : null,
  };
}

/** Drops the byte order mark and empty lines. */
export const cellsOfText = (text: string): string[][] => linesOfText(text).lines.filter(isFilled);

/** Detects the format by the first bytes. */
export async function linesOfFile(file: File): Promise<FileLines> {
  if (file.size > MAX_BYTES)
    throw new Error(t('The file is larger than {size} MB.', { size: MAX_BYTES / 1024 / 1024 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { cellsOfWorkbook } = await import('./workbook.ts');
    return { lines: await cellsOfWorkbook(bytes), isWorkbook: true, hasCommas: false };
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new Error(t('This is an old Excel file (.xls). Save it as .xlsx or CSV and open that.'));
  return linesOfText(decode(bytes));
}
