// Brings texts in from a file, and says row by row what was not taken.
import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { Button, currentSpeech, Dialog, errorMessage, ErrorNote } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { speakLanguage, useT } from '../../../lib/i18n.ts';
import { importTexts, languagesKey, type ImportAnswer } from './queries.ts';

const reason = (info: ImportAnswer['validationErrors'][number]['errorInfo']) => (typeof info === 'string' ? info : (info.message ?? ''));
const MOST_SHOWN = 100;

export function ImportDialog({ language, title, onClose }: { language: string; title: string; onClose: () => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const work = useMutation({
    mutationFn: (chosen: File) => importTexts(language, chosen),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: languagesKey });
      void speakLanguage(currentSpeech().language);
    },
  });
  const answer = work.data;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !work.isPending && onClose()}
      title={t('Import: {what}', { what: title })}
      description={t('A CSV file with the columns key and value, as the export gives it, or a JSON file of keys and texts.')}
      footer={
        answer ? (
          <Button onClick={onClose}>{t('Close')}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClose} disabled={work.isPending}>
              {t('Cancel')}
            </Button>
            <Button pending={work.isPending} disabled={!file && !work.isPending} onClick={() => file && work.mutate(file)}>
              {t('Import')}
            </Button>
          </>
        )
      }
    >
      {answer ? (
        <div className="grid gap-3 text-sm" role="status">
          <p>
            {t('{count} texts read', { count: answer.total }, '{count} text read')}
            {': '}
            {t('{inserted} new, {updated} changed, {unchanged} as they were', { inserted: answer.inserted, updated: answer.updated, unchanged: answer.unchanged })}
          </p>
          {answer.validationErrors.length > 0 && (
            <div className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
              <p className="font-medium">{t('{count} rows were not taken', { count: answer.validationErrors.length }, '{count} row was not taken')}</p>
              <ul className="mt-1 grid max-h-60 gap-0.5 overflow-y-auto">
                {answer.validationErrors.slice(0, MOST_SHOWN).map((row) => (
                  <li key={row.index}>{t('Row {row}: {reason}', { row: row.index + 1, reason: reason(row.errorInfo) })}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      ) : (
        <div className="grid gap-3">
          <input ref={input} type="file" accept=".csv,.json,text/csv,application/json" aria-label={t('Choose a file')} tabIndex={-1} className="sr-only" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="outline" disabled={work.isPending} onClick={() => input.current?.click()}>
              <FileUp aria-hidden /> {file ? t('Choose another') : t('Choose a file')}
            </Button>
            <span className="min-w-0 text-sm break-all text-muted-foreground">{file?.name ?? t('None chosen')}</span>
          </div>
          {work.isError && <ErrorNote title={t('The file could not be imported')} message={errorMessage(work.error)} />}
        </div>
      )}
    </Dialog>
  );
}
