// Proof of delivery: articles, who received them, photos and a signature.
import { lazy, Suspense, useState } from 'react';
import { CloudOff, PackageCheck } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { useIsOnline } from '../../lib/online.ts';
import { deliver, HANDOVERS, type Handover } from './actions.ts';
import { go } from './address.ts';
import type { Job } from './calls.ts';
import { Action, Actions, Card, FIELD, Foot, Note, SectionTitle, TopBar } from './look.tsx';
import { NotInRun } from './NotInRun.tsx';
import { Photos } from './Photos.tsx';
import { currentFix } from './positions.ts';
import { articlesOf } from './progress.ts';
import { piecesOf, stopName } from './run.ts';
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

function ProofOfDelivery({ job }: { job: Job }) {
  const t = useT();
  const device = useDevice();
  const perform = usePerform();
  const isOnline = useIsOnline();
  const { ticks } = useWork();
  const ticked = ticks[job.id] ?? [];
  const all = articlesOf(job);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(ticked.length > 0 ? ticked.map(({ article }) => article) : all),
  );
  const [handover, setHandover] = useState<Handover>('HandedOver');
  const [hasAuthority, setAuthority] = useState(false);
  const [signedBy, setSignedBy] = useState('');
  const [signature, setSignature] = useState<string | null>(null);
  const [photos, setPhotos] = useState<string[]>([]);
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
        signature: isLeft ? null : signature,
        photos,
        handover,
        hasAuthorityToLeave: isLeft && hasAuthority,
      };
      const articles = all.filter((article) => chosen.has(article));
      await perform(deliver(job, articles, ticked, proof, { at: new Date(), fix: currentFix() }));
      await device.untick(job.id);
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
        {all.length > 0 && <ArticleChoice job={job} chosen={chosen} onChange={setChosen} />}
        <SectionTitle>{t('Where')}</SectionTitle>
        <div role="radiogroup" aria-label={t('Where')} className="flex flex-wrap gap-2 px-4 pt-2">
          {(Object.keys(HANDOVERS) as Handover[]).map((one) => (
            <Choice
              key={one}
              text={t(HANDOVERS[one])}
              isChosen={one === handover}
              onChoose={() => setHandover(one)}
            />
          ))}
        </div>
        {isLeft ? (
          <Card>
            <label className="flex min-h-12 items-center gap-3">
              <input
                type="checkbox"
                checked={hasAuthority}
                onChange={({ target }) => setAuthority(target.checked)}
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
                onChange={({ target }) => setSignedBy(target.value)}
                autoComplete="off"
                autoCapitalize="words"
                maxLength={128}
                className={FIELD}
              />
            </div>
          </>
        )}
        <Photos photos={photos} onChange={setPhotos} adding={adding} onAdding={setAdding} />
        {!isLeft && (
          <Suspense fallback={<div className="h-60" />}>
            <SignatureField onChange={setSignature} />
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

export function Deliver({ jobId }: { jobId: number }) {
  const job = useJob(jobId);
  return job?.allowedOperations.includes('Deliver') ? (
    <ProofOfDelivery key={job.id} job={job} />
  ) : (
    <NotInRun />
  );
}
