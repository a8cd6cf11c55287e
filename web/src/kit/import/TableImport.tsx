// Brings a table in from a file: what would come of it is shown first, line by line what cannot be taken, then it is stored.
import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Button, Dialog, errorMessage, ErrorNote, useFormat } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { FileField } from '../FileField.tsx';
import { useRecordForm } from '../form.ts';
import { FormDialog } from '../FormDialog.tsx';
import type { ImportHow, ImportedTable, JobId } from './calls.ts';
import { followImport, importedText } from './follow.ts';
import { useImportRun } from './use-import-run.tsx';

const MAX_SHOWN = 100;
/** A file of more rows is stored in the background. */
const MAX_AT_ONCE = 1000;

export interface TableImportProps {
  title: string;
  /** Which columns it may have. */
  description: string;
  /** Imports the file that was sent, or says what would come of it. */
  run: (fileId: number, how: ImportHow) => Promise<ImportedTable>;
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
      return { fileId, table: await run(fileId, { dryRun: true }) };
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
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [job, setJob] = useState<JobId | null>(null);
  const { total, inserted, updated } = table;
  const running = useImportRun(job, title, onClose);
  const store = async () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      const done = await run(fileId, { dryRun: false, ...(total > MAX_AT_ONCE ? { inBackground: true } : {}) });
      if (done.jobId !== null) {
        followImport(done.jobId, { title, stale });
        setJob(done.jobId);
      } else {
        await queryClient.invalidateQueries({ queryKey: stale });
        toast(importedText(done));
        onClose();
      }
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setSending(false);
  };
  const footer = job ? (
    <>
      {running.hasEnded ? (
        <Button variant="outline" onClick={onBack}>
          {t('Choose another file')}
        </Button>
      ) : (
        <Button variant="outline" pending={running.cancelling} onClick={running.cancel}>
          {t('Cancel import')}
        </Button>
      )}
      <Button key="close" autoFocus onClick={onClose}>
        {t('Close')}
      </Button>
    </>
  ) : (
    <>
      <Button variant="outline" disabled={sending} onClick={onBack}>
        {t('Choose another file')}
      </Button>
      <Button key="store" autoFocus pending={sending} disabled={inserted + updated === 0} onClick={() => void store()}>
        {t('Import')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && !sending && onClose()} title={title} footer={footer}>
      {job ? <div className="grid gap-3">{running.body}</div> : <Foreseen table={table} failure={failure} />}
    </Dialog>
  );
}

/** What would come of it. */
function Foreseen({ table: { total, inserted, updated, refused, validationErrors }, failure }: { table: ImportedTable; failure: string | null }) {
  const t = useT();
  const { number } = useFormat();
  return (
    <div className="grid gap-3 text-sm" role="status">
      {failure && <ErrorNote message={failure} />}
      <p>
        {t(
          '{number} rows: {inserted} new, {updated} changed, {unchanged} unchanged',
          { count: total, number: number(total), inserted: number(inserted), updated: number(updated), unchanged: number(total - inserted - updated - refused) },
          '{number} row: {inserted} new, {updated} changed, {unchanged} unchanged',
        )}
      </p>
      {refused > 0 && (
        <div className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
          <p className="font-medium">{t('{number} rows will be skipped', { count: refused, number: number(refused) }, '{number} row will be skipped')}</p>
          <ul className="mt-1 grid max-h-60 gap-0.5 overflow-y-auto">
            {validationErrors.slice(0, MAX_SHOWN).map((row) => (
              <li key={row.index}>{t('Row {row}: {reason}', { row: row.index + 1, reason: row.errorInfo })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
