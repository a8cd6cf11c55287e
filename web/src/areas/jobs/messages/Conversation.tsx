// Messages of dispatch to a driver, and a new one.
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { Button, cn, ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { AreaField } from '../../../kit/form-fields.tsx';
import { beginNext, useRecordForm, type RecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { shortMoment } from '../../../kit/list/times.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { useLiveJobs } from '../queries.ts';
import {
  MAX_TEXT,
  messagesKey,
  messagesQuery,
  sendMessage,
  type DispatchMessage,
} from './queries.ts';

/** Milliseconds between refreshes while there is no stream. */
const READ_EVERY = 20_000;

function Message({ message }: { message: DispatchMessage }) {
  const t = useT();
  const format = useFormat();
  const { jobid, jobno, text, readtime, creatorUserName, creationTime } = message;
  return (
    <li className="grid justify-items-end gap-0.5">
      <p
        className={cn(
          'max-w-[90%] rounded-lg bg-info-soft px-3 py-1.5 text-[13px] text-info-text',
          'break-words whitespace-pre-wrap',
        )}
      >
        <bdi>{text}</bdi>
      </p>
      <p className="flex flex-wrap justify-end gap-x-1.5 text-xs text-muted-foreground">
        {jobid !== null && (
          <Link
            to="/jobs/details/$id"
            params={{ id: String(jobid) }}
            className="text-link underline-offset-2 hover:underline"
          >
            {jobno}
          </Link>
        )}
        <bdi>{creatorUserName}</bdi>
        <time dateTime={creationTime} title={format.dateTime(creationTime)}>
          {shortMoment(creationTime, format.timezone)}
        </time>
        <span>
          {readtime === null
            ? t('not read yet')
            : t('read {time}', { time: shortMoment(readtime, format.timezone) })}
        </span>
      </p>
    </li>
  );
}

function NewMessage({ driverId, job }: { driverId: number; job: Job | null }) {
  const t = useT();
  const form: RecordForm<{ text: string }, null> = useRecordForm<null, { text: string }, unknown>({
    record: null,
    values: () => ({ text: '' }),
    rules: { text: { needed: t('Write the message'), max: MAX_TEXT } },
    members: (member) => member.replace(/^message\./, ''),
    save: ({ text }) =>
      sendMessage({
        driverid: driverId,
        ...(job ? { jobid: job.id } : {}),
        text: text.trim(),
      }),
    stale: [messagesKey(driverId)],
    // The next message can be begun while this one is sent.
    saved: (_, sent) => void beginNext(form.form, sent, { text: '' }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  return (
    <FormBody of={form} className="gap-2">
      <AreaField
        name="text"
        label={
          job ? t('New message about {job}', { job: job.jobno }) : t('New message to the driver')
        }
        rows={2}
        maxLength={MAX_TEXT}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" pending={form.saving}>
          <Send aria-hidden className="rtl:-scale-x-100" /> {t('Send')}
        </Button>
      </div>
    </FormBody>
  );
}

export function Conversation({ driverId, job = null }: { driverId: number; job?: Job | null }) {
  const t = useT();
  const maySend = usePermissions().has('Pages.Job.Allocate');
  const isLive = useLiveJobs();
  const messages = useQuery({
    ...messagesQuery(driverId),
    refetchInterval: isLive ? false : READ_EVERY,
  });
  const list = useRef<HTMLDivElement>(null);
  // The newest message is the last one.
  useEffect(() => {
    if (messages.data && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages.data]);
  return (
    <div className="grid gap-3">
      {messages.isLoadingError ? (
        <ErrorNote
          title={t('The messages could not be loaded')}
          error={messages.error}
          onRetry={() => void messages.refetch()}
        />
      ) : !messages.data ? (
        <Skeleton className="h-16" />
      ) : messages.data.length === 0 ? (
        <p className="py-4 text-center text-[13px] text-muted-foreground">
          {t('No messages yet. The driver sees them at once on the phone.')}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
        <div
          ref={list}
          tabIndex={0}
          aria-label={t('Messages')}
          role="region"
          className="max-h-80 overflow-y-auto pe-1 focus-visible:outline-2 focus-visible:outline-ring"
        >
          <ol className="grid gap-2.5">
            {messages.data.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ol>
        </div>
      )}
      {maySend && <NewMessage driverId={driverId} job={job} />}
    </div>
  );
}
