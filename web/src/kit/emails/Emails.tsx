// Emails about a record and their delivery, for staff; failed ones can be sent again.
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button, Card, CardHeader, useFormat } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { useSession } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { useMutate } from '../mutate.ts';
import { MailState } from './MailState.tsx';
import { mailKind, mailProblems, type RecordEmail } from './model.ts';
import { emailsKey, emailsQuery, sendAgain } from './queries.ts';

function Email({ email, stale }: { email: RecordEmail; stale: readonly (readonly string[])[] }) {
  const t = useT();
  const format = useFormat();
  const again = useMutate({
    call: () => sendAgain(email.id),
    stale: [emailsKey, ...stale],
    notice: t('The email to {address} is queued', { address: email.recipient }),
    failed: t('The email could not be queued'),
  });
  return (
    <li className="grid gap-0.5 py-2 first:pt-0 last:pb-0">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium">{t(mailKind(email.kind))}</span>
        <MailState state={email.state} />
      </span>
      <bdi dir="ltr" className="justify-self-start [overflow-wrap:anywhere]">
        {email.recipient}
      </bdi>
      {email.problem && (
        <span className={email.state === 'Failed' ? 'text-danger-text' : 'text-muted-foreground'}>
          {t(mailProblems[email.problem])}
          {email.state === 'Queued' && ` ${t('It is tried again.')}`}
        </span>
      )}
      {email.serverReply && (
        <bdi
          dir="ltr"
          className="justify-self-start text-xs text-muted-foreground [overflow-wrap:anywhere]"
        >
          {email.serverReply}
        </bdi>
      )}
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <time
          dateTime={email.sentTime ?? email.creationTime}
          className="text-xs text-muted-foreground tabular-nums"
        >
          {format.dateTime(email.sentTime ?? email.creationTime)}
        </time>
        {email.allowedOperations.includes('SendAgain') && (
          <Button
            variant="outline"
            size="sm"
            pending={again.isPending}
            onClick={() => again.mutate()}
          >
            <RotateCw aria-hidden /> {t('Send again')}
          </Button>
        )}
      </span>
    </li>
  );
}

export default function Emails({
  recordType,
  recordId,
  stale = [],
}: {
  recordType: string;
  recordId: number;
  /** Queries that show the delivery. */
  stale?: readonly (readonly string[])[];
}) {
  const t = useT();
  const { isTenant } = useSession();
  const { data } = useQuery({ ...emailsQuery(recordType, recordId), enabled: isTenant });
  const states = data?.map(({ id, state }) => `${id} ${state}`).join();
  const shown = useRef(states);
  // The record shows its latest email's state too.
  useEffect(() => {
    const isChange = shown.current !== undefined && shown.current !== states;
    shown.current = states;
    if (isChange) for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
  });
  if (!data || data.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Emails')} className="mb-2" />
      <ul aria-label={t('Emails')} className="grid divide-y divide-border text-[13px]">
        {data.map((email) => (
          <Email key={email.id} email={email} stale={stale} />
        ))}
      </ul>
    </Card>
  );
}
