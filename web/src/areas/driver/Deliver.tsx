// Proof of delivery: articles, who received them, photos and a signature.
import { lazy, Suspense, useRef, useState } from 'react';
import { CloudOff, PackageCheck } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { useIsOnline } from '../../lib/online.ts';
import { deliver, HANDOVERS, type Handover } from './actions.ts';
import { go } from './address.ts';
import type { Job } from './calls.ts';
import { dropDraft, useDraft, type Change } from './drafts.ts';
import { Action, Actions, Card, FIELD, Foot, Note, SectionTitle, TopBar } from './look.tsx';
import { NotInRun } from './NotInRun.tsx';
import { Photos } from './Photos.tsx';
import { currentFix } from './positions.ts';
import { articlesOf } from './progress.ts';
import { piecesOf, stopName } from './run.ts';
import type { Signature } from './SignatureField.tsx';
import { useDevice, useJob, usePerform, useWork } from './use-device.ts';

const SignatureField = lazy(() =>
  import('./SignatureField.tsx').then(({ SignatureField: field }) => ({ default: field })),
);

function Choice({
  isChosen,
  onChoose,
  text,
}: {
  isChosen: boolean;
  onChoose: () => void;
  text: string;
}) {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      onClick={onChoose}
      className={cn(
        'min-h-12 rounded-xl border-2 px-4 font-semibold',
        'focus-visible:outline-3 focus-visible:outline-ring',
        isChosen ? 'border-primary bg-primary text-primary-foreground' : 'border-control bg-card',
      )}
    >
      {text}
    </button>
  );
}

/** Articles that are handed over; the others stay with the driver. */
function ArticleChoice({
  job,
  chosen,
  onChange,
}: {
  job: Job;
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
}) {
  const t = useT();
  return (
    <>
      <SectionTitle>{t('Articles handed over')}</SectionTitle>
      <Card className="py-0">
        {job.items.flatMap((item) =>
          item.articlenumbers.map((article) => (
            <label
              key={article}
              className="flex min-h-13 items-center gap-3 border-b border-border py-1.5 last:border-0"
            >
              <input
                type="checkbox"
                checked={chosen.has(article)}
                onChange={({ target }) => {
                  const next = new Set(chosen);
                  if (target.checked) next.add(article);
                  else next.delete(article);
                  onChange(next);
                }}
                className="size-7 shrink-0 accent-primary"
              />
              <span className="min-w-0">
                <b className="block truncate font-semibold">
                  {item.description || item.packagetype || t('Article')}
                </b>
                <span className="block text-[15px] text-muted-foreground" dir="ltr">
                  {article}
                </span>
              </span>
            </label>
          )),
        )}
      </Card>
    </>
  );
}

interface Proof {
  /** Null until the driver chooses. */
  articles: readonly string[] | null;
  handover: Handover;
  hasAuthority: boolean;
  signedBy: string;
  signature: Signature | null;
  photos: string[];
}

const NO_PROOF: Proof = {
  articles: null,
  handover: 'HandedOver',
  hasAuthority: false,
  signedBy: '',
  signature: null,
  photos: [],
};

const draftName = (jobId: number): string => `proof.${jobId}`;

