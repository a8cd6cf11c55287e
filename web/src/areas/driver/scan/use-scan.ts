// Handles scanned and typed codes: ticks articles of the run, and explains others.
import { useCallback, useRef, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useIsOnline } from '../../../lib/online.ts';
import { signal } from '../../../lib/signal.ts';
import { load } from '../actions.ts';
import type { Job } from '../calls.ts';
import { dayText } from '../days.ts';
import { currentFix } from '../positions.ts';
import { isAtStop } from '../progress.ts';
import { stopName } from '../run.ts';
import { useDevice, usePerform, useWork } from '../use-device.ts';
import { matchArticle, type Match } from './match.ts';

export interface Scanned {
  isGood: boolean;
  text: string;
  /** The job to open, if the article is one of the run. */
  jobId: number | null;
}

/** Midday, so that the day is the same in every time zone. */
const dayOf = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`);

/** `at`: the job whose stop is open, if any; articles of others are wrong there. */
export function useScan(at: Job | null) {
  const t = useT();
  const device = useDevice();
  const perform = usePerform();
  const isOnline = useIsOnline();
  const { run, mayWork } = useWork();
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const newest = useRef(0);

  const wrong = (match: Exclude<Match, { kind: 'found' }>): string => {
    switch (match.kind) {
      case 'finished':
        return t('{job} is finished already.', { job: match.job.jobno });
      case 'otherDay':
        return match.job.pickupdate
          ? t('{job} is on your run of {day}.', {
              job: match.job.jobno,
              day: dayText('UTC', dayOf(match.job.pickupdate)),
            })
          : t('{job} is yours, but not on this run.', { job: match.job.jobno });
      case 'notYours':
        return t('{job} is not on your run.', { job: match.jobno });
      case 'unknown':
        return match.isOffline
          ? t('Not on your run. More is known once the phone is online.')
          : t('This article is unknown.');
    }
  };

  const take = async (job: Job, article: string): Promise<Scanned> => {
    const stop = stopName(job);
    if (at && at.id !== job.id)
      return {
        isGood: false,
        text: t('Wrong stop: {article} is for {stop}.', { article, stop }),
        jobId: job.id,
      };
    if (!mayWork)
      return { isGood: false, text: t('Answer the pre-start check before you work.'), jobId: null };
    if (isAtStop(job.jobstatus)) {
      await device.tick(job.id, article);
      return { isGood: true, text: t('{article} scanned', { article }), jobId: job.id };
    }
    if (job.jobstatus === 'AtDepot' || job.jobstatus === 'OnBoard') {
      await perform(load(job, article, { at: new Date(), fix: currentFix() }));
      return {
        isGood: true,
        text: t('{article} loaded for {stop}', { article, stop }),
        jobId: job.id,
      };
    }
    return { isGood: true, text: t('{article} is for {stop}.', { article, stop }), jobId: job.id };
  };

  const onCode = useCallback(
    async (code: string) => {
      if (!code.trim()) return;
      const turn = (newest.current += 1);
      const jobs = [...run.open, ...run.held, ...run.done];
      const match = await matchArticle(code, jobs, isOnline);
      const result =
        match.kind === 'found'
          ? await take(match.job, match.article).catch(() => ({
              isGood: false,
              text: t('This could not be kept on the phone. Free some space and try again.'),
              jobId: null,
            }))
          : { isGood: false, text: wrong(match), jobId: null };
      signal(result.isGood ? 'good' : 'bad');
      // An answer that comes after the next scan would be mistaken for its result.
      if (turn === newest.current) setScanned(result);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- take and wrong depend on the same
    [run, isOnline, mayWork, at?.id, t],
  );
  return { scanned, onCode };
}
