// Table of a file's columns with the field that each one fills.
import { Select, Table, TBody, Td, Th, THead, Tr } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { ImportColumn, Mapping } from './matching.ts';

export interface ColumnMatchProps {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  columns: readonly ImportColumn[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

const SAMPLES = 3;

export function ColumnMatch({ headings, rows, columns, mapping, onChange }: ColumnMatchProps) {
  const t = useT();
  const set = (at: number, id: string) =>
    onChange(mapping.map((one, index) => (index === at ? id : one === id ? '' : one)));
  return (
    <Table label={t('Columns')}>
      <THead>
        <tr>
          <Th>{t('Your column')}</Th>
          <Th className="max-sm:hidden">{t('First values')}</Th>
          <Th>{t('Maps to')}</Th>
        </tr>
      </THead>
      <TBody>
        {headings.map((heading, at) => {
          const name = heading.trim() || t('Column {number}', { number: at + 1 });
          return (
            // Columns of a file have no ids.
            // oxlint-disable-next-line react/no-array-index-key
            <Tr key={at}>
              <Td className="max-w-48 break-words">{name}</Td>
              <Td className="max-w-56 truncate text-muted-foreground max-sm:hidden">
                {rows
                  .slice(0, SAMPLES)
                  .map((row) => row[at] ?? '')
                  .filter(Boolean)
                  .join(' · ')}
              </Td>
              <Td>
                <Select
                  aria-label={t('Field for {name}', { name })}
                  value={mapping[at] ?? ''}
                  onChange={(event) => set(at, event.target.value)}
                >
                  <option value="">{t('Leave out')}</option>
                  {columns.map(({ id, header }) => (
                    <option key={id} value={id}>
                      {t(header)}
                    </option>
                  ))}
                </Select>
              </Td>
            </Tr>
          );
        })}
      </TBody>
    </Table>
  );
}
