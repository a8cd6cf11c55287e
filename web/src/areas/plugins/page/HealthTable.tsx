// Health of a plugin's calls.
import { PauseCircle } from 'lucide-react';
import {
  DefinitionList,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { breakerState, sumOf, type Breaker, type Health } from '../config.ts';

function BreakerNote({ breaker }: { breaker: Breaker }) {
  const t = useT();
  const format = useFormat();
  const state = breakerState(breaker);
  if (state === 'closed') return null;
  const sentence =
    state === 'trying'
      ? t('Testing with single calls after repeated failures.')
      : breaker.until
        ? t('Paused until {time} after repeated failures. Calls are rejected until then.', {
            time: format.dateTime(breaker.until),
          })
        : t('Paused after repeated failures. Calls are rejected for now.');
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text"
    >
      <PauseCircle aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p>{sentence}</p>
        {breaker.reason && <p className="text-[13px] break-words">{breaker.reason}</p>}
      </div>
    </div>
  );
}

export function HealthTable({ health, label }: { health: Health; label: string }) {
  const t = useT();
  const format = useFormat();
  const rows = health.functions;
  const sum = sumOf(rows);
  const milliseconds = (micros: number | null | undefined) =>
    micros === null || micros === undefined
      ? '–'
      : t('{time} ms', { time: format.number(micros / 1000, micros < 1000 ? 2 : 1) });
  // Empty columns are hidden.
  const has = {
    cpu: rows.some((row) => typeof row.averageCpuMicros === 'number'),
    memory: rows.some((row) => typeof row.peakMemoryBytes === 'number'),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {health.breaker && <BreakerNote breaker={health.breaker} />}
      {health.problems?.map((problem) => (
        <WarningNote key={problem} role="alert">
          <p>{problem}</p>
        </WarningNote>
      ))}
      {rows.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">
          {t('No calls since the plugin was loaded.')}
        </p>
      ) : (
        <>
          <DefinitionList
            items={[
              { label: t('Calls'), value: format.number(sum.calls) },
              {
                label: t('Failed'),
                value:
                  sum.faultShare === null
                    ? '–'
                    : t('{count} ({share} %)', {
                        count: sum.faulted,
                        share: format.number(sum.faultShare * 100, 1),
                      }),
              },
              { label: t('Average'), value: milliseconds(sum.averageMicros) },
            ]}
          />
          <Table label={label}>
            <THead>
              <tr>
                <Th>{t('Call')}</Th>
                <Th numeric>{t('Calls')}</Th>
                <Th numeric>{t('Declined')}</Th>
                <Th numeric>{t('Failed')}</Th>
                <Th numeric>{t('Rejected')}</Th>
                <Th numeric>{t('Average')}</Th>
                {has.cpu && <Th numeric>{t('Processor')}</Th>}
                {has.memory && <Th numeric>{t('Memory')}</Th>}
              </tr>
            </THead>
            <TBody>
              {rows.map((row) => (
                <Tr key={row.function}>
                  <Td className="font-mono">{row.function}</Td>
                  <Td numeric>{format.number(row.calls)}</Td>
                  <Td numeric>{format.number(row.declined)}</Td>
                  <Td
                    numeric
                    className={row.faulted > 0 ? 'font-medium text-destructive-text' : ''}
                  >
                    {format.number(row.faulted)}
                  </Td>
                  <Td numeric>{format.number(row.turnedAway)}</Td>
                  <Td numeric>{milliseconds(row.averageMicros)}</Td>
                  {has.cpu && <Td numeric>{milliseconds(row.averageCpuMicros)}</Td>}
                  {has.memory && (
                    <Td numeric>
                      {typeof row.peakMemoryBytes === 'number'
                        ? t('{size} MiB', { size: format.number(row.peakMemoryBytes / 1048576, 1) })
                        : '–'}
                    </Td>
                  )}
                </Tr>
              ))}
            </TBody>
          </Table>
          <p className="text-xs text-muted-foreground">
            {t(
              'Declined: the plugin returned an error, such as a rejection by the carrier. ' +
                'Failed: it crashed, timed out or returned invalid data. Rejected: too many ' +
                'concurrent calls, or the plugin was paused.',
            )}
          </p>
        </>
      )}
    </div>
  );
}
