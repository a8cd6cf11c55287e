// Gives jobs to drivers and takes them back, with a notice that undoes it.
import { requireAll } from '../../../kit/answers.ts';
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
async function giveBack(jobs: readonly Job[]): Promise<Answers> {
  const drivers = new Set(jobs.flatMap(({ driverid }) => driverid ?? []));
  const answers: Answers = [];
  for (const driver of drivers)
    answers.push(
      ...(await allocate(
        driver,
        jobs.filter(({ driverid }) => driverid === driver).map(({ id }) => id),
      )),
    );
  return answers;
}

/** After a failure between two drivers. */
async function returnOrWarn(jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  try {
    requireAll(await giveBack(jobs));
  } catch (error) {
    failure(t('Check who drives {jobs}', { jobs: jobs.map(({ jobno }) => jobno).join(', ') }))(
      error,
    );
  }
}

/** Allocates jobs; those of other drivers are moved. */
export async function giveTo(driver: Driver, chosen: readonly Job[]): Promise<Answers> {
  const jobs = chosen.filter(({ driverid }) => driverid !== driver.id);
  if (jobs.length === 0) return [];
  const moved = jobs.filter(({ driverid }) => driverid !== null);
  // Without a driver until they are allocated again.
  let between: readonly Job[] = [];
  try {
    const freed = moved.length > 0 ? await unallocate(moved.map(({ id }) => id)) : [];
    const kept = freed.filter(({ success }) => !success);
    between = moved.filter(({ id }) => !kept.some((one) => one.id === id));
    const given = await allocate(
      driver.id,
      jobs.flatMap(({ id }) => (kept.some((one) => one.id === id) ? [] : [id])),
    );
    const answers = [...given, ...kept];
    const ids = accepted(given);
    // A refused move leaves the job where it was.
    between = between.filter(({ id }) => !ids.includes(id));
    await returnOrWarn(between);
    between = [];
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
        const taken = await unallocate(ids);
        const free = accepted(taken);
        return [...taken, ...(await giveBack(moved.filter(({ id }) => free.includes(id))))];
      },
    );
    return answers;
  } catch (error) {
    failure(t('The jobs could not be allocated'))(error);
    await returnOrWarn(between);
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
