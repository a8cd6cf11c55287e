// Step of a table import that matches the file's columns.
import { useState } from 'react';
import { Button, Dialog, errorMessage, ErrorNote, WarningNote } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { RowsProgress, type Progress } from '../RowsProgress.tsx';
import { ColumnMatch } from './ColumnMatch.tsx';
import { missingColumns, type Mapping } from './matching.ts';
import type { ImportSpec, Sheet } from './spec.ts';

export interface MatchDialogProps {
  title: string;
  table: Pick<ImportSpec, 'columns'>;
  sheet: Sheet;
  first: Mapping;
  progress?: Progress | null;
  /** Requirement not met by the chosen columns. */
  lacks?: (mapping: Mapping) => string | null;
  onMatched: (mapping: Mapping) => Promise<void>;
  onBack: () => void;
  onClose: () => void;
}

export function MatchDialog({
  title,
  table: { columns },
  sheet,
  first,
  progress = null,
  lacks,
  onMatched,
  onBack,
  onClose,
}: MatchDialogProps) {
  const t = useT();
  const [mapping, setMapping] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const missing = missingColumns(mapping, columns).map(({ header }) => t(header));
  const lacking =
    missing.length > 0
      ? t('No column is chosen for {names}.', { names: missing.join(', ') })
      : (lacks?.(mapping) ?? null);
  const go = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onMatched(mapping);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      size="lg"
      title={title}
      description={t('Choose what each column of {file} contains.', { file: sheet.file.name })}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onBack}>
            {t('Choose another file')}
          </Button>
          <Button pending={isBusy} disabled={lacking !== null} onClick={() => void go()}>
            {t('Continue')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {failure && <ErrorNote message={failure} />}
        {lacking && <WarningNote>{lacking}</WarningNote>}
        <ColumnMatch
          headings={sheet.headings}
          rows={sheet.rows.map(({ cells }) => cells)}
          columns={columns}
          mapping={mapping}
          onChange={setMapping}
        />
        {progress && <RowsProgress label={t('The file is being read')} progress={progress} />}
      </div>
    </Dialog>
  );
}
