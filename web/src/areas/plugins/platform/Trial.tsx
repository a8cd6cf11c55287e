// Canary: start, comparison, activation.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleStop, TriangleAlert, Undo2 } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  ErrorNote,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  readNumber,
} from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { asksAdded, explained, refusalText, type Package, type PackageGroup } from '../model.ts';
import { renew } from '../queries.ts';
import {
  canaryQuery,
  MAX_SHARE,
  promoteCanary,
  startCanary,
  stopCanary,
  type Ended,
  type Running,
} from '../version-queries.ts';

export function Trial({ group }: { group: PackageGroup }) {
  const t = useT();
  const canary = useQuery(canaryQuery(group.plugin));
  const running = canary.data?.running;
  return (
    <Card>
      <CardHeader
        title={t('Try a version')}
        description={t(
          'The version receives a share of the calls of tenants on the active version that ' +
            'have approved its permissions. It is rolled back automatically if it fails more ' +
            'often than the active version.',
        )}
      />
      {canary.isLoadingError ? (
        <ErrorNote
          title={t('The trial could not be loaded')}
          error={canary.error}
          onRetry={() => void canary.refetch()}
        />
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
  const resultText = bad
    ? t('{version} was rolled back by the platform on {time}.', values)
    : ended.how === 'promoted'
      ? t('{version} activated by {name} on {time}.', values)
      : t('The trial of {version} was stopped by {name} on {time}.', values);
  const Icon = bad ? Undo2 : ended.how === 'promoted' ? CircleCheck : CircleStop;
  return (
    <div
      role="status"
      className={`flex items-start gap-3 rounded-lg px-3 py-2.5 text-sm ${
        bad ? 'bg-warning-soft text-warning-text' : 'bg-muted text-muted-foreground'
      }`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p>{resultText}</p>
        {ended.why && <p className="text-[13px] break-words">{ended.why}</p>}
      </div>
    </div>
  );
}

function Watched({ group, running }: { group: PackageGroup; running: Running }) {
  const t = useT();
  const format = useFormat();
  const [pendingOperation, setAsked] = useState<'promote' | 'stop' | null>(null);
  const { name, plugin } = group;
  const { version, activeVersion } = running;
  const rows = [
    {
      version,
      note: t('Trial with {share} % of calls', { share: format.number(running.share) }),
      tally: running.candidate,
    },
    { version: activeVersion, note: t('Active'), tally: running.active },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {running.failure && (
        <div
          role="alert"
          className="flex items-start gap-3 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            <p>{t('The version receives no more calls and is rolled back within seconds.')}</p>
            <p className="text-[13px] break-words">{running.failure}</p>
          </div>
        </div>
      )}
      <Table label={t('Calls since the trial started')}>
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
              <Td numeric>
                {row.tally
                  ? row.tally.calls > 0
                    ? t('{count} ({share} %)', {
                        count: row.tally.faults,
                        share: format.number((row.tally.faults / row.tally.calls) * 100, 1),
                      })
                    : format.number(row.tally.faults)
                  : '–'}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
      <p className="text-[13px] text-muted-foreground">
        {t(
          'Started by {name} on {time}. The figures are from the server you are connected to; ' +
            'each server counts its own calls.',
          { name: running.by, time: format.dateTime(running.since) },
        )}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => setAsked('stop')}>
          {t('Stop trial…')}
        </Button>
        <Button onClick={() => setAsked('promote')}>{t('Activate {version}…', { version })}</Button>
      </div>
      <ConfirmDialog
        open={pendingOperation === 'promote'}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('Activate {name} {version}?', { name, version })}
        description={t(
          'All tenants on the active version get it with their next call. You can roll back to {version}.',
          { version: activeVersion },
        )}
        confirmLabel={t('Activate')}
        onConfirm={async () => {
          await mutate({
            call: () => explained(promoteCanary(plugin)),
            notice: t('{name} {version} activated', { name, version }),
            after: renew,
          });
        }}
      />
      <ConfirmDialog
        open={pendingOperation === 'stop'}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('Stop trial of {name} {version}?', { name, version })}
        description={t('All tenants on the active version will use {version} again.', {
          version: activeVersion,
        })}
        confirmLabel={t('Stop trial')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => explained(stopCanary(plugin)),
            notice: t('Trial of {name} {version} stopped', { name, version }),
            after: renew,
          });
        }}
      />
    </div>
  );
}

function Begin({ group }: { group: PackageGroup }) {
  const t = useT();
  const { current } = group;
  const others = group.packages.filter((one) => one.id !== current?.id);
  if (!current || group.state !== 'active')
    return (
      <p className="text-[13px] text-muted-foreground">
        {t('Activate one of its packages first.')}
      </p>
    );
  if (others.length === 0)
    return (
      <p className="text-[13px] text-muted-foreground">
        {t('No other version is available. Upload a package first.')}
      </p>
    );
  return <BeginForm name={group.name} current={current} others={others} />;
}

function BeginForm({
  name,
  current,
  others,
}: {
  name: string;
  current: Package;
  others: readonly Package[];
}) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({ version: String(others[0]?.id ?? ''), share: '10' }),
    check: ({ share }) => {
      const percent = readNumber(share);
      return percent !== null && Number.isInteger(percent) && percent >= 1 && percent <= MAX_SHARE
        ? {}
        : { share: t('Enter a whole number from 1 to {most}', { most: MAX_SHARE }) };
    },
    say: refusalText,
    save: ({ version, share }) => startCanary(Number(version), readNumber(share) ?? 0),
    notice: (_, { version }) =>
      t('Trial of {name} {version} started', {
        name,
        version: others.find(({ id }) => id === Number(version))?.version ?? '',
      }),
    saved: renew,
  });
  const chosen = Number(useWatch({ control: form.form.control, name: 'version' }));
  const one = others.find(({ id }) => id === chosen);
  return (
    <FormBody of={form} label={t('Try a version')} className="gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          name="version"
          label={t('Version')}
          hint={
            one && asksAdded(one, current).length > 0
              ? t(
                  'This version needs additional permissions. Only tenants that have approved them receive it.',
                )
              : undefined
          }
        >
          {others.map(({ id, version }) => (
            <option key={id} value={id}>
              {version}
            </option>
          ))}
        </SelectField>
        <TextField
          name="share"
          label={t('Share of calls in percent')}
          inputMode="numeric"
          dir="ltr"
        />
      </div>
      <div className="flex justify-end">
        <Button type="submit" pending={form.saving}>
          {t('Start trial')}
        </Button>
      </div>
    </FormBody>
  );
}
