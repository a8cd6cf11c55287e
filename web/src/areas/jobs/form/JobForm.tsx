// Creates or changes a job.
import { useEffect, useRef, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Button, useFormat } from '@waybill/plugin';
import { CtrlKey } from '../../../kit/CtrlKey.tsx';
import { useFinishKeys } from '../../../kit/finish-keys.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { dayIn } from '../../../lib/days.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { idIn } from '../../../lib/search.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import type { Job } from '../model.ts';
import { jobQuery } from '../queries.ts';
import { jobOfTemplate } from '../templates/model.ts';
import { JobFields } from './fields.tsx';
import { JobTemplates } from './JobTemplates.tsx';
import { useJobForm } from './use-job-form.ts';

const crumbs = () => [{ text: t('Jobs'), href: leftList('/jobs') }];

const NewJob = screen(
  { needs: 'Pages.Job.Create', title: msg('New job'), to: msg('create jobs'), breadcrumbs: crumbs },
  New,
);

const StoredJob = screen(
  { needs: 'Pages.Job.Edit', title: msg('Edit job'), to: msg('change jobs'), breadcrumbs: crumbs },
  Stored,
);

export function JobForm() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <NewJob /> : <StoredJob />;
}

function Loading({
  id,
  title,
  children,
}: {
  id: number | null;
  title: string;
  children: (job: Job) => ReactNode;
}) {
  const t = useT();
  const stored = useQuery({ ...jobQuery(id ?? 0), enabled: id !== null, staleTime: 0 });
  return (
    <RecordOf
      id={id}
      query={stored}
      title={title}
      breadcrumbs={crumbs()}
      missing={t('Job not found')}
      failed={t('The job could not be loaded')}
      to={msg('see jobs')}
    >
      {children}
    </RecordOf>
  );
}

function New() {
  const t = useT();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const like = idIn(search['like']);
  if (like === undefined) return <Editor job={null} />;
  return (
    <Loading id={like} title={t('New job')}>
      {(found) => <Editor key={found.id} job={null} like={found} />}
    </Loading>
  );
}

function Stored() {
  const t = useT();
  const id = recordId(useParams({ strict: false }).id);
  return (
    <Loading id={id} title={t('Edit job')}>
      {(found) => <Editor key={found.id} job={found} />}
    </Loading>
  );
}

/** An empty form begins with its customer; touch screens keep their keyboard shut. */
function useFirstFocus(isEmpty: boolean): void {
  const isFirst = useRef(isEmpty);
  useEffect(() => {
    if (!isFirst.current || !matchMedia('(pointer: fine)').matches) return;
    const timer = requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>('[data-field="customerid"], [name="from.place"]')
        ?.focus(),
    );
    return () => cancelAnimationFrame(timer);
  }, []);
}

function Editor({ job, like = null }: { job: Job | null; like?: Job | null }) {
  const t = useT();
  const navigate = useNavigate();
  const format = useFormat();
  const leave = (id: number | undefined) =>
    navigate(id ? { to: '/jobs/details/$id', params: { id: String(id) } } : { to: '/jobs' });
  const { of, saveDraft, finish } = useJobForm({
    job,
    like,
    day: dayIn(format.timezone),
    saved: ({ id }) => leave(id),
    ...(like ? {} : { draft: `job.${job?.id ?? 'new'}` }),
  });
  useFinishKeys(finish);
  useFirstFocus(job === null && like === null);
  const day = dayIn(format.timezone);
  const title = job?.jobno ?? t('New job');
  return (
    <>
      <PageHeading
        title={title}
        breadcrumbs={crumbs()}
        {...(like ? { description: t('Like {job}', { job: like.jobno }) } : {})}
      />
      {job === null && (
        <div className="relative z-[1] -mt-2 -mb-6 flex justify-end">
          <JobTemplates
            onApply={(template) =>
              of.form.reset(jobOfTemplate(template, format, day), { keepDefaultValues: true })
            }
          />
        </div>
      )}
      <FormPage
        of={of}
        label={title}
        action={
          <>
            {job ? t('Save') : t('Create job')} <CtrlKey letter="↵" />
          </>
        }
        ready={like !== null}
        onCancel={() => void leave(job?.id ?? like?.id)}
        extra={
          job === null && (
            <Button
              variant="outline"
              disabled={of.saving}
              onClick={saveDraft}
              aria-keyshortcuts="Control+S Meta+S"
            >
              {t('Save as draft')} <CtrlKey letter="S" />
            </Button>
          )
        }
      >
        <JobFields hasGoods={!job?.parentid} fills={job === null && like === null} />
      </FormPage>
    </>
  );
}
