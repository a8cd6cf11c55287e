// The tenant's sign-in options.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Building2, KeyRound, LogIn } from 'lucide-react';
import { cn, Button } from '@waybill/plugin';
import { fetchPasskeyOptions, startOutside, type Provider } from '../../../api/auth.ts';
import { canUsePasskeys } from '../../../api/passkey.ts';
import { signInByPasskey } from '../../../api/sign-in.ts';
import { PasskeyButton } from '../../../kit/PasskeyButton.tsx';
import { useT } from '../../../lib/i18n.ts';
import { outsideProvidersQuery } from './queries.ts';
import { SignInForm } from './SignInForm.tsx';

export interface OutsideProps {
  returnTo: string;
  error?: string;
  userName?: string;
  onSignedIn: () => void;
}

export function Outside({ returnTo, error: initialError, userName, onSignedIn }: OutsideProps) {
  const t = useT();
  const { data: providers = [] } = useQuery(outsideProvidersQuery);
  const [directory, setDirectory] = useState<Provider | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [error, setError] = useState(initialError);
  const [second, setSecond] = useState(false);

  const choose = async (provider: Provider) => {
    setError(undefined);
    if (provider.type === 'credentials') return setDirectory(provider);
    if (leaving) return undefined;
    setLeaving(provider.id);
    const way = await startOutside(provider.id, new URL(returnTo, location.origin).href);
    // Busy until the browser leaves.
    if ('url' in way) return location.assign(way.url);
    setLeaving(null);
    return setError(way.error);
  };

  // Browsers need a secure page.
  const hasPasskeys = isSecureContext && canUsePasskeys();
  const others = providers.filter((provider) => provider.id !== directory?.id);
  return (
    <>
      <SignInForm
        key={`${directory?.id ?? ''} ${error ?? ''}`}
        returnTo={returnTo}
        {...(error ? { error } : {})}
        {...(userName ? { userName } : {})}
        {...(directory
          ? {
              provider: directory.id,
              nameLabel: t('User name in {directory}', { directory: directory.name }),
            }
          : { forgot: true })}
        onSignedIn={onSignedIn}
        onSecondStep={setSecond}
      />
      {!second && (others.length > 0 || directory || hasPasskeys) && (
        <div className="mt-6 grid gap-2">
          <p
            className={cn(
              'flex items-center gap-3 text-xs text-muted-foreground before:h-px',
              'before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border',
            )}
          >
            {t('or')}
          </p>
          {directory && (
            <Button variant="outline" size="lg" onClick={() => setDirectory(null)}>
              <KeyRound aria-hidden /> {t('Continue with a password')}
            </Button>
          )}
          {hasPasskeys && (
            <PasskeyButton
              label={t('Sign in with a passkey')}
              variant="outline"
              size="lg"
              ask={fetchPasskeyOptions}
              onSigned={async (passkey) => {
                const result = await signInByPasskey(
                  passkey,
                  new URL(returnTo, location.origin).href,
                );
                if (result.ok) onSignedIn();
                else
                  setError(
                    result.error === 'CredentialsSignin' || !result.error
                      ? 'Passkey'
                      : result.error,
                  );
              }}
              onFailure={() => setError('Passkey')}
            />
          )}
          {others.map((provider) => (
            <Button
              key={provider.id}
              variant="outline"
              size="lg"
              pending={leaving === provider.id}
              onClick={() => void choose(provider)}
              className="h-auto min-h-10 py-2 whitespace-normal"
            >
              {leaving !== provider.id &&
                (provider.type === 'credentials' ? (
                  <Building2 aria-hidden />
                ) : (
                  <LogIn aria-hidden />
                ))}
              {t('Continue with {name}', { name: provider.name })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
