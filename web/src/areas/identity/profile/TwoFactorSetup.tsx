// Sets up a second factor.
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail, Smartphone } from 'lucide-react';
import { cn, Button, errorMessage, ErrorNote, Skeleton } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { useT } from '../../../lib/i18n.ts';
import { CodeForm } from './CodeForm.tsx';
import {
  confirmTwoFactor,
  startTwoFactor,
  twoFactorQuery,
  type Enrolment,
  type FactorProvider,
  type TwoFactor,
} from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export interface TwoFactorSetupProps {
  onDone: () => void;
  onCancel?: () => void;
}

/** Factors not set up yet. */
export function openWays(state: TwoFactor): FactorProvider[] {
  return [
    ...(state.canUseAuthenticator && !state.isAuthenticatorEnabled
      ? (['Authenticator'] as const)
      : []),
    ...(state.canUseEmail && !state.isEmailEnabled ? (['Email'] as const) : []),
  ];
}

export function TwoFactorSetup({ onDone, onCancel }: TwoFactorSetupProps) {
  const t = useT();
  const state = useQuery(twoFactorQuery);
  const [enrolment, setEnrolment] = useState<(Enrolment & { provider: FactorProvider }) | null>(
    null,
  );
  const [codes, setCodes] = useState<string[] | null>(null);
  const [starting, setStarting] = useState<FactorProvider | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const start = async (provider: FactorProvider) => {
    if (starting) return;
    setStarting(provider);
    setFailure(null);
    try {
      setEnrolment({ ...(await startTwoFactor(provider)), provider });
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setStarting(null);
  };

  const confirm = async (code: string) => {
    const { recoveryCodes } = await confirmTwoFactor(code);
    // Further factors keep the codes.
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone();
  };

  const cancel = onCancel && (
    <Button variant="outline" onClick={onCancel}>
      {t('Cancel')}
    </Button>
  );
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (enrolment)
    return enrolment.provider === 'Email' ? (
      <ByEmail onCode={confirm} onResend={() => start('Email')} failure={failure} cancel={cancel} />
    ) : (
      <ByApp enrolment={enrolment} onCode={confirm} cancel={cancel} />
    );
  if (state.isLoadingError)
    return <ErrorNote error={state.error} onRetry={() => void state.refetch()} />;
  if (!state.data) return <Skeleton className="h-28" />;
  const ways = openWays(state.data);
  return (
    <div className="grid gap-3">
      {failure && <ErrorNote message={failure} />}
      {ways.length === 0 && (
        <p className="text-sm text-muted-foreground">
          {t('Your organisation does not offer two-factor authentication. Ask your administrator.')}
        </p>
      )}
      {ways.includes('Authenticator') && (
        <Way
          icon={<Smartphone aria-hidden />}
          title={t('Authenticator app')}
          text={t(
            'An app on your phone generates a new code every 30 seconds, even offline. Most secure.',
          )}
        >
          <Button
            pending={starting === 'Authenticator'}
            onClick={() => void start('Authenticator')}
          >
            {t('Set up app')}
          </Button>
        </Way>
      )}
      {ways.includes('Email') && (
        <Way
          icon={<Mail aria-hidden />}
          title={t('Codes by email')}
          text={t('A code is sent to your email address each time you sign in.')}
        >
          <Button
            variant={ways.includes('Authenticator') ? 'outline' : 'primary'}
            pending={starting === 'Email'}
            onClick={() => void start('Email')}
          >
            {t('Set up email codes')}
          </Button>
        </Way>
      )}
      {cancel && <div>{cancel}</div>}
    </div>
  );
}

function Way({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg',
        'border border-border p-3',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground [&_svg]:size-4"
        >
          {icon}
        </span>
        <div className="min-w-0">
          <p className="text-sm font-medium">{title}</p>
          <p className="text-[13px] text-muted-foreground">{text}</p>
        </div>
      </div>
      {children}
    </section>
  );
}

function ByApp({
  enrolment,
  onCode,
  cancel,
}: {
  enrolment: Enrolment;
  onCode: (code: string) => Promise<void>;
  cancel: ReactNode;
}) {
  const t = useT();
  // Easier to type in groups.
  const secret = enrolment.secret?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '';
  return (
    <ol className="grid gap-5">
      <li className="grid gap-2">
        <p className="text-sm font-medium">
          {t('1. Scan this QR code with your authenticator app')}
        </p>
        {enrolment.qrCode && (
          <img
            src={enrolment.qrCode}
            alt={t('QR code for the authenticator app')}
            className="size-44 rounded-lg border border-border bg-white p-2"
          />
        )}
        <details className="text-[13px]" open={!enrolment.qrCode}>
          <summary className="cursor-pointer rounded text-link focus-visible:outline-2 focus-visible:outline-ring">
            {t('Cannot scan the QR code?')}
          </summary>
          <p className="mt-2 text-muted-foreground">
            {t('Enter this key in the app and choose time-based, six-digit codes.')}
          </p>
          <code
            data-testid="secret"
            className="mt-1.5 block w-fit rounded-md bg-muted px-2.5 py-1.5 text-sm break-all select-all"
          >
            {secret}
          </code>
          {enrolment.uri && (
            <a
              href={enrolment.uri}
              className={cn(
                'mt-2 inline-block rounded text-link underline underline-offset-2',
                'hover:no-underline focus-visible:outline-2 focus-visible:outline-ring',
              )}
            >
              {t('Open in an app on this device')}
            </a>
          )}
        </details>
      </li>
      <li className="grid gap-2">
        <p className="text-sm font-medium">{t('2. Enter the code shown in the app')}</p>
        <CodeForm
          label={t('Code from your authenticator app')}
          hint={t('Six digits, new every 30 seconds.')}
          submitLabel={t('Confirm')}
          onCode={onCode}
          more={cancel}
        />
      </li>
    </ol>
  );
}

function ByEmail({
  onCode,
  onResend,
  failure,
  cancel,
}: {
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  failure: string | null;
  cancel: ReactNode;
}) {
  const t = useT();
  const { data } = useSession();
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    await onResend();
    setSending(false);
  };
  return (
    <div className="grid gap-3">
      {failure && <ErrorNote message={failure} />}
      <NoMailServer />
      <p role="status" className="text-sm break-words">
        {t('A code is sent to {email}.', { email: data?.user.email ?? '' })}
      </p>
      <CodeForm
        label={t('Code from the email')}
        hint={t('Six digits. The email may take a minute to arrive.')}
        submitLabel={t('Confirm')}
        onCode={onCode}
        more={
          <>
            <Button variant="outline" pending={sending} onClick={() => void resend()}>
              {t('Send another code')}
            </Button>
            {cancel}
          </>
        }
      />
    </div>
  );
}
