// Exports all matching rows.
import { allPages, type AllPages } from '../../lib/all-pages.ts';
import { csvLine, type CsvColumn } from '../csv.ts';

export async function csvParts<Row>({
  columns,
  ...options
}: AllPages<Row> & { columns: readonly CsvColumn<Row>[] }): Promise<string[]> {
  const parts = [csvLine(columns.map((column) => column.header))];
  for await (const page of allPages(options))
    parts.push(page.map((row) => csvLine(columns.map((column) => column.value(row)))).join(''));
  return parts;
}
