// Platform settings: default mail server.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import type { FieldValues } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useSession } from '../../../api/session.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { draftOf, wireOf, type Numbers } from '../../../kit/form-numbers.ts';
import { SmtpFields } from '../settings/Email.tsx';
import { TextField } from '../../../kit/form-fields.tsx';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { platformKey, type PlatformSettings } from './queries.ts';

const NUMBERS: Numbers = { 'email.smtpPort': 'needed' };
const SECRETS = ['email.smtpPassword'];
const key = [...platformKey, 'settings'];

const settingsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => api.get('/api/core/platform/getsettings', undefined, { signal }),
});

function Form({ settings }: { settings: PlatformSettings }) {
  const t = useT();
  const own = useSession().data?.user.email ?? '';
  const form = useRecordForm<PlatformSettings, FieldValues, unknown>({
    record: settings,
    values: ({ email }) =>
      draftOf({ email: { ...email, smtpPassword: null } }, NUMBERS) as FieldValues,
    check: (values) => wireOf(values, NUMBERS, SECRETS).problems,
    save: (values, { rowVersion }) =>
      api.put('/api/core/platform/updatesettings', {
        rowVersion,
        ...(wireOf(values, NUMBERS, SECRETS).value as object),
      }),
    stale: [key],
    notice: () => t('Settings saved'),
    newest: () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }),
  });
  const test = useMutate({
    call: () => api.post('/api/core/platform/sendtestmail', { emailAddress: own }),
    notice: ({ isSent, message }) => ({
      title: isSent
        ? t('Email sent to {address}', { address: own })
        : t('The email could not be sent'),
      description: message,
      variant: isSent ? 'default' : 'destructive',
    }),
    failed: t('The email could not be sent'),
  });
  return (
    <FormPage
      of={form}
      className="max-w-3xl"
      extra={
        <Button
          variant="outline"
          pending={test.isPending}
          disabled={form.dirty && !test.isPending}
          onClick={() => test.mutate()}
        >
          {t('Send test email')}
        </Button>
      }
    >
      <Card>
        <CardHeader title={t('Sender')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            name="email.defaultFromDisplayName"
            label={t('Name')}
            optional
            maxLength={128}
          />
          <TextField
            name="email.defaultFromAddress"
            type="email"
            label={t('Email address')}
            maxLength={256}
            dir="ltr"
          />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Server')} />
        <SmtpFields group="email" hasPassword={settings.email.hasPassword} />
      </Card>
    </FormPage>
  );
}

export default function PlatformMail() {
  const t = useT();
  const settings = useQuery(settingsQuery);
  return (
    <>
      <SectionHeading
        title={t('Platform email')}
        description={t('Used for all tenants without their own mail server.')}
      />
      {settings.data ? (
        <Form settings={settings.data} />
      ) : settings.isLoadingError ? (
        <ErrorNote
          title={t('The settings could not be loaded')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Skeleton className="h-40 max-w-3xl" />
      )}
    </>
  );
}
