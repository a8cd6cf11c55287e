// Uploads a bank file.
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@waybill/plugin';
import { FileField } from '../../../kit/FileField.tsx';
import { SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import type { LineNote } from '../../../kit/import/calls.ts';
import { LineNotes } from '../../../kit/import/LineNotes.tsx';
import { MatchFile } from '../../../kit/import/MatchFile.tsx';
import { columnsMissedIn } from '../../../kit/import/spec.ts';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { BANK_FIELDS, lackingBankField, type BankField } from './model.ts';
import { bankKey, importStatement, templatesQuery, type ReadStatement } from './queries.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const FILES = `.csv,.txt,.xlsx,.sta,.mt940,.940,.swi,.xml,.bai,.bai2,text/csv,text/plain,${WORKBOOK}`;

export interface UploadDialogProps {
  /** The dropped file. */
  file: File | null;
  onRead: (id: number) => void;
  onClose: () => void;
}

interface Upload {
  file: File | null;
  template: string;
  account: string;
}

const isField = (word: string | undefined): word is BankField =>
  word !== undefined && word in BANK_FIELDS.titles;

export function UploadDialog({ file, onRead, onClose }: UploadDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const templates = useQuery(templatesQuery).data ?? [];
  const [sent, setSent] = useState<number | null>(null);
  const [rejected, setRejected] = useState<readonly LineNote[]>([]);
  const [stored, setStored] = useState<number | null>(null);
  const [unmatched, setUnmatched] = useState<Upload | null>(null);
  const send = ({ file: chosen, template, account }: Upload) => {
    setRejected([]);
    setStored(null);
    return importStatement(
      chosen as File,
      { templateId: Number(template) || null, account: account.trim() || null },
      setSent,
    ).finally(() => setSent(null));
  };
  const noticeOf = ({ statement }: ReadStatement) =>
    statement &&
    (statement.newLines === 0
      ? t('All lines of {name} were already imported', { name: statement.fileName })
      : t(
          '{count} new lines in {name}',
          { count: statement.newLines, name: statement.fileName },
          '{count} new line in {name}',
        ));
  const show = (answer: ReadStatement) => {
    const id = answer.statement?.id ?? null;
    if (id === null || answer.rejected.length > 0) {
      setRejected(answer.rejected);
      setStored(id);
      return;
    }
    onClose();
    onRead(id);
  };
  const form = useRecordForm({
    record: null,
    values: (): Upload => ({
      file,
      template: '',
      account: '',
    }),
    rules: { file: { needed: t('Choose a file') }, account: { max: 256 } },
    members: { fileName: 'file', templateId: 'template' },
    save: (values) =>
      send(values).catch((error: unknown) => {
        // No template fits: the columns are matched by hand.
        if (columnsMissedIn(error)) return null;
        throw error;
      }),
    stale: [bankKey],
    notice: (answer) => answer && noticeOf(answer),
    saved: (answer, values) => (answer ? show(answer) : setUnmatched(values)),
  });
  const named = (note: LineNote): LineNote =>
    isField(note.column) ? { ...note, column: t(BANK_FIELDS.titles[note.column]) } : note;
  if (unmatched?.file) {
    const chosen = templates.find(({ id, isDefault }) =>
      unmatched.template ? id === Number(unmatched.template) : isDefault,
    );
    return (
      <MatchFile<BankField>
        title={t('Upload statement')}
        name="bank"
        file={unmatched.file}
        fields={BANK_FIELDS}
        template={chosen?.columns ?? []}
        lacks={(has) => lackingBankField(has, t)}
        onMatched={async (matched) => {
          const answer = await send({ ...unmatched, file: matched });
          await queryClient.invalidateQueries({ queryKey: bankKey });
          const notice = noticeOf(answer);
          if (notice) toast({ title: notice });
          setUnmatched(null);
          show(answer);
        }}
        onBack={() => setUnmatched(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      of={form}
      light
      title={t('Upload statement')}
      description={t(
        'CSV, Excel, MT940, CAMT.053 or BAI2, up to 4 MB. Lines already imported from another ' +
          'file are skipped; nothing is recorded as paid before you accept it.',
      )}
      action={t('Upload')}
      onClose={onClose}
    >
      <FileField name="file" label={t('File')} accept={FILES} />
      <SelectField
        name="template"
        label={t('Table template')}
        optional
        hint={t('Templates are kept under Settings, Bank templates. Other formats need none.')}
      >
        <option value="">{t('Default template')}</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        name="account"
        label={t('Account')}
        optional
        hint={t('Your account, if it is not in the file.')}
      />
      {sent !== null && (
        <ProgressBar
          label={t('The file is being sent')}
          share={sent}
          text={t('The file is being sent')}
        />
      )}
      {rejected.length > 0 && (
        <div role="alert" className="grid gap-2 text-sm">
          <p>
            {stored === null
              ? t(
                  'Nothing was stored. Correct the file, or choose the template that fits it, and upload it again.',
                )
              : t('These lines could not be read. The others were stored.')}
          </p>
          <LineNotes
            title={t(
              '{number} errors',
              { count: rejected.length, number: rejected.length },
              '{number} error',
            )}
            notes={rejected.map(named)}
          />
          {stored !== null && (
            <Button
              variant="outline"
              className="justify-self-start"
              onClick={() => {
                onClose();
                onRead(stored);
              }}
            >
              {t('Match the stored lines')}
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  );
}
