// A template of jobs: its name, the days that it recurs on, and the job.
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CalendarPlus, Repeat } from 'lucide-react';
import { Badge, Card, CardHeader, cn, useFormat, WarningNote } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { useFinishKeys } from '../../../kit/finish-keys.ts';
import { FlagField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useFirstPackageType } from '../../../kit/goods/first-package-type.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { dayIn, shortDay } from '../../../lib/days.ts';
import { useGo } from '../../../lib/go.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { idIn } from '../../../lib/search.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import { formName } from '../form/draft.ts';
import { JobFields, TimeSlotField } from '../form/fields.tsx';
import type { Job } from '../model.ts';
import { jobQuery } from '../queries.ts';
import { MakeDialog } from './MakeDialog.tsx';
import {
  nextDays,
  templateProblems,
  templateRules,
  toTemplateDraft,
  toTemplateRequest,
  WEEKDAYS,
  weekdayText,
  type JobTemplate,
  type TemplateDraft,
} from './model.ts';
import { saveTemplate, templateQuery, templatesKey } from './queries.ts';

const crumbs = () => [
  { text: translate('Jobs'), href: '/jobs' },
  { text: translate('Job templates'), href: leftList('/jobs/templates') },
];

export const TemplateForm = screen(
  {
    needs: 'Pages.Job.Create',
    title: msg('Job template'),
    to: msg('see job templates'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const { id } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const like = idIn(search['like']) ?? null;
  const stored = recordId(id);
  const template = useQuery({ ...templateQuery(stored ?? 0), enabled: id !== undefined });
  const job = useQuery({ ...jobQuery(like ?? 0), enabled: id === undefined && like !== null });
  if (id !== undefined)
    return (
      <RecordOf
        id={stored}
        query={template}
        title={t('Job template')}
        breadcrumbs={crumbs()}
        icon={<Repeat />}
        missing={t('Template not found')}
        failed={t('The template could not be loaded')}
        to={msg('see job templates')}
      >
        {(found) => <Editor key={found.id} template={found} />}
      </RecordOf>
    );
  if (like === null) return <Editor template={null} />;
  return (
    <RecordOf
      id={like}
      query={job}
      title={t('New template')}
      breadcrumbs={crumbs()}
      missing={t('Job not found')}
      failed={t('The job could not be loaded')}
      to={msg('see jobs')}
    >
      {(found) => <Editor key={found.id} template={null} like={found} />}
    </RecordOf>
  );
}

/** Days of the week as buttons that stay pressed. */
function WeekdayField() {
  const t = useT();
  const { language } = useFormat();
  const { register } = useFormContext<TemplateDraft>();
  return (
    <fieldset className="grid content-start gap-1 sm:col-span-2">
      <legend className="mb-1 text-[13px] font-medium">{t('Weekdays')}</legend>
      <span className="flex flex-wrap gap-1">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className={cn(
              'relative grid h-8.5 min-w-11 cursor-pointer place-items-center rounded-md border',
              'border-control px-2 text-[13px] has-checked:border-primary has-checked:bg-primary',
              'has-checked:text-primary-foreground has-focus-visible:outline-2',
              'has-focus-visible:outline-offset-1 has-focus-visible:outline-ring',
            )}
          >
            <input
              type="checkbox"
              {...register(`days.${day}`)}
              aria-label={weekdayText(day, language, 'long')}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden>{weekdayText(day, language)}</span>
          </label>
        ))}
      </span>
      <span className="text-xs text-muted-foreground">
        {t('Without a weekday, jobs are made by hand only.')}
      </span>
    </fieldset>
  );
}

function NextDays() {
  const t = useT();
  const { language, timezone } = useFormat();
  const { holidays } = useTenant();
  const { control } = useFormContext<TemplateDraft>();
  const [days, fromdate, untildate, skipholidays, isactive] = useWatch({
    control,
    name: ['days', 'fromdate', 'untildate', 'skipholidays', 'isactive'],
  });
  const next = nextDays({ days, fromdate, untildate, skipholidays }, dayIn(timezone), holidays);
  if (!isactive)
    return <p className="text-[13px] text-muted-foreground">{t('Inactive: no jobs are made.')}</p>;
  if (next.length === 0)
    return <p className="text-[13px] text-muted-foreground">{t('No next day')}</p>;
  return (
    <p className="text-[13px]">
      <span className="text-muted-foreground">{t('Next days:')}</span>{' '}
      {next.map((day) => shortDay(day, language)).join(' · ')}
    </p>
  );
}

