// Form of a job: stored, new, or a copy. A new job is confirmed unless it stays a draft.
import { useRef } from 'react';
import { errorMessage, useFormat } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import type { Finish } from '../../../kit/finish-keys.ts';
import { useRecordForm, type RecordForm } from '../../../kit/form.ts';
import { useFirstPackageType } from '../../../kit/goods/first-package-type.ts';
import { t, useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { confirmJob, jobQuery, jobsKey, saveJob } from '../queries.ts';
import {
  copyOf,
  formName,
  jobProblems,
  jobRules,
  toDraft,
  toRequest,
  type JobDraft,
  type JobLike,
} from './draft.ts';

interface Saved {
  job: Job;
  /** Reason why a new job stayed a draft. */
  unconfirmed: string | null;
}

async function confirmed(job: Job): Promise<Saved> {
  try {
    return { job: await confirmJob(job.id), unconfirmed: null };
  } catch (error) {
    return { job, unconfirmed: errorMessage(error) };
  }
}

export interface JobFormOptions {
  job: Job | null;
  /** A new job begins with its values. */
  like?: JobLike | null;
  day?: string;
  saved: (job: Job) => unknown;
  draft?: string;
}

export interface JobForm {
  of: RecordForm<JobDraft, Job | null>;
  saveDraft: () => void;
  finish: (way: Finish) => void;
}

export function useJobForm({ job, like = null, day = '', saved, draft }: JobFormOptions): JobForm {
  const tr = useT();
  const format = useFormat();
  const isDraft = useRef(false);
  const of = useRecordForm<Job | null, JobDraft, Saved>({
    record: job,
    values: (record) =>
      record === null && like ? copyOf(like, format, day) : toDraft(record, format, day),
    rules: jobRules(tr),
    check: (values, record) =>
      jobProblems(values, record ? record.jobstatus === 'Draft' : isDraft.current, tr),
    members: formName,
    units: ['from.place', 'to.place', 'items'],
    save: async (values, record) => {
      // A key pressed during the save does not change it.
      const staysDraft = isDraft.current;
      const stored = await saveJob(toRequest(values, record, format));
      return record || staysDraft ? { job: stored, unconfirmed: null } : confirmed(stored);
    },
    stale: [jobsKey],
    notice: ({ job: { jobno }, unconfirmed }) =>
      unconfirmed === null
        ? job
          ? t('{name} saved', { name: jobno })
          : t('{name} added', { name: jobno })
        : {
            title: t('{name} is saved as a draft', { name: jobno }),
            description: unconfirmed,
            variant: 'destructive',
          },
    saved: ({ job: stored }) => saved(stored),
    ...(job ? { newest: () => queryClient.fetchQuery({ ...jobQuery(job.id), staleTime: 0 }) } : {}),
    ...(draft ? { draft } : {}),
  });
  useFirstPackageType(of.form, '');
  const submit: typeof of.submit = (event) => {
    isDraft.current = false;
    of.submit(event);
  };
  const saveDraft = () => {
    isDraft.current = true;
    of.submit();
  };
  return {
    of: { ...of, submit },
    saveDraft,
    // Only a new job can stay a draft.
    finish: (way) => (way === 'draft' && job === null ? saveDraft() : submit()),
  };
}
