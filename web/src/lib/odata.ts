// Parts of OData filters.
import type { ListSearch } from './list-query.ts';

/** Doubles quotes, so that text cannot end the literal early. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const oneOf = (field: string, values: readonly string[]): string =>
  values.length === 1
    ? `${field} eq ${quoted(values[0] ?? '')}`
    : `${field} in (${values.map(quoted).join(',')})`;

/** Case-insensitive match in any field; plain numbers may match one more field. */
export function holds({ fields = [], number }: ListSearch, text: string): string {
  const needle = quoted(text.toLowerCase());
  const parts = fields.map((field) => `contains(tolower(${field}),${needle})`);
  // Unnamed records are shown as "#40".
  const row = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (number && row) parts.unshift(`${number} eq ${row}`);
  return parts.join(' or ');
}

export const allOf = (parts: readonly string[]): string => {
  const filters = parts.filter(Boolean);
  return filters.length === 1
    ? (filters[0] ?? '')
    : filters.map((part) => `(${part})`).join(' and ');
};
