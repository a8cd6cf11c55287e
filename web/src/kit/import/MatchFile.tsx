// Matches the columns of a file that no template fits.
import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, ErrorNote, Skeleton } from '@waybill/plugin';
import { t as translate, useT } from '../../lib/i18n.ts';
import { csvBlob, csvLine } from '../csv.ts';
import { idsOf, type Column, type Fields } from '../mapping/sample.ts';
import type { LineNote } from './calls.ts';
import { inAllLanguages } from './languages.ts';
import { MatchDialog } from './MatchDialog.tsx';
import { recognised, remember, remembered, type ImportColumn, type Mapping } from './matching.ts';
import { columnsMissedBy, readSheet, type Sheet } from './spec.ts';

export interface MatchFileProps<Field extends string> {
  title: string;
  /** Part of the key of remembered columns. */
  name: string;
  file: File;
  fields: Fields<Field>;
  /** Columns of the template that reads the file; a field without one has its own name. */
  template: readonly Column<Field>[];
  /** Requirement not met by the chosen fields. */
  lacks: (has: (field: Field) => boolean) => string | null;
  onMatched: (file: File) => Promise<unknown>;
  onBack: () => void;
  onClose: () => void;
}

/** True if the server found no column for a field. */
export const lacksColumns = (notes: readonly LineNote[]): boolean =>
  notes.some(({ index, message }) => index === 0 && columnsMissedBy(message) !== null);

const columnsOf = <Field extends string>(fields: Fields<Field>): ImportColumn[] =>
  idsOf(fields).map((id) => ({ id, header: fields.titles[id], also: fields.names[id] }));

/** Writes a table with the headings that the template reads; columns that it lacks are empty. */
export function fileForTemplate<Field extends string>(
  { file, rows }: Sheet,
  mapping: Mapping,
  template: readonly Column<Field>[],
): File {
  const filled = mapping.flatMap((field, at) => (field ? [{ field, at }] : []));
  const empty = template.filter(({ field }) => !mapping.includes(field));
  const headingOf = (id: string) => template.find(({ field }) => field === id)?.heading ?? id;
  const parts = [
    csvLine([
      ...filled.map(({ field }) => headingOf(field)),
      ...empty.map(({ heading }) => heading),
    ]),
    ...rows.map(({ cells }) =>
      csvLine([...filled.map(({ at }) => (cells[at] ?? '').trim()), ...empty.map(() => '')]),
    ),
  ];
  const name = file.name.replace(/\.\w+$/, '.csv');
  return new File([csvBlob(parts)], name, { type: 'text/csv' });
}

export function MatchFile<Field extends string>({
  title,
  name,
  file,
  fields,
  template,
  lacks,
  onMatched,
  onBack,
  onClose,
}: MatchFileProps<Field>) {
  const t = useT();
  const columns = columnsOf(fields);
  const read = useQuery({
    queryKey: ['imports', 'headings', name, file.name, file.size, file.lastModified],
    queryFn: async () => {
      const names = await inAllLanguages();
      const sheet = await readSheet(file, columns, names);
      if (!sheet || sheet.headings.length < 2)
        throw new Error(translate('This is not a table with headings. Choose a CSV file.'));
      const first =
        remembered(name, sheet.headings, columns) ?? recognised(sheet.headings, columns, names);
      return { sheet, first };
    },
    retry: false,
    gcTime: 0,
  });
  if (read.data) {
    const { sheet, first } = read.data;
    return (
      <MatchDialog
        title={title}
        table={{ columns }}
        sheet={sheet}
        first={first}
        lacks={(mapping) => lacks((field) => mapping.includes(field))}
        onMatched={async (mapping) => {
          await onMatched(fileForTemplate(sheet, mapping, template));
          remember(name, sheet.headings, mapping);
        }}
        onBack={onBack}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <Button variant="outline" onClick={onBack}>
          {t('Choose another file')}
        </Button>
      }
    >
      {read.error ? <ErrorNote error={read.error} /> : <Skeleton className="h-40" />}
    </Dialog>
  );
}
