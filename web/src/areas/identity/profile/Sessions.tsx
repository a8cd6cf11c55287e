// /settings/profile/sessions: the user's sessions.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone, SquareTerminal, Tablet, type LucideIcon } from 'lucide-react';
import {
  Badge,
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  ErrorNote,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { deviceName, deviceOf, type DeviceKind } from './device.ts';
import { endOneSession, endOtherSessions, sessionsQuery, type OwnSession } from './queries.ts';

const ICONS: Record<DeviceKind, LucideIcon> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  program: SquareTerminal,
};

const reload = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });

export default function Sessions() {
  const t = useT();
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null);
  const items =
    sessions.data?.items.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) ?? [];
  const others = items.filter((session) => !session.isCurrent).length;
  const end = async () => {
    if (ending === 'others') {
      await mutate({
        call: endOtherSessions,
        notice: ({ ended }) =>
          t('{count} sessions ended', { count: ended }, '{count} session has ended'),
        after: reload,
      });
    } else if (ending) {
      await mutate({
        call: () => endOneSession(ending.id),
        notice: t('The session has ended'),
        after: reload,
      });
    }
  };
  return (
    <>
      <SectionHeading title={t('Sessions')} />
      <Card className="max-w-2xl">
        <CardHeader
          title={t('Active sessions')}
          description={t('Do not recognise a session? Sign it out and change your password.')}
          actions={
            others > 0 && (
              <Button variant="outline" size="sm" onClick={() => setEnding('others')}>
                {t('Sign out everywhere else')}
              </Button>
            )
          }
        />
        {sessions.isLoadingError ? (
          <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />
        ) : sessions.isPending ? (
          <Skeleton className="h-32" />
        ) : (
          <ul aria-label={t('Sessions')} className="divide-y divide-border">
            {items.map((session) => (
              <Line key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Card>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title={
          ending === 'others'
            ? t('Sign out of all other sessions?')
            : t('Sign out of this session?')
        }
        description={
          ending === 'others'
            ? t('You will have to sign in again on all other devices.')
            : ending
              ? t('You will have to sign in again on {device}.', {
                  device: deviceName(ending.userAgent, t),
                })
              : undefined
        }
        confirmLabel={ending === 'others' ? t('Sign out everywhere else') : t('Sign out')}
        cancelLabel={t('Cancel')}
        destructive
        onConfirm={end}
      />
    </>
  );
}

function Line({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useT();
  const format = useFormat();
  const Icon = ICONS[deviceOf(session.userAgent).kind];
  const name = deviceName(session.userAgent, t);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground"
      >
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="break-words" title={session.userAgent ?? undefined}>
            {name}
          </span>
          {session.isCurrent && <Badge tone="success">{t('This session')}</Badge>}
        </p>
        {session.impersonatorName && (
          <p className="text-xs font-medium wrap-anywhere text-warning-text">
            {t('Impersonated by {name}', { name: session.impersonatorName })}
          </p>
        )}
        <p className="text-xs break-words text-muted-foreground">
          {[
            session.address,
            t('signed in {time}', { time: format.dateTime(session.creationTime) }),
            session.lastUsedTime && !session.isCurrent
              ? t('last used {time}', { time: format.dateTime(session.lastUsedTime) })
              : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('Sign out of {device}', { device: name })}
          onClick={onEnd}
        >
          {t('End')}
        </Button>
      )}
    </li>
  );
}
