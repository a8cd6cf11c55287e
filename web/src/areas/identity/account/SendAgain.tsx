// Asks for the e-mail that confirms an address once more; the answer is the same whether the address is known or not.
import { useState, type FormEvent } from 'react';
import { Button, errorMessage, ErrorNote, Field, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { EMAIL } from './email.ts';
import { sendActivationLink } from './queries.ts';

export function SendAgain({ emailAddress }: { emailAddress: string }) {
  const t = useT();
  const [address, setAddress] = useState(emailAddress);
  const [state, setState] = useState<'idle' | 'pending' | 'sent'>('idle');
  const [error, setError] = useState<string | null>(null);
  const [invalid, setInvalid] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'pending') return;
    const wrong = !EMAIL.test(address.trim());
    setInvalid(wrong);
    if (wrong) return;
    setState('pending');
    setError(null);
    try {
      await sendActivationLink(address.trim());
      setState('sent');
    } catch (thrown) {
      setError(errorMessage(thrown));
      setState('idle');
    }
  };
  if (state === 'sent') {
    return (
      <p role="status" className="rounded-lg border border-border bg-success-soft px-3 py-2.5 text-sm text-success-text">
        {t('If the address belongs to an account that still has to be confirmed, an e-mail is on its way to it.')}
      </p>
    );
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-3 rounded-lg border border-border p-3">
      {error && <ErrorNote message={error} />}
      <Field label={t('E-mail address')} error={invalid ? t('Enter the whole e-mail address.') : undefined}>
        <Input name="emailAddress" type="email" autoComplete="email" value={address} onChange={(event) => setAddress(event.target.value)} maxLength={256} />
      </Field>
      <Button type="submit" variant="outline" pending={state === 'pending'}>
        {t('Send the e-mail again')}
      </Button>
    </form>
  );
}
