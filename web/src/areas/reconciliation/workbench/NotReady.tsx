// An invoice in progress or with errors.
import { ErrorNote } from '@waybill/plugin';
import { LineNotes } from '../../../kit/import/LineNotes.tsx';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { Reconciliation } from '../model.ts';
import { useFieldNames } from '../settings/fields.ts';

export function NotReady({ of }: { of: Reconciliation }) {
  const t = useT();
  const named = useFieldNames();
  if (of.status !== 'Failed')
    return (
      <ProgressBar
        label={t('The invoice is being read')}
        share={null}
        text={t('The invoice is being read. Its lines show here when that is done.')}
        className="max-w-xl"
      />
    );
  return (
    <div className="grid max-w-2xl gap-3 text-sm">
      <ErrorNote
        title={t('The invoice could not be read')}
        message={
          of.lineErrors.length > 0
            ? t(
                'Nothing was stored. Correct the file, or choose the template that fits it, and upload it again.',
              )
            : (of.failure ?? '')
        }
      />
      {of.lineErrors.length > 0 && (
        <LineNotes
          title={t(
            '{number} errors',
            { count: of.lineErrors.length, number: of.lineErrors.length },
            '{number} error',
          )}
          notes={of.lineErrors.map(named)}
        />
      )}
    </div>
  );
}
