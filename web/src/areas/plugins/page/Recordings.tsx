// Below a plugin's log: calls that failed and were written down for whoever wrote it, switched on for an hour at a time.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, RotateCw, Trash2 } from 'lucide-react';
import { Badge, Button, Card, CardHeader, ConfirmDialog, ErrorNote, Pagination, Skeleton, Switch, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { sizeText } from '../../files/documents.ts';
import { explained, refusalText, type Plugin } from '../model.ts';
import { PERMISSIONS } from '../queries.ts';
import { deleteRecording, downloadRecording, recordFaults, RECORDINGS_PER_PAGE, recordingsQuery, renewRecordings, switchQuery, type Recording } from '../recordings.ts';

function RecordSwitch({ plugin, mayChange }: { plugin: Plugin; mayChange: boolean }) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const state = useQuery(switchQuery(plugin.id));
  const stop = useMutation({
    mutationFn: async () => {
      await recordFaults(plugin.id, false);
      await renewRecordings(plugin.id);
    },
    onError: (error) => toast({ title: t('{name} could not be changed', { name: plugin.name }), description: refusalText(error), variant: 'destructive' }),
  });
  if (state.isError) return <ErrorNote title={t('Whether calls are recorded could not be loaded')} error={state.error} onRetry={() => void state.refetch()} />;
  if (!state.data) return <Skeleton className="h-9" />;
  const { until, switchedBy } = state.data;
  return (
    <>
      <label className="flex items-start gap-3">
        <Switch className="mt-0.5" aria-label={t('Record calls that fail')} checked={stop.isPending ? false : Boolean(until)} disabled={!mayChange || stop.isPending} onChange={() => (until ? stop.mutate() : setAsking(true))} />
        <span className="min-w-0">
          <span className="block text-sm font-medium">{t('Record calls that fail')}</span>
          <span className="block text-[13px] text-muted-foreground">
            {until ? t('Until {time}, switched on by {name}.', { time: format.dateTime(until), name: switchedBy ?? '' }) : t('For an hour at a time.')}
          </span>
        </span>
      </label>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Record calls of {name} that fail?', { name: plugin.name })}
        description={t('For one hour. What is recorded holds customers’ data, such as names and addresses. Passwords and keys are replaced before anything is kept.')}
        confirmLabel={t('Record for an hour')}
        onConfirm={async () => {
          await explained(recordFaults(plugin.id, true));
          await renewRecordings(plugin.id);
        }}
      />
    </>
  );
}

function Row({ plugin, recording, mayChange }: { plugin: Plugin; recording: Recording; mayChange: boolean }) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const time = format.dateTime(recording.creationTime);
  const save = useMutation({
    mutationFn: () => downloadRecording(recording.id),
    onError: (error) => toast({ title: t('The recording could not be downloaded'), description: refusalText(error), variant: 'destructive' }),
  });
  return (
    <Tr>
      <Td className="align-top tabular-nums md:whitespace-nowrap">
        {time}
        <span className="block font-mono text-xs break-all text-muted-foreground">{recording.call}</span>
        {recording.account && <span className="block text-xs break-words text-muted-foreground">{recording.account}</span>}
      </Td>
      <Td className="min-w-32 align-top">
        <Badge tone="danger">{recording.fault}</Badge>
        <span className="mt-0.5 block text-xs break-words" dir="auto">
          {recording.message}
        </span>
        {!recording.isWhole && <span className="mt-0.5 block text-xs text-warning-text">{t('Not everything could be kept: it can be replayed only in part.')}</span>}
      </Td>
      <Td numeric className="align-top whitespace-nowrap max-md:hidden">
        {sizeText(recording.bytes, format.number)}
      </Td>
      <Td className="w-px align-top">
        <span className="flex justify-end gap-1 max-sm:flex-col">
          <Button variant="outline" size="sm" pending={save.isPending} aria-label={t('Download the recording of {time}', { time })} onClick={() => save.mutate()}>
            {!save.isPending && <Download aria-hidden />} <span className="max-sm:sr-only">{t('Download')}</span>
          </Button>
          {mayChange && (
            <Button variant="ghost" size="sm" aria-label={t('Delete the recording of {time}', { time })} onClick={() => setAsking(true)}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </span>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={t('Delete the recording?')}
          description={t('It cannot be brought back.')}
          confirmLabel={t('Delete')}
          destructive
          onConfirm={async () => {
            await explained(deleteRecording(recording.id));
            await renewRecordings(plugin.id);
          }}
        />
      </Td>
    </Tr>
  );
}

function List({ plugin, mayChange }: { plugin: Plugin; mayChange: boolean }) {
  const t = useT();
  const [skip, setSkip] = useState(0);
  const recordings = useQuery(recordingsQuery(plugin.id, skip));
  if (recordings.isError) return <ErrorNote title={t('The recordings could not be loaded')} error={recordings.error} onRetry={() => void recordings.refetch()} />;
  if (!recordings.data) return <Skeleton className="h-16" />;
  const { items, totalCount } = recordings.data;
  if (totalCount === 0) return <p className="text-[13px] text-muted-foreground">{t('No call was recorded.')}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="rounded-lg bg-warning-soft px-3 py-2.5 text-[13px] text-warning-text">{t('A recording holds customers’ data. Give it only to those who may see that.')}</p>
      <Table label={t('Recorded calls')}>
        <THead>
          <tr>
            <Th>{t('Call')}</Th>
            <Th>{t('How it failed')}</Th>
            <Th numeric className="max-md:hidden">
              {t('Size')}
            </Th>
            <Th>
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          </tr>
        </THead>
        <TBody>
          {items.map((recording) => (
            <Row key={recording.id} plugin={plugin} recording={recording} mayChange={mayChange} />
          ))}
        </TBody>
      </Table>
      <Pagination skip={skip} take={RECORDINGS_PER_PAGE} total={totalCount} onChange={setSkip} />
    </div>
  );
}

export function Recordings({ plugin }: { plugin: Plugin }) {
  const t = useT();
  const { has } = usePermissions();
  const mayChange = has(PERMISSIONS.enable);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHeader
        title={t('Recorded calls')}
        description={t('What a failed call was made with, so that the plugin’s author can make the same call again. Twenty are kept, for seven days.')}
        actions={
          <Button variant="ghost" size="sm" onClick={() => void renewRecordings(plugin.id)}>
            <RotateCw aria-hidden /> {t('Look again')}
          </Button>
        }
      />
      <RecordSwitch plugin={plugin} mayChange={mayChange} />
      <List plugin={plugin} mayChange={mayChange} />
    </Card>
  );
}
