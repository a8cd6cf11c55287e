// Switches the second step off, with one's password.
import { useState, type FormEvent } from 'react';
import { ApiError, Button, Dialog, errorMessage, ErrorNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { PasswordInput } from '../account/PasswordInput.tsx';
import { disableTwoFactor, twoFactorChanged } from './queries.ts';

export function DisableDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setFailure(null);
    setWrong(password || !hasPassword ? null : t('Enter your password.'));
    if (!password && hasPassword) return;
    setPending(true);
    try {
      await disableTwoFactor(password);
      await twoFactorChanged();
      toast({ title: t('The second step is switched off') });
      onClose();
    } catch (error) {
      const refused = error instanceof ApiError ? error.validationErrors.find(({ members }) => members.some((member) => /password$/i.test(member))) : undefined;
      if (refused) setWrong(refused.message);
      else setFailure(errorMessage(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      size="sm"
      title={t('Switch the second step off?')}
      description={t('Your password alone then opens your account. Recovery codes and remembered browsers are forgotten.')}
      footer={
        <>
          <Button variant="outline" disabled={pending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="disable-two-factor" variant="destructive" pending={pending}>
            {t('Switch it off')}
          </Button>
        </>
      }
    >
      <form id="disable-two-factor" noValidate onSubmit={(event) => void submit(event)} className="grid gap-3 pt-1">
        {failure && <ErrorNote message={failure} />}
        {hasPassword && <PasswordInput label={t('Your password')} name="password" autoComplete="current-password" autoFocus error={wrong ?? undefined} value={password} onChange={(event) => setPassword(event.target.value)} />}
      </form>
    </Dialog>
  );
}
