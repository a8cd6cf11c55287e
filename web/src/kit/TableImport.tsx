// Brings a table in from a file: what would come of it is shown first, line by line what cannot be taken, then it is stored.
import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Button, Dialog, errorMessage, ErrorNote } from '@waybill/plugin';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { useT } from '../lib/i18n.ts';
import { toast } from '../shell/toast.tsx';
import { FileField } from './FileField.tsx';
import { useRecordForm } from './form.ts';
import { FormDialog } from './FormDialog.tsx';

const MAX_SHOWN = 100;

export type ImportedTable = Schema<'ImportedTable'>;

export interface TableImportProps {
  title: string;
  /** Which columns it may have. */
  description: string;
  /** Imports the file that was sent, or says what would come of it. */
  run: (fileId: number, dryRun: boolean) => Promise<ImportedTable>;
  stale: QueryKey;
  onClose: () => void;
}

async function send(file: File): Promise<number> {
  const form = new FormData();
  form.append('file', file);
  return (await api.upload('/api/core/file/uploadasset', form)).fileId;
}

export function TableImport({ title, description, run, stale, onClose }: TableImportProps) {
  const t = useT();
  const [preview, setPreview] = useState<{ fileId: number; table: ImportedTable } | null>(null);
  const form = useRecordForm({
    record: null,
    values: (): { file: File | null } => ({ file: null }),
    rules: { file: { needed: t('Choose a file') } },
    members: { fileId: 'file' },
    save: async ({ file }) => {
      const fileId = await send(file as File);
      return { fileId, table: await run(fileId, true) };
    },
    saved: setPreview,
  });
  if (preview) return <Preview title={title} {...preview} run={run} stale={stale} onBack={() => setPreview(null)} onClose={onClose} />;
  return (
    <FormDialog of={form} light title={title} description={description} action={t('Continue')} onClose={onClose}>
      <FileField name="file" label={t('File')} accept=".csv,text/csv" />
    </FormDialog>
  );
}

interface PreviewProps extends Omit<TableImportProps, 'description'> {
  fileId: number;
  table: ImportedTable;
  onBack: () => void;
}

function Preview({ title, fileId, table, run, stale, onBack, onClose }: PreviewProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { total, inserted, updated, validationErrors } = table;
  const taken = inserted + updated;
  const store = async () => {
    if (running) return;
    setRunning(true);
    setFailure(null);
    try {
      const done = await run(fileId, false);
      await queryClient.invalidateQueries({ queryKey: stale });
      toast({ title: t('{inserted} new, {updated} changed', { inserted: done.inserted, updated: done.updated }) });
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setRunning(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !running && onClose()}
      title={title}
      footer={
        <>
          <Button variant="outline" disabled={running} onClick={onBack}>
            {t('Choose another file')}
          </Button>
          <Button autoFocus pending={running} disabled={taken === 0} onClick={() => void store()}>
            {t('Import')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm" role="status">
        {failure && <ErrorNote message={failure} />}
        <p>{t('{count} rows: {inserted} new, {updated} changed, {unchanged} unchanged', { count: total, inserted, updated, unchanged: total - taken - validationErrors.length }, '{count} row: {inserted} new, {updated} changed, {unchanged} unchanged')}</p>
        {validationErrors.length > 0 && (
          <div className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
            <p className="font-medium">{t('{count} rows will be skipped', { count: validationErrors.length }, '{count} row will be skipped')}</p>
            <ul className="mt-1 grid max-h-60 gap-0.5 overflow-y-auto">
              {validationErrors.slice(0, MAX_SHOWN).map((row) => (
                <li key={row.index}>{t('Row {row}: {reason}', { row: row.index + 1, reason: row.errorInfo })}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