function ProofOfDelivery({
  job,
  isTakenOff,
  proof: entered,
  change,
}: {
  job: Job;
  /** Dispatch has changed the job since the form was opened. */
  isTakenOff: boolean;
  proof: Proof;
  change: Change<Proof>;
}) {
  const t = useT();
  const device = useDevice();
  const perform = usePerform();
  const isOnline = useIsOnline();
  const { ticks } = useWork();
  const ticked = ticks[job.id] ?? [];
  const all = articlesOf(job);
  const { handover, hasAuthority, signedBy, signature, photos } = entered;
  const chosen = new Set(
    entered.articles ?? (ticked.length > 0 ? ticked.map(({ article }) => article) : all),
  );
  // A photo that is still made smaller belongs to this event too.
  const [adding, setAdding] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isLeft = handover === 'LeftSafe';
  const missing =
    all.length > 0 && chosen.size === 0
      ? t('Choose at least one article.')
      : isLeft && !hasAuthority
        ? t('Confirm the authority to leave the goods.')
        : isLeft && photos.length === 0
          ? t('Take a photo of the place where you leave the goods.')
          : !isLeft && !signedBy.trim()
            ? t('Enter who received the goods.')
            : null;
  const finish = async () => {
    if (missing) return setProblem(missing);
    setBusy(true);
    setProblem(null);
    try {
      const proof = {
        signedBy: signedBy.trim() || null,
        signature: isLeft ? null : (signature?.picture ?? null),
        photos,
        handover,
        hasAuthorityToLeave: isLeft && hasAuthority,
      };
      const articles = all.filter((article) => chosen.has(article));
      await perform(deliver(job, articles, ticked, proof, { at: new Date(), fix: currentFix() }));
      await device.untick(job.id);
      await dropDraft(device.database, draftName(job.id));
      go({ page: 'run' }, { replace: true });
    } catch {
      setProblem(t('This could not be kept on the phone. Free some space and try again.'));
      setBusy(false);
    }
    return undefined;
  };
  const isPart = chosen.size < all.length;
  return (
    <>
      <TopBar
        title={t('Proof of delivery')}
        detail={`${stopName(job)} · ${
          all.length > 0
            ? t('{done} of {total} pieces', { done: chosen.size, total: all.length })
            : t('{count} pieces', { count: piecesOf(job) }, '{count} piece')
        }`}
        back={{ page: 'stop', jobId: job.id }}
      />
      <main className="flex-1 pb-4">
        {isTakenOff && !isBusy && (
          <Note tone="warning" role="status">
            {t('Dispatch has changed this job. If the goods were handed over, complete it here.')}
          </Note>
        )}
        {all.length > 0 && (
          <ArticleChoice
            job={job}
            chosen={chosen}
            onChange={(articles) => change({ articles: [...articles] })}
          />
        )}
        <SectionTitle>{t('Where')}</SectionTitle>
        <div role="radiogroup" aria-label={t('Where')} className="flex flex-wrap gap-2 px-4 pt-2">
          {(Object.keys(HANDOVERS) as Handover[]).map((one) => (
            <Choice
              key={one}
              text={t(HANDOVERS[one])}
              isChosen={one === handover}
              onChoose={() => change({ handover: one })}
            />
          ))}
        </div>
        {isLeft ? (
          <Card>
            <label className="flex min-h-12 items-center gap-3">
              <input
                type="checkbox"
                checked={hasAuthority}
                onChange={({ target }) => change({ hasAuthority: target.checked })}
                className="size-7 shrink-0 accent-primary"
              />
              {t('There is authority to leave the goods unattended.')}
            </label>
          </Card>
        ) : (
          <>
            <SectionTitle>{t('Received by')}</SectionTitle>
            <div className="px-3 pt-1.5">
              <input
                aria-label={t('Received by')}
                value={signedBy}
                onChange={({ target }) => change({ signedBy: target.value })}
                autoComplete="off"
                autoCapitalize="words"
                maxLength={128}
                className={FIELD}
              />
            </div>
          </>
        )}
        <Photos
          photos={photos}
          onChange={(next) => change((now) => ({ photos: next(now.photos) }))}
          adding={adding}
          onAdding={setAdding}
        />
        {!isLeft && (
          <Suspense fallback={<div className="h-60" />}>
            <SignatureField
              initial={signature}
              onChange={(drawn) => change({ signature: drawn })}
            />
          </Suspense>
        )}
      </main>
      <Foot>
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {!isOnline && (
          <p className="flex items-center gap-2 px-4 pt-1 text-[15px] text-warning-text">
            <CloudOff aria-hidden className="size-5 shrink-0" />
            {t('Kept on this phone, sent when it is back online.')}
          </p>
        )}
        <Actions>
          <Action look="main" disabled={isBusy || adding > 0} onClick={() => void finish()}>
            <PackageCheck aria-hidden />
            {isPart
              ? t(
                  'Deliver {count} articles only',
                  { count: chosen.size },
                  'Deliver {count} article only',
                )
              : t('Complete delivery')}
          </Action>
        </Actions>
      </Foot>
    </>
  );
}

function KeptProof({ job, isTakenOff }: { job: Job; isTakenOff: boolean }) {
  const [proof, change] = useDraft(draftName(job.id), NO_PROOF);
  return <ProofOfDelivery {...{ job, isTakenOff, proof, change }} />;
}

export function Deliver({ jobId }: { jobId: number }) {
  const job = useJob(jobId);
  // The form stays when dispatch changes the job meanwhile: the goods may be handed over.
  const opened = useRef<Job | null>(null);
  const isOpen = job?.allowedOperations.includes('Deliver') ?? false;
  if (job && isOpen) opened.current = job;
  const shown = opened.current?.id === jobId ? opened.current : null;
  return shown ? <KeptProof key={jobId} job={shown} isTakenOff={!isOpen} /> : <NotInRun />;
}