function Recurrence(): ReactNode {
  const t = useT();
  return (
    <Card>
      <CardHeader title={t('Recurrence')} />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <WeekdayField />
        <TextField name="fromdate" type="date" label={t('First day')} />
        <TextField name="untildate" type="date" label={t('Last day')} />
        <TextField name="readytime" type="time" label={t('Goods ready at')} />
        <TextField name="deadlinetime" type="time" label={t('Deliver by')} />
        <TimeSlotField />
        <FlagField
          name="skipholidays"
          label={t('Not on public holidays')}
          className="sm:self-end sm:pb-1.5"
        />
      </div>
      <div className="mt-3 border-t border-border pt-2">
        <NextDays />
      </div>
    </Card>
  );
}

function Editor({ template, like = null }: { template: JobTemplate | null; like?: Job | null }) {
  const t = useT();
  const go = useGo();
  const navigate = useNavigate();
  const format = useFormat();
  const [isMaking, setMaking] = useState(false);
  const form = useRecordForm<JobTemplate | null, TemplateDraft, JobTemplate>({
    record: template,
    values: (record) => toTemplateDraft(record, like, format),
    rules: templateRules(t),
    check: (values) => templateProblems(values, t),
    members: (member) => formName(member.replace(/^jobtemplate\./, '')),
    units: ['from.place', 'to.place', 'items', 'days'],
    save: (values, record) => saveTemplate(toTemplateRequest(values, record, format)),
    stale: [templatesKey],
    notice: ({ name }) =>
      template ? translate('{name} saved', { name }) : translate('Template {name} saved', { name }),
    saved: ({ id }) =>
      template
        ? undefined
        : navigate({ to: '/jobs/templates/$id', params: { id: String(id) }, replace: true }),
    ...(template
      ? {
          newest: () => queryClient.fetchQuery({ ...templateQuery(template.id), staleTime: 0 }),
        }
      : {}),
    ...(template || like ? {} : { draft: 'job-template' }),
  });
  useFirstPackageType(form.form, '');
  useFinishKeys((way) => way === 'all' && form.submit());
  const title = template?.name ?? t('New template');
  return (
    <>
      <PageHeading
        title={title}
        breadcrumbs={crumbs()}
        badge={
          template && (
            <Badge tone={template.isactive ? 'success' : 'neutral'} dot>
              {template.isactive ? t('Active') : t('Inactive')}
            </Badge>
          )
        }
        {...(like ? { description: t('Like {job}', { job: like.jobno }) } : {})}
        actions={
          template
            ? [
                {
                  text: t('Make job…'),
                  primary: true,
                  icon: <CalendarPlus aria-hidden />,
                  onClick: () => setMaking(true),
                },
              ]
            : []
        }
      />
      {template?.lasterror && (
        <WarningNote className="mb-3">
          {t('The last job was not made: {reason}', { reason: template.lasterror })}
        </WarningNote>
      )}
      <FormPage
        of={form}
        label={title}
        action={template ? t('Save') : t('Create template')}
        ready={like !== null}
        onCancel={() => void go(leftList('/jobs/templates'))}
      >
        <Card>
          <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
            <TextField name="name" label={t('Name')} className="sm:col-span-2" />
            <TextField name="routecode" label={t('Route')} />
            <FlagField name="isactive" label={t('Active')} className="sm:self-end sm:pb-1.5" />
          </div>
        </Card>
        <Recurrence />
        <JobFields fills={template === null && like === null} times={null} hasRateNotes={false} />
      </FormPage>
      {isMaking && template && <MakeDialog template={template} onClose={() => setMaking(false)} />}
    </>
  );
}
