// Messages of dispatch. Messages on the screen count as read.
import { useEffect } from 'react';
import { formatTime } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { linkTo } from './address.ts';
import type { Message } from './calls.ts';
import { dayText } from './days.ts';
import { Card, Chip, Foot, TopBar } from './look.tsx';
import { QueueBadge } from './QueueBadge.tsx';
import { Tabs } from './Tabs.tsx';
import { useDevice, usePerform, useWork } from './use-device.ts';

function MessageCard({ message, isNew }: { message: Message; isNew: boolean }) {
  const t = useT();
  const device = useDevice();
  const { timezone } = device.person;
  const { run } = useWork();
  const { jobid, jobno, text, creatorUserName, creationTime } = message;
  const time = new Date(creationTime);
  const isHere = [...run.open, ...run.held, ...run.done].some(({ id }) => id === jobid);
  return (
    <Card className={isNew ? 'border-2 border-primary' : ''}>
      <p className="flex items-baseline justify-between gap-3 text-[15px] text-muted-foreground">
        <bdi>{creatorUserName}</bdi>
        <time dateTime={creationTime}>
          {dayText(timezone, time)}, {formatTime(creationTime, timezone)}
        </time>
      </p>
      <p className="mt-1 text-lg break-words whitespace-pre-wrap">
        <bdi>{text}</bdi>
      </p>
      {(isNew || jobno) && (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {isNew && <Chip tone="warning">{t('New')}</Chip>}
          {jobno &&
            (isHere && jobid !== null ? (
              <a
                {...linkTo({ page: 'stop', jobId: jobid })}
                className="flex min-h-12 items-center font-semibold text-primary underline"
              >
                {t('Job {name}', { name: jobno })}
              </a>
            ) : (
              <Chip>{t('Job {name}', { name: jobno })}</Chip>
            ))}
        </p>
      )}
    </Card>
  );
}

/** Time on the screen after which a message is read. */
const READING = 1_500;

export function Messages() {
  const t = useT();
  const device = useDevice();
  const perform = usePerform();
  const { messages, unread, loadedAt } = useWork();
  const ids = unread.map(({ id }) => id).join(' ');
  useEffect(() => void device.refresh(), [device]);
  useEffect(() => {
    if (ids === '') return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return;
      void perform([{ kind: 'read', ids: ids.split(' ').map(Number) }]).catch(() => undefined);
    }, READING);
    return () => clearTimeout(timer);
  }, [ids, perform]);
  return (
    <>
      <TopBar title={t('Messages')} detail={t('From dispatch')} end={<QueueBadge />} />
      <main className="flex-1 pb-4" aria-live="polite">
        {messages.length === 0 && (
          <p className="px-6 py-16 text-center">
            {loadedAt === null
              ? t('Messages are loaded once the phone is online.')
              : t('No messages yet')}
          </p>
        )}
        {messages.map((message) => (
          <MessageCard
            key={message.id}
            message={message}
            isNew={unread.some(({ id }) => id === message.id)}
          />
        ))}
      </main>
      <Foot>
        <Tabs current="messages" />
      </Foot>
    </>
  );
}
