// Maps spreadsheet columns to fields.
import { useState } from 'react';
import {
  Button,
  Checkbox,
  Dialog,
  Select,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { COLUMNS, RESULT } from './columns.ts';
import { isHeading, mapped, recognised, remember, remembered, type Mapping } from './mapping.ts';
import { headingOf } from './rows.ts';

export interface MappingDialogProps {
  lines: readonly (readonly string[])[];
  /** Free rows in the sheet. */
  room: number;
  onTake: (rows: Record<string, string>[]) => void;
  onClose: () => void;
}

const SAMPLES = 3;

export function MappingDialog({ lines, room, onTake, onClose }: MappingDialogProps) {
  const t = useT();
  const format = useFormat();
  const first = lines[0] ?? [];
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length));
  const headings = Array.from({ length: width }, (_, at) => first[at] ?? '');
  const [begun] = useState(() => {
    const storedMapping = remembered(headings);
    const found = recognised(headings, headingOf);
    return {
      mapping: storedMapping ?? found,
      hasHeadings: storedMapping !== null || isHeading(found, headings),
    };
  });
  const [mapping, setMapping] = useState<Mapping>(begun.mapping);
  const [hasHeadings, setHasHeadings] = useState(begun.hasHeadings);
  const body = hasHeadings ? lines.slice(1) : lines;
  const importedRows = body.slice(0, room);
  const count = mapping.filter(Boolean).length;
  const set = (at: number, id: string) =>
    setMapping((before) => before.map((one, index) => (index === at ? id : one === id ? '' : one)));
  const missing = COLUMNS.filter(({ id, needed }) => needed && !mapping.includes(id)).map(
    ({ id }) => headingOf(id),
  );
  const take = () => {
    if (hasHeadings) remember(headings, mapping);
    onTake(mapped(importedRows, mapping));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('Match the columns')}
      description={t(
        'Choose what each column of your spreadsheet contains. The choice is remembered for ' +
          'spreadsheets with the same headings.',
      )}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button disabled={count === 0 || importedRows.length === 0} onClick={take}>
            {t('Fill in {count} rows', { count: importedRows.length }, 'Fill in {count} row')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Checkbox
          label={t('The first line contains headings')}
          checked={hasHeadings}
          onChange={(event) => setHasHeadings(event.target.checked)}
        />
        {body.length > room && (
          <WarningNote>
            {t(
              'There are {rows} rows. The first {room} are imported; a sheet can have at most 1,000.',
              {
                rows: format.number(body.length),
                room: format.number(room),
              },
            )}
          </WarningNote>
        )}
        {missing.length > 0 && (
          <p className="text-[13px] text-muted-foreground">
            {t('Not in your spreadsheet, to be filled in afterwards: {names}', {
              names: missing.join(', '),
            })}
          </p>
        )}
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
              const name =
                (hasHeadings && heading.trim()) || t('Column {number}', { number: at + 1 });
              return (
                <Tr key={at}>
                  <Td className="max-w-48 break-words">{name}</Td>
                  <Td className="max-w-56 truncate text-muted-foreground max-sm:hidden">
                    {body
                      .slice(0, SAMPLES)
                      .map((line) => line[at] ?? '')
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
                      {COLUMNS.filter(({ id }) => id !== RESULT).map(({ id }) => (
                        <option key={id} value={id}>
                          {headingOf(id)}
                        </option>
                      ))}
                    </Select>
                  </Td>
                </Tr>
              );
            })}
          </TBody>
        </Table>
      </div>
    </Dialog>
  );
}
