// Second factor of sign-in.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Mail } from 'lucide-react';
import { Button, Checkbox, ErrorNote, Field, Input } from '@waybill/plugin';
import { fetchPasskeyOptions, type SignInResult } from '../../../api/auth.ts';
import { canUsePasskeys } from '../../../api/passkey.ts';
import type { SignInFields } from '../../../api/sign-in.ts';
import { PasskeyButton } from '../../../kit/PasskeyButton.tsx';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { errorSentence, refusalWord } from './error-words.ts';

/** Signing failed in the browser. */
const NOT_SIGNED: SignInResult = { ok: false, status: 0, error: 'Passkey', url: null };

type Method = 'Authenticator' | 'Email' | 'Recovery';
export type StepFields = Pick<
  SignInFields,
  'twoFactorCode' | 'twoFactorProvider' | 'rememberBrowser' | 'passkey'
>;

export interface SecondStepProps {
  factors: string[];
  attempt: (fields: StepFields) => Promise<SignInResult>;
  onSignedIn: () => void;
  /** The result that ended this step, if any. */
  onBack: (result?: SignInResult) => void;
}

/** Seconds between emails. */
const PAUSE = 30;

const describe = (t: Translate): Record<Method, { label: string; hint: string; use: string }> => ({
  Authenticator: {
    label: t('Code from your authenticator app'),
    hint: t('Six digits, new every 30 seconds.'),
    use: t('Use the authenticator app'),
  },
  Email: {
    label: t('Code from the email'),
    hint: t('Six digits. The email may take a minute to arrive.'),
    use: t('Send a code by email'),
  },
  Recovery: {
    label: t('Recovery code'),
    hint: t('One of the recovery codes you saved. Each can be used once.'),
    use: t('Use a recovery code'),
  },
});

/** These restart the sign-in. */
const endsStep = (error: string | null) =>
  error === 'CredentialsSignin' || error === 'AccessDenied' || error === 'EmailNotConfirmed';

export default function SecondStep({ factors, attempt, onSignedIn, onBack }: SecondStepProps) {
  const t = useT();
  const texts = describe(t);
  const [method, setMethod] = useState<Method>(
    factors.includes('Authenticator')
      ? 'Authenticator'
      : factors.includes('Email')
        ? 'Email'
        : 'Recovery',
  );
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const [refusal, setRefusal] = useState<SignInResult | null>(null);
  const [missing, setMissing] = useState(false);
  const [pending, setPending] = useState<'code' | 'mail' | null>(null);
  const [wait, setWait] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!wait) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  const change = (next: Method) => {
    setMethod(next);
    setCode('');
    setRefusal(null);
    setMissing(false);
    field.current?.focus();
  };

  const settle = (result: SignInResult): boolean => {
    if (result.ok) onSignedIn();
    else if (endsStep(result.error) && !result.retryAfter) onBack(result);
    else return false;
    return true;
  };

  const sendMail = async () => {
    change('Email');
    setPending('mail');
    const result = await attempt({ twoFactorProvider: 'Email' });
    setPending(null);
    if (settle(result)) return;
    // The same rejection means the code was sent.
    if (result.error === 'TwoFactorRequired') setWait(PAUSE);
    else setRefusal(result);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const twoFactorCode = code.replaceAll(/\s/g, '');
    setMissing(!twoFactorCode);
    if (!twoFactorCode) return field.current?.focus();
    setPending('code');
    setRefusal(null);
    const result = await attempt({
      twoFactorCode,
      ...(method === 'Email' ? { twoFactorProvider: 'Email' } : {}),
      ...(remember ? { rememberBrowser: true } : {}),
    });
    setPending(null);
    if (settle(result)) return;
    setRefusal(result);
    field.current?.select();
  };

  const others = (['Authenticator', 'Email', 'Recovery'] as const).filter(
    (other) => other !== method && (other === 'Recovery' || factors.includes(other)),
  );
  const unsent = method === 'Email' && wait === null;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted-foreground">
        {t('Enter your two-factor code to finish signing in.')}
      </p>
      {refusal && (
        <ErrorNote message={errorSentence(t, refusalWord(refusal), refusal.retryAfter)} />
      )}
      {unsent ? (
        <Button size="lg" pending={pending === 'mail'} onClick={() => void sendMail()}>
          <Mail aria-hidden /> {t('Send a code by email')}
        </Button>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          {method === 'Email' && (
            <p role="status" className="text-sm">
              {t('A code is sent to your email address.')}
            </p>
          )}
          <Field
            label={texts[method].label}
            hint={texts[method].hint}
            error={missing ? t('Enter the code.') : undefined}
          >
            <Input
              ref={field}
              name="twoFactorCode"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="one-time-code"
              inputMode={method === 'Recovery' ? 'text' : 'numeric'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              autoFocus
              className="h-10 tracking-widest tabular-nums"
            />
          </Field>
          <Checkbox
            label={t('Remember this browser')}
            hint={t(
              'No two-factor code is needed here next time. Use this only on your own device.',
            )}
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          <Button type="submit" size="lg" pending={pending === 'code'} className="w-full">
            {t('Sign in')}
          </Button>
        </form>
      )}
      <div className="flex flex-col gap-1 border-t border-border pt-3">
        {method === 'Email' && wait !== null && (
          <Button
            variant="ghost"
            disabled={wait > 0}
            pending={pending === 'mail'}
            onClick={() => void sendMail()}
          >
            {wait > 0
              ? t('Send another code in {seconds} s', { seconds: wait })
              : t('Send another code')}
          </Button>
        )}
        {others.map((other) => (
          <Button
            key={other}
            variant="ghost"
            onClick={() => (other === 'Email' ? void sendMail() : change(other))}
          >
            {texts[other].use}
          </Button>
        ))}
        {factors.includes('Passkey') && canUsePasskeys() && (
          <PasskeyButton
            label={t('Use a passkey')}
            variant="ghost"
            ask={fetchPasskeyOptions}
            onSigned={async (passkey) => {
              const result = await attempt({
                passkey,
                ...(remember ? { rememberBrowser: true } : {}),
              });
              if (!settle(result))
                setRefusal(
                  result.error === 'TwoFactorInvalid' ? { ...result, error: 'Passkey' } : result,
                );
            }}
            onFailure={() => setRefusal(NOT_SIGNED)}
          />
        )}
        <Button variant="ghost" onClick={() => onBack()}>
          {t('Back')}
        </Button>
      </div>
    </div>
  );
}
