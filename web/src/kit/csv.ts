// Comma-separated files that spreadsheets open safely: quoting, line ends, and no text that turns
// into a formula.

export type CsvValue = string | number | boolean | null | undefined;

export interface CsvColumn<T> {
  header: string;
  value: (row: T) => CsvValue;
}

/**
 * One cell. Text that a spreadsheet would run as a formula gets a leading apostrophe (a customer's
 * name comes from outside), one more where it begins with apostrophes, as in the server's exports;
 * numbers keep their sign.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^'*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * The byte order mark makes spreadsheets read the file as UTF-8; the parts are written one after
 * the other.
 */
export function csvBlob(parts: readonly string[]): Blob {
  return new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' });
}

/** Hands a file that was made here to the browser's downloads. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
