// Maps spreadsheet columns to fields.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Dialog, useFormat, WarningNote } from '@waybill/plugin';
import { ColumnMatch } from '../../../kit/import/ColumnMatch.tsx';
import { inThisLanguage, languageNamesQuery } from '../../../kit/import/languages.ts';
import {
  isHeading,
  mapped,
  missingColumns,
  recognised,
  remember,
  remembered,
  type Mapping,
} from '../../../kit/import/matching.ts';
import { useT } from '../../../lib/i18n.ts';
import { FILLED_COLUMNS } from './columns.ts';
import { readRows } from './numbers.ts';

export interface MappingDialogProps {
  lines: readonly (readonly string[])[];
  /** As in the file; null for pasted lines. */
  hasCommas: boolean | null;
  /** Free rows in the sheet. */
  room: number;
  onTake: (rows: Record<string, string>[]) => void;
  onClose: () => void;
}

const TABLE = 'bookings';

export function MappingDialog({ lines, hasCommas, room, onTake, onClose }: MappingDialogProps) {
  const t = useT();
  const format = useFormat();
  const first = lines[0] ?? [];
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length));
  const headings = Array.from({ length: width }, (_, at) => first[at] ?? '');
  const names = useQuery(languageNamesQuery).data ?? inThisLanguage;
  const [storedMapping] = useState(() => remembered(TABLE, headings, FILLED_COLUMNS));
  const found = storedMapping ?? recognised(headings, FILLED_COLUMNS, names);
  const [chosen, setMapping] = useState<Mapping | null>(null);
  const [ticked, setHasHeadings] = useState<boolean | null>(null);
  const mapping = chosen ?? found;
  const hasHeadings = ticked ?? (storedMapping !== null || isHeading(found, headings));
  const body = hasHeadings ? lines.slice(1) : lines;
  const importedRows = body.slice(0, room);
  const count = mapping.filter(Boolean).length;
  const missing = missingColumns(mapping, FILLED_COLUMNS).map(({ header }) => t(header));
  const take = () => {
    if (hasHeadings) remember(TABLE, headings, mapping);
    onTake(readRows(mapped(importedRows, mapping), hasCommas));
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
        <ColumnMatch
          headings={hasHeadings ? headings : headings.map(() => '')}
          rows={body}
          columns={FILLED_COLUMNS}
          mapping={mapping}
          onChange={setMapping}
        />
      </div>
    </Dialog>
  );
}
