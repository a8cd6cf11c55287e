// Bulk actions of the job list: allocation, and the operations that many jobs share.
import { useState, type ReactNode } from 'react';
import { Merge } from 'lucide-react';
import { usePermissions, useSession } from '../../api/session.ts';
import type { BulkAction, BulkAnswers } from '../../kit/list/BulkBar.tsx';
import type { KeyName } from '../../kit/keys.ts';
import { mutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { OperationIcon } from './icons.tsx';
import { jobStatus, type Job, type JobOperation } from './model.ts';
import { allows, inverseOf, OPERATIONS, process, unallocate } from './operations.ts';
import { MoveDialog } from './board/MoveDialog.tsx';
import { jobsKey, mergeJobs } from './queries.ts';
import type { JobRow } from './rows.ts';

const KEY_NAMES: Partial<Record<JobOperation, KeyName>> = { Hold: 'hold', Release: 'hold' };

type Answers = Awaited<ReturnType<typeof process>>;

const rowsOf = (answers: Answers): BulkAnswers['rows'] =>
  answers.map(({ id, success, message }) => ({ key: id, ok: success, message }));
const accepted = (answers: Answers): number[] =>
  answers.flatMap(({ id, success }) => (success ? [id] : []));

/** Actions, and the dialog that asks for a driver. */
export function useBulk(): { actions: BulkAction<JobRow>[]; dialog: ReactNode } {
  const t = useT();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const [moving, setMoving] = useState<{
    jobs: readonly Job[];
    done: (answers: BulkAnswers) => void;
  } | null>(null);
  const reason = (job: Job) => t(jobStatus(job).text);
  const mayAllocate = isTenant && has('Pages.Job.Allocate');
  const allocation: BulkAction<JobRow>[] = mayAllocate
    ? [
        {
          id: 'Allocate',
          name: t('Allocate'),
          done: t('allocated'),
          label: (able, all) => t('Allocate {able} of {all}…', { able, all }),
          keyName: 'approve',
          icon: <OperationIcon of="Allocate" />,
          able: (job) => allows(job, 'Allocate'),
          reason,
          run: (jobs) => new Promise((done) => setMoving({ jobs, done })),
        },
        {
          id: 'Unallocate',
          name: t('Unallocate'),
          done: t('unallocated'),
          label: (able, all) => t('Unallocate {able} of {all}', { able, all }),
          rare: true,
          icon: <OperationIcon of="Unallocate" />,
          able: (job) => allows(job, 'Unallocate'),
          reason,
          run: async (jobs) => ({ rows: rowsOf(await unallocate(jobs.map(({ id }) => id))) }),
        },
      ]
    : [];
  const operations = OPERATIONS.map((operation): BulkAction<JobRow> => {
    const { name, label, done, asks } = operation;
    const keyName = KEY_NAMES[name];
    const back = inverseOf[name];
    return {
      id: name,
      name: t(label),
      done: t(done),
      rare: true,
      label: (able, all) => t('{operation}: {able} of {all}', { operation: t(label), able, all }),
      icon: <OperationIcon of={name} />,
      able: (job) => allows(job, name),
      reason,
      ...(keyName ? { keyName } : {}),
      ...(asks
        ? {
            ask: (jobs) => ({
              title: t('Cancel {count} jobs?', { count: jobs.length }, 'Cancel {count} job?'),
              description: t('Drivers are notified. Cancelled jobs cannot be restored.'),
              confirm: t('Cancel {count} jobs', { count: jobs.length }, 'Cancel {count} job'),
              destructive: true,
            }),
          }
        : {}),
      run: async (jobs) => {
        const answers = await process(
          name,
          jobs.map(({ id }) => id),
        );
        return {
          rows: rowsOf(answers),
          ...(back ? { undo: () => process(back, accepted(answers)) } : {}),
        };
      },
    };
  });
  const merge: BulkAction<JobRow> = {
    id: 'Merge',
    name: t('Merge'),
    done: t('merged'),
    rare: true,
    label: (able, all) => t('Merge {able} of {all}…', { able, all }),
    icon: <Merge aria-hidden />,
    able: (job) => allows(job, 'Merge'),
    reason,
    ask: (jobs) => ({
      title: t('Merge {count} jobs?', { count: jobs.length }, 'Merge {count} job?'),
      description: t(
        'All goods and prices go to {name}; the others are cancelled. They need the same customer ' +
          'and the same addresses.',
        { name: jobs[0]?.jobno ?? '' },
      ),
      confirm: t('Merge'),
    }),
    run: async (jobs) => {
      await mutate({ call: () => mergeJobs(jobs.map(({ id }) => id)), stale: [jobsKey] });
      return { rows: jobs.map(({ id }) => ({ key: id, ok: true })) };
    },
  };
  return {
    actions: [
      ...allocation,
      ...(isTenant && has('Pages.Job.Edit') ? [merge] : []),
      ...(has('Pages.Job.Edit') ? operations : []),
    ],
    dialog: moving && (
      <MoveDialog
        jobs={moving.jobs}
        onClose={() => {
          moving.done({ rows: [] });
          setMoving(null);
        }}
        onAllocated={(answers) => {
          moving.done({
            rows: rowsOf(answers),
            undo: () => unallocate(accepted(answers)),
          });
          setMoving(null);
        }}
      />
    ),
  };
}
