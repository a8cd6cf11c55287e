// List of the queue: queued and refused actions with their remedies.
import { RotateCw, Trash2 } from 'lucide-react';
import { formatTime } from '@waybill/plugin';
import { useT, type Translate } from '../../lib/i18n.ts';
import { useIsOnline } from '../../lib/online.ts';
import type { Job } from './calls.ts';
import { Action, Actions, Card, Chip, Foot, Note, TopBar } from './look.tsx';
import { OPERATION_TEXTS } from './operations.ts';
import type { QueueItem, Task } from './queue/tasks.ts';
import { Tabs } from './Tabs.tsx';
import { useDevice, useWork } from './use-device.ts';

function taskText(task: Task, t: Translate): string {
  switch (task.kind) {
    case 'operation':
      return t(OPERATION_TEXTS[task.operation]);
    case 'scans': {
      const count = task.scans.length;
      const photos = task.scans.reduce((sum, { images }) => sum + images.length, 0);
      const scans = t('{count} scans', { count }, '{count} scan');
      return photos > 0
        ? `${scans} · ${t('{count} photos', { count: photos }, '{count} photo')}`
        : scans;
    }
    case 'answer':
      return t('Pre-start check');
    case 'read':
      return t('Messages read');
    case 'availability':
      return task.available ? t('Available for work') : t('Off duty');
  }
}

function Item({ item, job, isSending }: { item: QueueItem; job: Job | null; isSending: boolean }) {
  const t = useT();
  const { queue, person } = useDevice();
  return (
    <Card>
      <p className="flex items-center justify-between gap-3">
        <b className="font-semibold">{taskText(item.task, t)}</b>
        <Chip tone={item.conflict === null ? 'warning' : 'danger'}>
          {item.conflict !== null ? t('Refused') : isSending ? t('Sending') : t('Queued')}
        </Chip>
      </p>
      <p className="text-[15px] text-muted-foreground">
        {[job?.jobno, formatTime(item.at, person.timezone)].filter(Boolean).join(' · ')}
      </p>
      {item.conflict !== null && (
        <>
          <p role="alert" className="mt-2 text-danger-text">
            {item.conflict}
          </p>
          <div className="mt-2 flex gap-2.5">
            <Action size="side" look="bad" onClick={() => void queue.discard(item.place)}>
              <Trash2 aria-hidden />
              {t('Discard')}
            </Action>
            <Action size="side" onClick={() => void queue.retry(item.place)}>
              <RotateCw aria-hidden />
              {t('Try again')}
            </Action>
          </div>
        </>
      )}
    </Card>
  );
}

export function QueueList() {
  const t = useT();
  const device = useDevice();
  const isOnline = useIsOnline();
  const { queue, run, conflicts } = useWork();
  const jobs = [...run.open, ...run.held, ...run.done];
  const jobOf = ({ task }: QueueItem) =>
    'jobId' in task ? (jobs.find(({ id }) => id === task.jobId) ?? null) : null;
  return (
    <>
      <TopBar
        title={t('On this phone')}
        detail={isOnline ? t('Online') : t('Offline')}
        back={{ page: 'run' }}
      />
      <main className="flex-1 pb-4">
        {queue.items.length === 0 && (
          <p className="px-6 py-16 text-center">{t('Everything is sent.')}</p>
        )}
        {conflicts > 0 && (
          <Note tone="danger">
            {t('Discarding a refused action also discards what you did with its job after it.')}
          </Note>
        )}
        {queue.items.map((item) => (
          <Item
            key={item.place}
            item={item}
            job={jobOf(item)}
            isSending={queue.sending === item.place}
          />
        ))}
      </main>
      <Foot>
        {queue.items.length > conflicts && (
          <Actions>
            <Action look="main" onClick={() => void device.queue.replay()}>
              <RotateCw aria-hidden />
              {t('Send now')}
            </Action>
          </Actions>
        )}
        <Tabs current="queue" />
      </Foot>
    </>
  );
}
