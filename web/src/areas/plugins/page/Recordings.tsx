// Recordings of failed calls, made for an hour at a time.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, FileClock, Trash2 } from 'lucide-react';
import {
  Badge,
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  ErrorNote,
  Skeleton,
  Switch,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { MomentCell } from '../../../kit/list/Cells.tsx';
import { LookAgain } from '../../../kit/list/LookAgain.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { sizeText } from '../../../lib/size.ts';
import { explained, refusalText, type Plugin } from '../model.ts';
import { PERMISSIONS } from '../queries.ts';
import {
  deleteRecording,
  downloadRecording,
  fetchRecordings,
  recordFaults,
  recordingsKey,
  renewRecordings,
  switchQuery,
  type Recording,
} from '../recordings.ts';

function RecordSwitch({ plugin, mayChange }: { plugin: Plugin; mayChange: boolean }) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const state = useQuery(switchQuery(plugin.id));
  const stop = useMutate({
    call: async () => {
      await recordFaults(plugin.id, false);
      await renewRecordings(plugin.id);
    },
    failed: t('{name} could not be changed', { name: plugin.name }),
    explain: refusalText,
  });
  if (state.isLoadingError)
    return (
      <ErrorNote
        title={t('The recording status could not be loaded')}
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    );
  if (!state.data) return <Skeleton className="h-9" />;
  const { until, switchedBy } = state.data;
  return (
    <>
      <label className="flex items-start gap-3">
        <Switch
          className="mt-0.5"
          aria-label={t('Record failed calls')}
          checked={stop.isPending ? false : Boolean(until)}
          disabled={!mayChange || stop.isPending}
          onChange={() => (until ? stop.mutate() : setAsking(true))}
        />
        <span className="min-w-0">
          <span className="block text-sm font-medium">{t('Record failed calls')}</span>
          <span className="block text-[13px] text-muted-foreground">
            {until
              ? t('Until {time}, turned on by {name}.', {
                  time: format.dateTime(until),
                  name: switchedBy ?? '',
                })
              : t('For one hour at a time.')}
          </span>
        </span>
      </label>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Record failed calls of {name}?', { name: plugin.name })}
        description={t(
          'Records for one hour. Recordings contain customer data such as names and addresses; ' +
            'passwords and keys are removed.',
        )}
        confirmLabel={t('Record for an hour')}
        onConfirm={async () => {
          await explained(recordFaults(plugin.id, true));
          await renewRecordings(plugin.id);
        }}
      />
    </>
  );
}

function RecordingButtons({
  plugin,
  recording,
  mayChange,
}: {
  plugin: Plugin;
  recording: Recording;
  mayChange: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const time = format.dateTime(recording.creationTime);
  const save = useMutate({
    call: () => downloadRecording(recording.id),
    failed: t('The recording could not be downloaded'),
    explain: refusalText,
  });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="h-6"
        pending={save.isPending}
        aria-label={t('Download the recording of {time}', { time })}
        onClick={() => save.mutate()}
      >
        {!save.isPending && <Download aria-hidden />}{' '}
        <span className="max-sm:sr-only">{t('Download')}</span>
      </Button>
      {mayChange && (
        <Button
          variant="ghost"
          size="sm"
          className="h-6"
          aria-label={t('Delete recording from {time}', { time })}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Delete recording?')}
        description={t('This cannot be undone.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          await explained(deleteRecording(recording.id));
          await renewRecordings(plugin.id);
        }}
      />
    </>
  );
}

function RecordingList({ plugin, mayChange }: { plugin: Plugin; mayChange: boolean }) {
  const t = useT();
  const format = useFormat();
  const list = useList<Recording>({
    id: 'plugins.recordings',
    key: recordingsKey(plugin.id),
    fetch: (query, signal) => fetchRecordings({ ...query, id: plugin.id }, signal),
    rowKey: (recording) => recording.id,
    name: (recording) => format.dateTime(recording.creationTime),
    columns: [
      {
        id: 'time',
        header: t('When'),
        cell: (recording) => <MomentCell value={recording.creationTime} />,
        sort: 'creationTime',
        fixed: true,
      },
      {
        id: 'call',
        header: t('Call'),
        cell: (recording) => <span className="font-mono">{recording.call}</span>,
        fixed: true,
        narrow: 'line',
      },
      {
        id: 'fault',
        header: t('Reason'),
        cell: (recording) => <Badge tone="danger">{recording.fault}</Badge>,
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'message',
        header: t('Message'),
        cell: (recording) => (
          <>
            <span dir="auto">{recording.message}</span>
            {!recording.isWhole && (
              <span className="block text-xs text-warning-text">
                {t('The recording is incomplete and can only be replayed in part.')}
              </span>
            )}
          </>
        ),
        fixed: true,
        narrow: 'line',
        wrap: true,
      },
      { id: 'account', header: t('Account'), cell: (recording) => recording.account || '–' },
      {
        id: 'size',
        header: t('Size'),
        cell: (recording) => sizeText(recording.bytes, format.number),
        numeric: true,
      },
    ],
    sort: '-creationTime',
    pageSize: 25,
    state: 'here',
  });
  return (
    <RecordList
      list={list}
      title={t('Recorded calls')}
      tools={
        <LookAgain isFetching={list.isFetching} onLook={() => void renewRecordings(plugin.id)} />
      }
      aside={(recording) => (
        <RecordingButtons plugin={plugin} recording={recording} mayChange={mayChange} />
      )}
      texts={{
        failed: t('The recordings could not be loaded'),
        empty: { icon: <FileClock />, title: t('No calls recorded.') },
        none: { title: t('No calls recorded.'), clear: t('Show all') },
      }}
    >
      {list.total > 0 && (
        <WarningNote role="note">
          {t(
            'Recordings contain customer data. Share them only with people who are allowed to see it.',
          )}
        </WarningNote>
      )}
    </RecordList>
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
        description={t(
          "Details of failed calls, for the plugin's author to reproduce them. The last twenty " +
            'are kept for seven days.',
        )}
      />
      <RecordSwitch plugin={plugin} mayChange={mayChange} />
      <RecordingList plugin={plugin} mayChange={mayChange} />
    </Card>
  );
}
