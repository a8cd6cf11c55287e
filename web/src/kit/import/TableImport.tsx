// Table import: preview with errors by line, then import.
import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Button, Dialog, errorMessage, ErrorNote, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { FileField } from '../FileField.tsx';
import { useRecordForm } from '../form.ts';
import { FormDialog } from '../FormDialog.tsx';
import { RowsProgress, type Progress } from '../RowsProgress.tsx';
import type { BegunImport, Foreseen, ImportSource } from './calls.ts';
import { followImport, importedText } from './follow.ts';
import { LineNotes } from './LineNotes.tsx';
import { useImportRun } from './use-import-run.tsx';

export interface TableImportProps {
  title: string;
  description: string;
  source: ImportSource;
  stale: QueryKey;
  onClose: () => void;
}

export function TableImport({ title, description, source, stale, onClose }: TableImportProps) {
  const t = useT();
  const [preview, setPreview] = useState<Foreseen | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const form = useRecordForm({
    record: null,
    values: (): { file: File | null } => ({ file: null }),
    rules: { file: { needed: t('Choose a file') } },
    members: { fileId: 'file', csvFile: 'file' },
    save: ({ file }) => source(file as File, setProgress).finally(() => setProgress(null)),
    saved: setPreview,
  });
  if (preview)
    return (
      <Preview
        title={title}
        foreseen={preview}
        stale={stale}
        onBack={() => setPreview(null)}
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
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      {progress && <RowsProgress label={t('The file is being read')} progress={progress} />}
    </FormDialog>
  );
}

interface PreviewProps extends Omit<TableImportProps, 'description' | 'source'> {
  foreseen: Foreseen;
  onBack: () => void;
}

function Preview({ title, foreseen, stale, onBack, onClose }: PreviewProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [job, setJob] = useState<BegunImport | null>(null);
  const { inserted, updated } = foreseen;
  const running = useImportRun(job, title, onClose);
  const store = async () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      const done = await foreseen.store();
      if ('key' in done) {
        followImport(done, { title, stale });
        setJob(done);
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
      <Button
        key="store"
        autoFocus
        pending={sending}
        disabled={inserted + updated === 0}
        onClick={() => void store()}
      >
        {t('Import')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !sending && onClose()}
      title={title}
      footer={footer}
    >
      {job ? (
        <div className="grid gap-3">{running.body}</div>
      ) : (
        <Outlook foreseen={foreseen} failure={failure} />
      )}
    </Dialog>
  );
}

function Outlook({
  foreseen: { total, inserted, updated, unchanged, refused, errors, warnings, isWhole },
  failure,
}: {
  foreseen: Foreseen;
  failure: string | null;
}) {
  const t = useT();
  const { number } = useFormat();
  return (
    <div className="grid gap-3 text-sm" role="status">
      {failure && <ErrorNote message={failure} />}
      {refused > 0 && isWhole ? (
        <p>
          {t(
            '{number} rows. Correct every row before you import.',
            { count: total, number: number(total) },
            '{number} row. Nothing can be imported until it is right.',
          )}
        </p>
      ) : (
        <p>
          {t(
            '{number} rows: {inserted} new, {updated} changed, {unchanged} unchanged',
            {
              count: total,
              number: number(total),
              inserted: number(inserted),
              updated: number(updated),
              unchanged: number(unchanged),
            },
            '{number} row: {inserted} new, {updated} changed, {unchanged} unchanged',
          )}
        </p>
      )}
      {refused > 0 && (
        <LineNotes
          title={
            isWhole
              ? t('{number} errors', { count: refused, number: number(refused) }, '{number} error')
              : t(
                  '{number} rows will be skipped',
                  { count: refused, number: number(refused) },
                  '{number} row will be skipped',
                )
          }
          notes={errors}
        />
      )}
      {warnings.length > 0 && <LineNotes title={t('Warnings')} notes={warnings} />}
    </div>
  );
}
