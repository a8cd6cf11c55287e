// Table import: file, columns, preview with errors by line, then import.
import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { useTenant } from '../../api/tenant.tsx';
import { useT } from '../../lib/i18n.ts';
import { saveBlob } from '../csv.ts';
import { FileField } from '../FileField.tsx';
import { useRecordForm } from '../form.ts';
import { FormDialog } from '../FormDialog.tsx';
import { RowsProgress, type Progress } from '../RowsProgress.tsx';
import type { Foreseen, ImportSource } from './calls.ts';
import { inAllLanguages, inThisLanguage } from './languages.ts';
import { missingColumns, recognised, remember, remembered, type Mapping } from './matching.ts';
import { MatchDialog } from './MatchDialog.tsx';
import { lostZeros, type LostZero } from './postcodes.ts';
import { ImportPreview } from './ImportPreview.tsx';
import {
  columnsMissedIn,
  missingText,
  notesOf,
  readSheet,
  tableToSend,
  templateOf,
  titlesOf,
  UNCHANGED,
  type Changes,
  type ImportSpec,
  type Sheet,
} from './spec.ts';

export interface TableImportProps {
  title: string;
  description: string;
  table: ImportSpec;
  source: ImportSource;
  stale: QueryKey;
  onClose: () => void;
}

/** A file whose columns are known, with the expected result of its import. */
export interface Checked {
  /** Null for a file that only the server reads. */
  sheet: Sheet | null;
  mapping: Mapping;
  changes: Changes;
  zeros: readonly LostZero[];
  foreseen: Foreseen;
}

type Step =
  | { kind: 'file' }
  | { kind: 'match'; sheet: Sheet; mapping: Mapping }
  | { kind: 'preview'; checked: Checked };

export function TableImport({
  title,
  description,
  table,
  source,
  stale,
  onClose,
}: TableImportProps) {
  const t = useT();
  const { countryCode } = useTenant();
  const [step, setStep] = useState<Step>({ kind: 'file' });
  const [progress, setProgress] = useState<Progress | null>(null);
  const foresee = async (
    sheet: Sheet,
    mapping: Mapping,
    changes: Changes,
    zeros: readonly LostZero[],
  ): Promise<Checked> => {
    const hasOptions = table.columns.some(({ options }) => options);
    const names = hasOptions ? await inAllLanguages() : inThisLanguage;
    const sent = tableToSend(sheet, mapping, table, changes, { names, country: countryCode });
    const foreseen = await source(sent.file, setProgress).finally(() => setProgress(null));
    const inFile = { sheet, mapping, lines: sent.lines };
    return {
      sheet,
      mapping,
      changes,
      zeros,
      foreseen: {
        ...foreseen,
        errors: notesOf(foreseen.errors, table, t, inFile),
        warnings: notesOf(foreseen.warnings, table, t, inFile),
      },
    };
  };
  const check = async (sheet: Sheet, mapping: Mapping): Promise<void> => {
    const none = new AbortController().signal;
    // A missing hint must not prevent the import.
    const zeros = await lostZeros(sheet, mapping, table, countryCode, none).catch(() => []);
    setStep({ kind: 'preview', checked: await foresee(sheet, mapping, UNCHANGED, zeros) });
  };
  const checkWhole = async (file: File): Promise<void> => {
    const foreseen = await source(file, setProgress)
      .catch((error: unknown) => {
        const missing = columnsMissedIn(error);
        throw missing ? new Error(missingText(missing, titlesOf(table, t), t)) : error;
      })
      .finally(() => setProgress(null));
    const errors = notesOf(foreseen.errors, table, t, null);
    setStep({
      kind: 'preview',
      checked: {
        sheet: null,
        mapping: [],
        changes: UNCHANGED,
        zeros: [],
        foreseen: { ...foreseen, errors },
      },
    });
  };
  const open = async (file: File): Promise<void> => {
    const plain = await readSheet(file, table.columns, inThisLanguage).catch(() => null);
    if (!plain || table.isOtherForm?.(plain.headings)) return checkWhole(file);
    const isKnown = (mapping: Mapping) =>
      plain.headings.every((heading, at) => heading === '' || mapping[at]) &&
      missingColumns(mapping, table.columns).length === 0;
    const own = recognised(plain.headings, table.columns, inThisLanguage);
    if (isKnown(own)) return check(plain, own);
    const names = await inAllLanguages();
    const sheet = (await readSheet(file, table.columns, names)) ?? plain;
    const found =
      remembered(table.name, sheet.headings, table.columns) ??
      recognised(sheet.headings, table.columns, names);
    setStep({ kind: 'match', sheet, mapping: found });
  };
  const form = useRecordForm({
    record: null,
    values: (): { file: File | null } => ({ file: null }),
    rules: { file: { needed: t('Choose a file') } },
    members: { fileId: 'file', csvFile: 'file' },
    save: ({ file }) => open(file as File),
  });
  if (step.kind === 'match')
    return (
      <MatchDialog
        title={title}
        table={table}
        sheet={step.sheet}
        first={step.mapping}
        progress={progress}
        onBack={() => setStep({ kind: 'file' })}
        onClose={onClose}
        onMatched={(mapping) => {
          remember(table.name, step.sheet.headings, mapping);
          return check(step.sheet, mapping);
        }}
      />
    );
  if (step.kind === 'preview')
    return (
      <ImportPreview
        title={title}
        table={table}
        checked={step.checked}
        stale={stale}
        onChange={async (changes) => {
          const { sheet, mapping, zeros } = step.checked;
          if (!sheet) return null;
          return foresee(sheet, mapping, changes, zeros);
        }}
        onColumns={({ sheet, mapping }) => sheet && setStep({ kind: 'match', sheet, mapping })}
        onBack={() => setStep({ kind: 'file' })}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      of={form}
      light
      title={title}
      description={description}
      action={t('Continue')}
      onClose={onClose}
    >
      <FileField
        name="file"
        label={t('File')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hint={t('The columns may have any order and names. You match them in the next step.')}
      />
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => saveBlob(templateOf(table, t), `${table.name}.csv`)}
      >
        <FileDown aria-hidden /> {t('Download a template')}
      </Button>
      {progress && <RowsProgress label={t('The file is being read')} progress={progress} />}
    </FormDialog>
  );
}
