// Reads pasted or opened tables and workbooks.
import { fromTsv } from '../../../kit/sheet/tsv.ts';
import { t } from '../../../lib/i18n.ts';

/** Larger than any sheet of a thousand rows. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The most frequent separator of the first line. */
export function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counted = ['\t', ';', ','].map((sign) => ({ sign, count: line.split(sign).length - 1 }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** Drops the byte order mark and empty lines. */
export function cellsOfText(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '');
  return fromTsv(plain, separatorOf(plain)).filter((row) => row.some((cell) => cell.trim() !== ''));
}

/** Detects the format by the first bytes. */
export async function cellsOfFile(file: File): Promise<string[][]> {
  if (file.size > MAX_BYTES)
    throw new Error(t('The file is larger than {size} MB.', { size: MAX_BYTES / 1024 / 1024 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { cellsOfWorkbook } = await import('./workbook.ts');
    return (await cellsOfWorkbook(bytes)).filter((row) => row.some((cell) => cell.trim() !== ''));
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new Error(t('This is an old Excel file (.xls). Save it as .xlsx or CSV and open that.'));
  try {
    return cellsOfText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Excel on Windows saves CSV as windows-1252.
    return cellsOfText(new TextDecoder('windows-1252').decode(bytes));
  }
}
