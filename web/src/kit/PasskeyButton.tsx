// Signs a challenge with a passkey: sign-in, second factor or confirmation.
import { useState } from 'react';
import { Fingerprint } from 'lucide-react';
import { Button, type ButtonProps } from '@waybill/plugin';
import { signByPasskey, wasGivenUp } from '../api/passkey.ts';

export interface PasskeyButtonProps {
  label: string;
  variant: NonNullable<ButtonProps['variant']>;
  size?: ButtonProps['size'];
  className?: string;
  /** Fetches the challenge; null if passkeys are unavailable. */
  ask: () => Promise<unknown>;
  onSigned: (passkey: string) => Promise<void>;
  /** Undefined if passkeys are unavailable. */
  onFailure: (error: unknown) => void;
}

export function PasskeyButton({ label, ask, onSigned, onFailure, ...look }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const choose = async () => {
    if (pending) return;
    setPending(true);
    try {
      const options = await ask();
      if (options === null) onFailure(undefined);
      else await onSigned(await signByPasskey(options));
    } catch (error) {
      // Closing the browser's dialog needs no message.
      if (!wasGivenUp(error)) onFailure(error);
    }
    setPending(false);
  };
  return (
    <Button pending={pending} onClick={() => void choose()} {...look}>
      {!pending && <Fingerprint aria-hidden />} {label}
    </Button>
  );
}
