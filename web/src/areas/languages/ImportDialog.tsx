// Imports texts and lists rejected rows.
import { useState } from 'react';
import { Button, currentSpeech, Dialog } from '@waybill/plugin';
import { FileField } from '../../kit/FileField.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { speakLanguage, useT } from '../../lib/i18n.ts';
import { languagesKey } from '../../shell/languages.ts';
import { importTexts, type ImportAnswer } from './queries.ts';

const MAX_SHOWN = 100;

export function ImportDialog({
  language,
  title,
  onClose,
}: {
  language: string;
  title: string;
  onClose: () => void;
}) {
  const t = useT();
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const form = useRecordForm({
    record: null,
    values: (): { file: File | null } => ({ file: null }),
    rules: { file: { needed: t('Choose a file') } },
    save: ({ file }) => importTexts(language, file as File),
    stale: [languagesKey],
    saved: (imported) => {
      setAnswer(imported);
      void speakLanguage(currentSpeech().language);
    },
  });
  const heading = t('Import: {what}', { what: title });
  if (answer) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={heading}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <Outcome answer={answer} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      of={form}
      light
      title={heading}
      description={t(
        'A CSV file with the columns key and value, as exported here, or a JSON file of keys and texts.',
      )}
      action={t('Import')}
      onClose={onClose}
    >
      <FileField name="file" label={t('File')} accept=".csv,.json,text/csv,application/json" />
    </FormDialog>
  );
}

function Outcome({ answer }: { answer: ImportAnswer }) {
  const t = useT();
  return (
    <div className="grid gap-3 text-sm" role="status">
      <p>
        {t('{count} texts imported', { count: answer.total }, '{count} text imported')}
        {': '}
        {t('{inserted} new, {updated} changed, {unchanged} unchanged', {
          inserted: answer.inserted,
          updated: answer.updated,
          unchanged: answer.unchanged,
        })}
      </p>
      {answer.validationErrors.length > 0 && (
        <div className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
          <p className="font-medium">
            {t(
              '{count} rows were skipped',
              { count: answer.validationErrors.length },
              '{count} row was skipped',
            )}
          </p>
          <ul className="mt-1 grid max-h-60 gap-0.5 overflow-y-auto">
            {answer.validationErrors.slice(0, MAX_SHOWN).map((row) => (
              <li key={row.index}>
                {t('Row {row}: {reason}', { row: row.index + 1, reason: row.errorInfo })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
