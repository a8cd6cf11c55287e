// The details of a plugin: what it may do, how its calls went, and what it wrote last.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Badge, ErrorNote, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { AskList } from './AskList.tsx';
import { levelOf, newAsks, type Plugin } from './model.ts';
import { healthQuery, logQuery } from './queries.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-xs font-medium text-muted-foreground">{title}</h3>
      {children}
    </section>
  );
}

function Health({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const health = useQuery(healthQuery(id));
  if (health.isError) return <ErrorNote title={t('The health could not be loaded')} error={health.error} onRetry={() => void health.refetch()} />;
  if (!health.data) return <Skeleton className="h-16" />;
  if (health.data.length === 0) return <p className="text-[13px] text-muted-foreground">{t('It has not been called since it was loaded.')}</p>;
  return (
    <div>
      <Table label={t('Calls since it was loaded')}>
        <THead>
          <tr>
            <Th>{t('Call')}</Th>
            <Th numeric>{t('Calls')}</Th>
            <Th numeric>{t('Declined')}</Th>
            <Th numeric>{t('Failed')}</Th>
            <Th numeric>{t('Turned away')}</Th>
            <Th numeric>{t('Average')}</Th>
          </tr>
        </THead>
        <TBody>
          {health.data.map((row) => (
            <Tr key={row.function}>
              <Td className="font-mono">{row.function}</Td>
              <Td className="text-end tabular-nums">{format.number(row.calls)}</Td>
              <Td className="text-end tabular-nums">{format.number(row.declined)}</Td>
              <Td className={row.faulted > 0 ? 'text-end font-medium text-destructive-text tabular-nums' : 'text-end tabular-nums'}>{format.number(row.faulted)}</Td>
              <Td className="text-end tabular-nums">{format.number(row.turnedAway)}</Td>
              <Td className="text-end whitespace-nowrap tabular-nums">{t('{time} ms', { time: format.number(row.averageMicros / 1000, 1) })}</Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function Log({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const log = useQuery(logQuery(id));
  if (log.isError) return <ErrorNote title={t('The log could not be loaded')} error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <Skeleton className="h-16" />;
  if (log.data.items.length === 0) return <p className="text-[13px] text-muted-foreground">{t('It has written nothing yet.')}</p>;
  return (
    <ul className="grid divide-y divide-border rounded-lg border border-border">
      {log.data.items.map((line, index) => (
        <li key={index} className="grid gap-0.5 px-3 py-2 text-[13px]">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
            <Badge tone={levelOf(line.level).tone}>{t(levelOf(line.level).text)}</Badge>
            <span className="tabular-nums">{format.dateTime(line.creationTime)}</span>
            <span className="font-mono">{line.call}</span>
            {line.account && <span>{line.account}</span>}
          </span>
          <span className="break-words whitespace-pre-wrap" dir="auto">
            {line.message}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function PluginDetails({ plugin }: { plugin: Plugin }) {
  const t = useT();
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-border pt-3">
      {!plugin.isBundled && (
        <Part title={t('What it asks for')}>
          <AskList asks={plugin.asks} marked={newAsks(plugin)} />
        </Part>
      )}
      <Part title={t('Calls since it was loaded')}>
        <Health id={plugin.id} />
      </Part>
      <Part title={t('Newest lines of its log')}>
        <Log id={plugin.id} />
      </Part>
    </div>
  );
}
