// A stop that cannot be done: its reason, a remark and photos.
import { useState } from 'react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { fail, failureReasons } from './actions.ts';
import { go } from './address.ts';
import type { Job } from './calls.ts';
import { dropDraft, useDraft, type Change } from './drafts.ts';
import { Action, Actions, Card, FIELD, Foot, Note, SectionTitle, TopBar } from './look.tsx';
import { NotInRun } from './NotInRun.tsx';
import { Photos } from './Photos.tsx';
import { currentFix } from './positions.ts';
import { isBeforePickup } from './progress.ts';
import { stopName } from './run.ts';
import { mayFail } from './operations.ts';
import { useDevice, useJob, usePerform } from './use-device.ts';

interface Entered {
  /** Text of the reason. */
  reason: string | null;
  remark: string;
  photos: string[];
}

const NOTHING: Entered = { reason: null, remark: '', photos: [] };

const draftName = (jobId: number): string => `failure.${jobId}`;

function Failure({
  job,
  entered,
  change,
}: {
  job: Job;
  entered: Entered;
  change: Change<Entered>;
}) {
  const t = useT();
  const device = useDevice();
  const perform = usePerform();
  const { remark, photos } = entered;
  const reasons = failureReasons(job);
  const reason = reasons.find(({ text }) => text === entered.reason) ?? null;
  // A photo that is still made smaller belongs to this event too.
  const [adding, setAdding] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const finish = async () => {
    if (!reason) return setProblem(t('Choose a reason.'));
    setBusy(true);
    setProblem(null);
    try {
      await perform(fail(job, reason, remark, photos, { at: new Date(), fix: currentFix() }));
      await device.untick(job.id);
      await dropDraft(device.database, draftName(job.id));
      go({ page: 'run' }, { replace: true });
    } catch {
      setProblem(t('This could not be kept on the phone. Free some space and try again.'));
      setBusy(false);
    }
    return undefined;
  };
  return (
    <>
      <TopBar
        title={isBeforePickup(job.jobstatus) ? t('Cannot pick up') : t('Cannot deliver')}
        detail={stopName(job)}
        back={{ page: 'stop', jobId: job.id }}
      />
      <main className="flex-1 pb-4">
        <SectionTitle>{t('Reason')}</SectionTitle>
        <Card className="py-0">
          <div role="radiogroup" aria-label={t('Reason')}>
            {reasons.map((one) => (
              <button
                key={one.text}
                type="button"
                role="radio"
                aria-checked={one === reason}
                onClick={() => change({ reason: one.text })}
                className={cn(
                  'flex min-h-13 w-full items-center gap-3 text-start text-lg',
                  'border-b border-border last:border-0',
                )}
              >
                <span
                  aria-hidden
                  className={cn(
                    'size-6 shrink-0 rounded-full border-2',
                    one === reason ? 'border-7 border-primary' : 'border-control',
                  )}
                />
                {t(one.text)}
              </button>
            ))}
          </div>
        </Card>
        <SectionTitle>{t('Remark')}</SectionTitle>
        <div className="px-3 pt-1.5">
          <textarea
            aria-label={t('Remark')}
            rows={2}
            maxLength={200}
            value={remark}
            onChange={({ target }) => change({ remark: target.value })}
            className={FIELD}
          />
        </div>
        <Photos
          photos={photos}
          onChange={(next) => change((now) => ({ photos: next(now.photos) }))}
          adding={adding}
          onAdding={setAdding}
        />
      </main>
      <Foot>
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        <Actions>
          <Action look="main" disabled={isBusy || adding > 0} onClick={() => void finish()}>
            {isBeforePickup(job.jobstatus)
              ? t('Report failed pickup')
              : t('Report failed delivery')}
          </Action>
        </Actions>
      </Foot>
    </>
  );
}

function KeptFailure({ job }: { job: Job }) {
  const [entered, change] = useDraft(draftName(job.id), NOTHING);
  return <Failure {...{ job, entered, change }} />;
}

export function Fail({ jobId }: { jobId: number }) {
  const job = useJob(jobId);
  return job && mayFail(job) ? <KeptFailure key={job.id} job={job} /> : <NotInRun />;
}
