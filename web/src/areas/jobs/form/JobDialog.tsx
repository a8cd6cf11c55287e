// A new job in a dialog, without leaving the board.
import { Button } from '@waybill/plugin';
import { finishOf } from '../../../kit/finish-keys.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { JobFields } from './fields.tsx';
import { useJobForm } from './use-job-form.ts';

export function JobDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const t = useT();
  const { of, saveDraft, finish } = useJobForm({ job: null, day, saved: onClose });
  return (
    <FormDialog
      of={of}
      title={t('New job')}
      size="xl"
      action={t('Create job')}
      extra={
        <Button variant="outline" disabled={of.saving} onClick={saveDraft} className="me-auto">
          {t('Save as draft')}
        </Button>
      }
      onClose={onClose}
    >
      <div
        className="grid gap-4"
        onKeyDown={(event) => {
          const way = finishOf(event.nativeEvent);
          if (!way) return;
          event.preventDefault();
          if (!event.repeat) finish(way);
        }}
      >
        <JobFields fills />
      </div>
    </FormDialog>
  );
}
