// Step of a table import that shows its expected result, then stores it.
import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { Button, Dialog, errorMessage, ErrorNote, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { saveBlob } from '../csv.ts';
import type { BegunImport, LineNote } from './calls.ts';
import { followImport, importedText } from './follow.ts';
import { LineNotes } from './LineNotes.tsx';
import { zerosBack } from './postcodes.ts';
import { ZerosNote } from './ZerosNote.tsx';
import { recordsOf, rejectedLines, type Changes, type ImportSpec } from './spec.ts';
import type { Checked } from './TableImport.tsx';
import { useImportRun } from './use-import-run.tsx';

export interface ImportPreviewProps {
  title: string;
  table: ImportSpec;
  checked: Checked;
  stale: QueryKey;
  /** Checks the file again; null if only the server can read it. */
  onChange: (changes: Changes) => Promise<Checked | null>;
  onColumns: (checked: Checked) => void;
  onBack: () => void;
  onClose: () => void;
}

/** Rows with errors are left out, or prevent the import. */
type Errors = 'skip' | 'stop';

const linesOf = (notes: readonly LineNote[]): Set<number> =>
  new Set(notes.filter(({ index }) => index > 0).map(({ index }) => index + 1));

export function ImportPreview({
  title,
  table,
  checked: first,
  stale,
  onChange,
  onColumns,
  onBack,
  onClose,
}: ImportPreviewProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const [checked, setChecked] = useState(first);
  /** Result before lines were left out. */
  const [whole, setWhole] = useState(first);
  const [errors, setErrors] = useState<Errors>(first.foreseen.isWhole ? 'stop' : 'skip');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [job, setJob] = useState<BegunImport | null>(null);
  const running = useImportRun(job, title, onClose);
  const { sheet, foreseen } = checked;
  const { refused, isWhole } = whole.foreseen;
  const wrong = linesOf(whole.foreseen.errors);
  // Unlisted errors can't be left out.
  const canSkip =
    !isWhole ||
    (sheet !== null &&
      wrong.size > 0 &&
      whole.foreseen.errors.length >= refused &&
      whole.foreseen.errors.every(({ index }) => index > 0));
  const isStopped = refused > 0 && errors === 'stop';
  const act = async (what: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await what();
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  };
  const store = () =>
    act(async () => {
      const done = await foreseen.store();
      if ('key' in done) {
        followImport(done, { title, stale });
        setJob(done);
        return;
      }
      await queryClient.invalidateQueries({ queryKey: stale });
      toast(importedText(done));
      onClose();
    });
  const choose = (chosen: Errors) =>
    act(async () => {
      if (isWhole && sheet) {
        const skipped = recordsOf(wrong, sheet, whole.mapping, table);
        const next = chosen === 'skip' ? await onChange({ ...whole.changes, skipped }) : whole;
        if (chosen === 'skip' && next && next.foreseen.refused > 0)
          throw new Error(t('Without these rows, others have errors. Correct the file.'));
        if (next) setChecked(next);
      }
      setErrors(chosen);
    });
  const correct = () =>
    act(async () => {
      const next = await onChange({ ...whole.changes, zeros: zerosBack(whole.zeros) });
      if (!next) return;
      setChecked(next);
      setWhole(next);
      setErrors(next.foreseen.isWhole ? 'stop' : 'skip');
    });
  const download = () => {
    if (!sheet) return;
    const reasons = new Map<number, string>();
    for (const { index, column, message } of whole.foreseen.errors) {
      const text = column ? t('{column}: {reason}', { column, reason: message }) : message;
      const before = reasons.get(index + 1);
      if (index > 0) reasons.set(index + 1, before ? `${before}; ${text}` : text);
    }
    saveBlob(rejectedLines(sheet, reasons, t('Reason')), `${table.name}-errors.csv`);
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
      {sheet && (
        <Button
          variant="ghost"
          className="me-auto"
          disabled={isBusy}
          onClick={() => onColumns(checked)}
        >
          {t('Change columns')}
        </Button>
      )}
      <Button variant="outline" disabled={isBusy} onClick={onBack}>
        {t('Choose another file')}
      </Button>
      <Button
        key="store"
        autoFocus
        pending={isBusy}
        disabled={isStopped || foreseen.inserted + foreseen.updated === 0}
        onClick={() => void store()}
      >
        {t('Import')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={title}
      footer={footer}
    >
      {job ? (
        <div className="grid gap-3">{running.body}</div>
      ) : (
        <div className="grid gap-3 text-sm" role="status">
          {failure && <ErrorNote message={failure} />}
          {checked.changes.zeros.size === 0 && whole.zeros.length > 0 && (
            <ZerosNote zeros={whole.zeros} isBusy={isBusy} onCorrect={() => void correct()} />
          )}
          <Counts checked={checked} isStopped={isStopped} />
          {refused > 0 && (
            <div className="grid gap-2">
              <LineNotes
                title={
                  isStopped
                    ? t('{number} errors', { count: refused, number: refused }, '{number} error')
                    : t(
                        '{number} rows will be skipped',
                        {
                          count: isWhole ? checked.changes.skipped.size : refused,
                          number: isWhole ? checked.changes.skipped.size : refused,
                        },
                        '{number} row will be skipped',
                      )
                }
                notes={whole.foreseen.errors}
              />
              {canSkip && <Choice errors={errors} onChoose={(chosen) => void choose(chosen)} />}
              {sheet && wrong.size > 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  className="justify-self-start"
                  onClick={download}
                >
                  <FileDown aria-hidden /> {t('Download the rows with errors')}
                </Button>
              )}
            </div>
          )}
          {foreseen.warnings.length > 0 && (
            <LineNotes title={t('Warnings')} notes={foreseen.warnings} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Counts({
  checked: {
    foreseen: { total, inserted, updated, unchanged },
  },
  isStopped,
}: {
  checked: Checked;
  isStopped: boolean;
}) {
  const t = useT();
  const { number } = useFormat();
  return isStopped ? (
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
  );
}

function Choice({ errors, onChoose }: { errors: Errors; onChoose: (chosen: Errors) => void }) {
  const t = useT();
  const texts: Record<Errors, string> = {
    skip: t('Skip the rows with errors and import the others'),
    stop: t('Import nothing until every row is right'),
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">{t('Rows with errors')}</legend>
      {(['skip', 'stop'] as const).map((value) => (
        <label key={value} className="flex items-center gap-2">
          <input
            type="radio"
            name="errors"
            checked={errors === value}
            onChange={() => onChoose(value)}
            className="size-4 accent-primary"
          />
          {texts[value]}
        </label>
      ))}
    </fieldset>
  );
}
