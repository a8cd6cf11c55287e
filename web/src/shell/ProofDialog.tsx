// Re-authentication by password, code or passkey.
import { useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, errorMessage, ErrorNote } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { canUsePasskeys } from '../api/passkey.ts';
import { answerProof, proofReasons, subscribeProof } from '../api/proof.ts';
import type { Schema } from '../api/types.ts';
import { TextField } from '../kit/form-fields.tsx';
import { useRecordForm } from '../kit/form.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { PasskeyButton } from '../kit/PasskeyButton.tsx';
import { PasswordInput } from '../kit/password/PasswordInput.tsx';
import { useT } from '../lib/i18n.ts';

export default function ProofDialog() {
  const t = useT();
  const ways = useQuery({
    queryKey: ['profile', 'confirmation'],
    queryFn: ({ signal }) => api.get('/api/core/profile/getconfirmation', undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const reason = useReason();
  const cancel = () => answerProof(false);
  const byPasskey = ways.data?.byPasskey === true && canUsePasskeys();
  // A dialog that is replaced by another one would take its focus.
  if (ways.isPending) return null;
  if (ways.data && (ways.data.byPassword || ways.data.byCode))
    return <Confirm ways={ways.data} onCancel={cancel} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      size="sm"
      title={t('Confirm that it is you')}
      description={reason}
      footer={<Button onClick={cancel}>{t('Close')}</Button>}
    >
      {ways.isLoadingError ? (
        <ErrorNote error={ways.error} onRetry={() => void ways.refetch()} />
      ) : byPasskey ? (
        <ByPasskey variant="primary" />
      ) : (
        <p className="text-sm">
          {t('You signed in some time ago. Sign out and sign in again to continue.')}
        </p>
      )}
    </Dialog>
  );
}

/** What the proof is for, in the server's words; several calls share the dialog. */
const useReason = () => useSyncExternalStore(subscribeProof, proofReasons).join(' ');

function ByPasskey({ variant }: { variant: 'primary' | 'outline' }) {
  const t = useT();
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      {failure && <ErrorNote message={failure} />}
      <PasskeyButton
        label={t('Use a passkey')}
        variant={variant}
        ask={async () => (await api.post('/api/core/profile/startconfirmation')).options}
        onSigned={async (passkey) => {
          await api.post('/api/core/profile/confirmidentity', { passkey });
          answerProof(true);
        }}
        onFailure={(error) =>
          setFailure(
            error === undefined
              ? t('The passkey was not accepted. Try again, or confirm in another way.')
              : errorMessage(error),
          )
        }
      />
    </div>
  );
}

function Confirm({ ways, onCancel }: { ways: Schema<'Confirmation'>; onCancel: () => void }) {
  const t = useT();
  const reason = useReason();
  const [byCode, setByCode] = useState(!ways.byPassword);
  const [mailed, setMailed] = useState<'no' | 'sending' | 'sent'>('no');
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRecordForm({
    record: null,
    values: () => ({ password: '', code: '' }),
    rules: byCode
      ? { code: { needed: t('Enter the code.') } }
      : { password: { needed: t('Enter your password.') } },
    save: ({ password, code }) =>
      api.post(
        '/api/core/profile/confirmidentity',
        byCode ? { code: code.replaceAll(/\s/g, '') } : { password },
      ),
    saved: () => answerProof(true),
  });
  const { register, formState } = form.form;
  const mail = async () => {
    setMailed('sending');
    setFailure(null);
    try {
      await api.post('/api/core/profile/sendtwofactorcode');
      setMailed('sent');
    } catch (error) {
      setFailure(errorMessage(error));
      setMailed('no');
    }
  };
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t('Confirm that it is you')}
      description={reason}
      action={t('Confirm')}
      light
      onClose={onCancel}
    >
      {byCode ? (
        <>
          {failure && <ErrorNote message={failure} />}
          {ways.mailsCodes && (
            <Button
              variant="outline"
              pending={mailed === 'sending'}
              onClick={() => void mail()}
              className="justify-self-start"
            >
              {mailed === 'sent' ? t('Send another code') : t('Send a code by email')}
            </Button>
          )}
          <TextField
            name="code"
            label={
              ways.mailsCodes ? t('Code from the email') : t('Code from your authenticator app')
            }
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={16}
            autoFocus
          />
        </>
      ) : (
        <PasswordInput
          label={t('Your password')}
          autoComplete="current-password"
          autoFocus
          error={formState.errors.password?.message}
          {...register('password')}
        />
      )}
      {ways.byPasskey && canUsePasskeys() && <ByPasskey variant="outline" />}
      {ways.byPassword && ways.byCode && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setByCode(!byCode)}
          className="justify-self-start"
        >
          {byCode ? t('Use the password instead') : t('Use a code instead')}
        </Button>
      )}
    </FormDialog>
  );
}
