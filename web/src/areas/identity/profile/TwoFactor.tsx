// Second factors and remembered browsers.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Badge,
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  DefinitionList,
  Dialog,
  errorMessage,
  ErrorNote,
  Skeleton,
} from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { CodeForm } from './CodeForm.tsx';
import { DisableDialog } from './DisableDialog.tsx';
import {
  forgetBrowsers,
  mailTwoFactorCode,
  newRecoveryCodes,
  twoFactorChanged,
  twoFactorQuery,
  type TwoFactor,
} from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { openWays, TwoFactorSetup } from './TwoFactorSetup.tsx';

export function TwoFactorCard({ locked, hasPassword }: { locked: boolean; hasPassword: boolean }) {
  const t = useT();
  const state = useQuery(twoFactorQuery);
  const badge =
    state.data &&
    (state.data.isEnabled ? (
      <Badge tone="success">{t('On')}</Badge>
    ) : (
      <Badge tone={state.data.isRequired ? 'warning' : 'neutral'}>{t('Off')}</Badge>
    ));
  return (
    <Card>
      <CardHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {t('Two-factor authentication')} {badge}
          </span>
        }
        description={t(
          'Adds a code to your password: a stolen password alone is not enough to sign in.',
        )}
      />
      {state.isLoadingError ? (
        <ErrorNote error={state.error} onRetry={() => void state.refetch()} />
      ) : state.data ? (
        <State state={state.data} locked={locked} hasPassword={hasPassword} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </Card>
  );
}

function State({
  state,
  locked,
  hasPassword,
}: {
  state: TwoFactor;
  locked: boolean;
  hasPassword: boolean;
}) {
  const t = useT();
  const [open, setOpen] = useState<'setup' | 'codes' | 'disable' | 'forget' | null>(null);
  const close = () => setOpen(null);
  const setUp = () => {
    close();
    toast({
      title: t('Two-factor authentication is set up'),
      description: t('You will be asked for a code the next time you sign in.'),
    });
    void twoFactorChanged();
  };
  const ways = openWays(state);
  const few = state.isEnabled && state.recoveryCodesLeft < 3;

  if (open === 'setup') return <TwoFactorSetup onDone={setUp} onCancel={close} />;
  if (!state.isEnabled) {
    if (!state.isAvailable || ways.length === 0)
      return (
        <p className="text-sm text-muted-foreground">
          {t('Your organisation has not turned this on.')}
        </p>
      );
    return (
      <div className="grid justify-items-start gap-3">
        {state.isRequired && <p className="text-sm">{t('Your organisation requires it.')}</p>}
        <Button disabled={locked} onClick={() => setOpen('setup')}>
          {t('Set up two-factor authentication')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <DefinitionList
        items={[
          {
            label: t('Authenticator app'),
            value: state.isAuthenticatorEnabled ? t('Set up') : t('Not set up'),
          },
          {
            label: t('Codes by email'),
            value: state.isEmailEnabled ? t('Set up') : t('Not set up'),
          },
          {
            label: t('Recovery codes left'),
            value: few ? (
              <Badge tone="warning">{state.recoveryCodesLeft}</Badge>
            ) : (
              state.recoveryCodesLeft
            ),
          },
          { label: t('Remembered browsers'), value: state.rememberedBrowsers },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {ways.length > 0 && (
          <Button variant="outline" disabled={locked} onClick={() => setOpen('setup')}>
            {ways[0] === 'Authenticator' ? t('Add the authenticator app') : t('Add codes by email')}
          </Button>
        )}
        <Button variant="outline" disabled={locked} onClick={() => setOpen('codes')}>
          {t('New recovery codes')}
        </Button>
        {state.rememberedBrowsers > 0 && (
          <Button variant="outline" disabled={locked} onClick={() => setOpen('forget')}>
            {t('Remove remembered browsers')}
          </Button>
        )}
        {!state.isRequired && (
          <Button variant="outline" disabled={locked} onClick={() => setOpen('disable')}>
            {t('Turn off')}
          </Button>
        )}
      </div>
      {state.isRequired && (
        <p className="text-[13px] text-muted-foreground">
          {t('Your organisation requires it, so it cannot be turned off.')}
        </p>
      )}
      {open === 'codes' && <NewCodes byEmail={!state.isAuthenticatorEnabled} onClose={close} />}
      {open === 'disable' && <DisableDialog hasPassword={hasPassword} onClose={close} />}
      <ConfirmDialog
        open={open === 'forget'}
        onOpenChange={(next) => !next && close()}
        title={t('Remove remembered browsers?')}
        description={t('All browsers will ask for a two-factor code again.')}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        onConfirm={async () => {
          await forgetBrowsers();
          await twoFactorChanged();
        }}
      />
    </div>
  );
}

function NewCodes({ byEmail, onClose }: { byEmail: boolean; onClose: () => void }) {
  const t = useT();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [sent, setSent] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const mail = async () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      await mailTwoFactorCode();
      setSent(true);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setSending(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('New recovery codes')}
      description={codes ? undefined : t('Your current codes will stop working.')}
    >
      <div className="grid gap-4 pt-1">
        {codes ? (
          <RecoveryCodes codes={codes} onKept={onClose} />
        ) : byEmail && !sent ? (
          <>
            {failure && <ErrorNote message={failure} />}
            <Button pending={sending} onClick={() => void mail()} className="justify-self-start">
              {t('Send a code by email')}
            </Button>
          </>
        ) : (
          <CodeForm
            label={byEmail ? t('Code from the email') : t('Code from your authenticator app')}
            submitLabel={t('Create new codes')}
            onCode={async (code) => {
              setCodes((await newRecoveryCodes(code)).recoveryCodes);
              void twoFactorChanged();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
