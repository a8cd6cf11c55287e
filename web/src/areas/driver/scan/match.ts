// Matches scanned and typed article numbers with the run.
import { fetchJobByNumber, jobNumberOf, normalized } from '../../../lib/articles.ts';
import type { Job } from '../calls.ts';
import { articlesOf, isFinished } from '../progress.ts';

export type Match =
  /** An article of the run, by its number as it is stored. */
  | { kind: 'found'; job: Job; article: string }
  | { kind: 'finished'; job: Job; article: string }
  /** A job of this driver on another day. */
  | { kind: 'otherDay'; job: Job }
  /** Its job is not this driver's, as far as the server tells. */
  | { kind: 'notYours'; jobno: string }
  /** Nothing is known about it; without a network only the run is. */
  | { kind: 'unknown'; isOffline: boolean };

/** Finds an article in the run. */
export function matchInRun(code: string, jobs: readonly Job[]): Match | null {
  const wanted = normalized(code);
  for (const job of jobs) {
    const article = articlesOf(job).find((one) => normalized(one) === wanted);
    if (article) return { kind: isFinished(job.jobstatus) ? 'finished' : 'found', job, article };
  }
  return null;
}

/** Finds an article in the run, or else its job at the server. */
export async function matchArticle(
  code: string,
  jobs: readonly Job[],
  isOnline: boolean,
  findJob: (jobno: string) => Promise<Job | null> = fetchJobByNumber,
): Promise<Match> {
  const match = matchInRun(code, jobs);
  if (match) return match;
  const jobno = jobNumberOf(code);
  if (!jobno) return { kind: 'unknown', isOffline: false };
  if (!isOnline) return { kind: 'unknown', isOffline: true };
  try {
    const job = await findJob(jobno);
    return job ? { kind: 'otherDay', job } : { kind: 'notYours', jobno };
  } catch {
    return { kind: 'unknown', isOffline: true };
  }
}
