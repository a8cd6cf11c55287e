// Makes the job of a template for a day, now.
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '@waybill/plugin';
import { useRecordForm } from '../../../kit/form.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { addDays, dayIn } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { jobsKey } from '../queries.ts';
import type { JobTemplate } from './model.ts';
import { makeJob } from './queries.ts';

/** The recurrence makes the jobs of today and tomorrow by itself. */
const firstFree = ({ isactive, nextdates }: JobTemplate, today: string): string =>
  isactive && nextdates.includes(today)
    ? (nextdates.find((day) => day > addDays(today, 1)) ?? '')
    : today;

export function MakeDialog({ template, onClose }: { template: JobTemplate; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const today = dayIn(useFormat().timezone);
  const form = useRecordForm<null, { date: string }, Job>({
    record: null,
    values: () => ({ date: firstFree(template, today) }),
    rules: { date: { needed: t('Choose a day') } },
    save: ({ date }) => makeJob(template.id, date),
    stale: [jobsKey],
    notice: ({ jobno }) => t('{name} added', { name: jobno }),
    saved: ({ id }) => navigate({ to: '/jobs/details/$id', params: { id: String(id) } }),
  });
  return (
    <FormDialog
      of={form}
      light
      size="sm"
      title={t('Make a job of {name}', { name: template.name })}
      description={t('The job of a day that recurs is not made a second time.')}
      action={t('Make job')}
      onClose={onClose}
    >
      <TextField name="date" type="date" label={t('Pickup day')} min={today} />
    </FormDialog>
  );
}
