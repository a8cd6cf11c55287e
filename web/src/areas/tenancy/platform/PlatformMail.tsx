// Settings of the platform: the server that sends the mail of every tenant without its own.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, Button, Card, CardHeader, errorMessage, ErrorNote, Skeleton, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, FormProvider, useForm, type FieldValues } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { draftOf, toErrors, wireOf, type Numbers } from '../settings/draft.ts';
import { SmtpFields } from '../settings/Email.tsx';
import { TextField } from '../settings/fields.tsx';
import { SectionHeading } from '../settings/SectionHeading.tsx';
import { platformKey, type PlatformSettings } from './queries.ts';

const NUMBERS: Numbers = { 'email.smtpPort': 'needed' };
const SECRETS = ['email.smtpPassword'];
const key = [...platformKey, 'settings'];

const fresh = ({ email }: PlatformSettings) => draftOf({ email: { ...email, smtpPassword: null } }, NUMBERS) as FieldValues;

function Form({ settings }: { settings: PlatformSettings }) {
  const t = useT();
  const own = useSession().data?.user.email ?? '';
  const [others, setOthers] = useState<string[]>([]);
  const form = useForm<FieldValues>({
    defaultValues: fresh(settings),
    resolver: (values) => {
      const { problems } = wireOf(values, NUMBERS, SECRETS, { missing: t('Enter a number'), wrong: t('This is not a number') });
      return Object.keys(problems).length > 0 ? { values: {}, errors: toErrors(problems) } : { values, errors: {} };
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      await api.put('/api/core/platform/updatesettings', { rowVersion: settings.rowVersion, ...(wireOf(values, NUMBERS, SECRETS).value as object) });
      const saved = await queryClient.fetchQuery<PlatformSettings>({ queryKey: key, staleTime: 0, queryFn: () => api.get('/api/core/platform/getsettings') });
      form.reset(fresh(saved));
      toast({ title: t('The settings are saved') });
    } catch (error) {
      setOthers(error instanceof ApiError && error.status === 409 ? [t('Someone else changed the settings meanwhile. Reload the page to see them.')] : applyServerErrors(form, error));
    }
  });
  const test = useMutation({
    mutationFn: () => api.post<{ isSent: boolean; message: string }>('/api/core/platform/sendtestmail', { emailAddress: own }),
    onSuccess: ({ isSent, message }) => toast({ title: isSent ? t('The mail is sent to {address}', { address: own }) : t('The mail could not be sent'), description: message, variant: isSent ? 'default' : 'destructive' }),
    onError: (error) => toast({ title: t('The mail could not be sent'), description: errorMessage(error), variant: 'destructive' }),
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-3xl gap-4">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        <Card>
          <CardHeader title={t('Sender')} />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField name="email.defaultFromDisplayName" label={t('Name')} optional maxLength={128} />
            <TextField name="email.defaultFromAddress" type="email" label={t('E-mail address')} maxLength={256} dir="ltr" />
          </div>
        </Card>
        <Card>
          <CardHeader title={t('Server')} />
          <SmtpFields group="email" hasPassword={settings.email.hasPassword} />
        </Card>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" pending={test.isPending} disabled={isDirty && !test.isPending} onClick={() => test.mutate()} className="me-auto">
            {t('Send a test mail')}
          </Button>
          {isDirty && (
            <Button variant="outline" onClick={() => form.reset(fresh(settings))}>
              {t('Discard')}
            </Button>
          )}
          <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
            {t('Save')}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
    </FormProvider>
  );
}

export default function PlatformMail() {
  const t = useT();
  const settings = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<PlatformSettings>('/api/core/platform/getsettings', undefined, { signal }) });
  return (
    <>
      <SectionHeading title={t('Mail of the platform')} description={t('Sends for every tenant that has no server of its own.')} />
      {settings.data ? (
        <Form settings={settings.data} />
      ) : settings.isError ? (
        <ErrorNote title={t('The settings could not be loaded')} error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton className="h-40 max-w-3xl" />
      )}
    </>
  );
}
