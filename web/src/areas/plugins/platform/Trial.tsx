// A version that is tried out: begun with a share of the calls, watched beside the active one, made active or stopped.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleStop, TriangleAlert, Undo2 } from 'lucide-react';
import { Button, Card, CardHeader, ConfirmDialog, ErrorNote, Field, Input, Select, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { readNumber } from '../../tenancy/settings/draft.ts';
import { asksAdded, explained, problemOf, refusalText, type PackageGroup } from '../model.ts';
import { renew } from '../queries.ts';
import { canaryQuery, MOST_SHARE, promoteCanary, startCanary, stopCanary, type Ended, type Running } from '../version-queries.ts';

export function Trial({ group }: { group: PackageGroup }) {
  const t = useT();
  const canary = useQuery(canaryQuery(group.plugin));
  const running = canary.data?.running;
  return (
    <Card>
      <CardHeader
        title={t('Try a version out')}
        description={t('It gets a share of the calls of tenants that follow and have agreed to all it asks for. It is rolled back by itself when it fails more often than the active version.')}
      />
      {canary.isError ? (
        <ErrorNote title={t('The trial could not be loaded')} error={canary.error} onRetry={() => void canary.refetch()} />
      ) : !canary.data ? (
        <Skeleton className="h-24" />
      ) : running ? (
        <Watched group={group} running={running} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {canary.data.last && <Last ended={canary.data.last} />}
          <Begin group={group} />
        </div>
      )}
    </Card>
  );
}

function Last({ ended }: { ended: Ended }) {
  const t = useT();
  const format = useFormat();
  const values = { version: ended.version, time: format.dateTime(ended.at), name: ended.by ?? '' };
  const bad = ended.how === 'rolledBack';
  const said = bad ? t('{version} was rolled back by the platform on {time}.', values) : ended.how === 'promoted' ? t('{version} was made active by {name} on {time}.', values) : t('The trial of {version} was stopped by {name} on {time}.', values);
  const Icon = bad ? Undo2 : ended.how === 'promoted' ? CircleCheck : CircleStop;
  return (
    <div role="status" className={`flex items-start gap-3 rounded-lg px-3 py-2.5 text-sm ${bad ? 'bg-warning-soft text-warning-text' : 'bg-muted text-muted-foreground'}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p>{said}</p>
        {ended.why && <p className="text-[13px] break-words">{ended.why}</p>}
      </div>
    </div>
  );
}

function Watched({ group, running }: { group: PackageGroup; running: Running }) {
  const t = useT();
  const format = useFormat();
  const [asked, setAsked] = useState<'promote' | 'stop' | null>(null);
  const { name, plugin } = group;
  const { version, activeVersion } = running;
  const rows = [
    { version, note: t('Tried out on {share} % of the calls', { share: format.number(running.share) }), tally: running.candidate },
    { version: activeVersion, note: t('Active'), tally: running.active },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {running.failure && (
        <div role="alert" className="flex items-start gap-3 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            <p>{t('It gets no more calls and is rolled back within seconds.')}</p>
            <p className="text-[13px] break-words">{running.failure}</p>
          </div>
        </div>
      )}
      <Table label={t('Calls since the trial began')}>
        <THead>
          <tr>
            <Th>{t('Version')}</Th>
            <Th numeric>{t('Calls')}</Th>
            <Th numeric>{t('Failed')}</Th>
          </tr>
        </THead>
        <TBody>
          {rows.map((row) => (
            <Tr key={row.version}>
              <Td>
                <span className="block font-medium break-words">{row.version}</span>
                <span className="block text-xs text-muted-foreground">{row.note}</span>
              </Td>
              <Td numeric>{row.tally ? format.number(row.tally.calls) : '–'}</Td>
              <Td numeric>{row.tally ? (row.tally.calls > 0 ? t('{count} ({share} %)', { count: format.number(row.tally.faults), share: format.number((row.tally.faults / row.tally.calls) * 100, 1) }) : format.number(row.tally.faults)) : '–'}</Td>
            </Tr>
          ))}
        </TBody>
      </Table>
      <p className="text-[13px] text-muted-foreground">{t('Begun by {name} on {time}. The numbers are those of the server that answers you; each server judges its own.', { name: running.by, time: format.dateTime(running.since) })}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => setAsked('stop')}>
          {t('Stop the trial…')}
        </Button>
        <Button onClick={() => setAsked('promote')}>{t('Make {version} active…', { version })}</Button>
      </div>
      <ConfirmDialog
        open={asked === 'promote'}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('Make {name} {version} active?', { name, version })}
        description={t('All tenants that follow get it with their next call. {version} stays the way back.', { version: activeVersion })}
        confirmLabel={t('Make active')}
        onConfirm={async () => {
          await explained(promoteCanary(plugin));
          toast({ title: t('{name} {version} is active', { name, version }) });
          await renew();
        }}
      />
      <ConfirmDialog
        open={asked === 'stop'}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('Stop the trial of {name} {version}?', { name, version })}
        description={t('All calls of tenants that follow go to {version} again.', { version: activeVersion })}
        confirmLabel={t('Stop the trial')}
        destructive
        onConfirm={async () => {
          await explained(stopCanary(plugin));
          toast({ title: t('The trial of {name} {version} is stopped', { name, version }) });
          await renew();
        }}
      />
    </div>
  );
}

function Begin({ group }: { group: PackageGroup }) {
  const t = useT();
  const { name, current } = group;
  const others = group.packages.filter((one) => one.id !== current?.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const [share, setShare] = useState('10');
  const [error, setError] = useState<{ share?: string | undefined; other?: string }>({});
  const [pending, setPending] = useState(false);
  if (!current || group.state !== 'active') return <p className="text-[13px] text-muted-foreground">{t('Make one of its packages active first.')}</p>;
  if (others.length === 0) return <p className="text-[13px] text-muted-foreground">{t('There is no other version. Upload its package first.')}</p>;
  const one = others.find(({ id }) => id === chosen) ?? others[0];
  const begin = async () => {
    const percent = readNumber(share.trim());
    if (!one || percent === null || !Number.isInteger(percent) || percent < 1 || percent > MOST_SHARE) {
      setError({ share: t('Enter a whole number from 1 to {most}', { most: MOST_SHARE }) });
      return;
    }
    setError({});
    setPending(true);
    try {
      await startCanary(one.id, percent);
      toast({ title: t('{name} {version} is tried out', { name, version: one.version }) });
      await renew();
    } catch (refused) {
      const problem = problemOf(refused, 'share');
      setError(problem ? { share: problem } : { other: refusalText(refused) });
    } finally {
      setPending(false);
    }
  };
  return (
    <form
      noValidate
      aria-label={t('Try a version out')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void begin();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('Version')} hint={one && asksAdded(one, current).length > 0 ? t('It asks for more than the active version: only tenants that have agreed to that take part.') : undefined}>
          <Select value={one?.id} onChange={(event) => setChosen(Number(event.target.value))}>
            {others.map(({ id, version }) => (
              <option key={id} value={id}>
                {version}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Share of the calls in percent')} error={error.share}>
          <Input inputMode="numeric" autoComplete="off" dir="ltr" className="text-end tabular-nums" value={share} onChange={(event) => setShare(event.target.value)} />
        </Field>
      </div>
      {error.other && (
        <p role="alert" className="text-[13px] font-medium break-words text-destructive-text">
          {error.other}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" pending={pending}>
          {t('Try it out')}
        </Button>
      </div>
    </form>
  );
}
