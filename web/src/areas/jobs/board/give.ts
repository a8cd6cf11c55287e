// Gives jobs to drivers and takes them back, with a notice that undoes it.
import { failure, undoable } from '../../../kit/mutate.ts';
import type { Driver } from '../../../lib/drivers.ts';
import { t } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import type { Job } from '../model.ts';
import { allocate, unallocate } from '../operations.ts';
import { jobsKey } from '../queries.ts';

type Answers = Awaited<ReturnType<typeof allocate>>;

const accepted = (answers: Answers): number[] =>
  answers.flatMap(({ id, success }) => (success ? [id] : []));

/** The server's first sentence, after the job that it is about. */
function firstRefusal(answers: Answers, jobs: readonly Job[]): string | undefined {
  const refused = answers.find(({ success }) => !success);
  if (!refused) return undefined;
  const name = jobs.find(({ id }) => id === refused.id)?.jobno;
  return [name, refused.message].filter(Boolean).join(': ');
}

function report(
  answers: Answers,
  jobs: readonly Job[],
  all: string,
  some: string,
  undo: () => Promise<unknown>,
): void {
  const done = accepted(answers).length;
  const description = firstRefusal(answers, jobs);
  const notice = description
    ? { title: some, description, variant: 'destructive' as const }
    : { title: all };
  toast(done > 0 ? undoable(notice, { call: undo, stale: [jobsKey] }) : notice);
}

/** Jobs with their drivers before a change, for its inverse. */
async function giveBack(jobs: readonly Job[]): Promise<void> {
  const drivers = new Set(jobs.flatMap(({ driverid }) => driverid ?? []));
  for (const driver of drivers)
    await allocate(
      driver,
      jobs.filter(({ driverid }) => driverid === driver).map(({ id }) => id),
    );
}

/** Allocates jobs; those of other drivers are moved. */
export async function giveTo(driver: Driver, chosen: readonly Job[]): Promise<Answers> {
  const jobs = chosen.filter(({ driverid }) => driverid !== driver.id);
  if (jobs.length === 0) return [];
  const moved = jobs.filter(({ driverid }) => driverid !== null);
  try {
    const freed = moved.length > 0 ? await unallocate(moved.map(({ id }) => id)) : [];
    const kept = freed.filter(({ success }) => !success);
    const given = await allocate(
      driver.id,
      jobs.flatMap(({ id }) => (kept.some((one) => one.id === id) ? [] : [id])),
    );
    const answers = [...given, ...kept];
    const ids = accepted(given);
    // A refused move leaves the job where it was.
    await giveBack(moved.filter(({ id }) => given.some((one) => one.id === id && !one.success)));
    const { name } = driver;
    report(
      answers,
      jobs,
      ids.length === 1
        ? t('{job} allocated to {name}', { job: jobs[0]?.jobno ?? '', name })
        : t(
            '{count} jobs allocated to {name}',
            { count: ids.length, name },
            '{count} job allocated to {name}',
          ),
      t('{able} of {all} jobs allocated to {name}', { able: ids.length, all: jobs.length, name }),
      async () => {
        await unallocate(ids);
        await giveBack(moved.filter(({ id }) => ids.includes(id)));
      },
    );
    return answers;
  } catch (error) {
    failure(t('The jobs could not be allocated'))(error);
    return [];
  }
}

/** Takes jobs from their drivers. */
export async function takeBack(jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  try {
    const answers = await unallocate(jobs.map(({ id }) => id));
    const ids = accepted(answers);
    report(
      answers,
      jobs,
      t('{count} jobs unallocated', { count: ids.length }, '{count} job unallocated'),
      t('{able} of {all} jobs unallocated', { able: ids.length, all: jobs.length }),
      () => giveBack(jobs.filter(({ id }) => ids.includes(id))),
    );
  } catch (error) {
    failure(t('The jobs could not be unallocated'))(error);
  }
}
