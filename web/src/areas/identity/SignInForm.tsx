// The form that signs someone in, for the sign-in page and for switching users.
import { useState, type FormEvent } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { Button, ErrorNote, Field, Input } from '@waybill/plugin';
import { signIn } from '../../api/session.ts';
import { errorSentence } from './error-words.ts';

export function SignInForm({ returnTo, error: given, onSignedIn }: { returnTo: string; error?: string; onSignedIn: () => void }) {
  const [error, setError] = useState(given ? errorSentence(given) : null);
  const [missing, setMissing] = useState<{ userName?: string; password?: string }>({});
  const [pending, setPending] = useState(false);
  const [visible, setVisible] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const userName = String(data.get('userName') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const lacking = { ...(userName ? {} : { userName: 'Enter your user name or e-mail address.' }), ...(password ? {} : { password: 'Enter your password.' }) };
    setMissing(lacking);
    const first = Object.keys(lacking)[0];
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setPending(true);
    setError(null);
    const result = await signIn({ userName, password }, new URL(returnTo, location.origin).href);
    setPending(false);
    if (result.ok) return onSignedIn();
    setError(errorSentence(result.error ?? 'Default'));
    form.querySelector<HTMLInputElement>('[name=password]')?.select();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {error && <ErrorNote message={error} />}
      <Field label="User name or e-mail" error={missing.userName}>
        <Input name="userName" autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus className="h-10" />
      </Field>
      <div className="relative">
        <Field label="Password" error={missing.password}>
          <Input name="password" type={visible ? 'text' : 'password'} autoComplete="current-password" className="h-10 pr-10" />
        </Field>
        <button
          type="button"
          aria-label={visible ? 'Hide the password' : 'Show the password'}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
          className="absolute top-[1.95rem] right-1.5 rounded-md p-1.5 text-muted-foreground hover:bg-accent hover:text-foreground focus-visible:outline-2 focus-visible:outline-ring [&_svg]:size-4"
        >
          {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      </div>
      <Button type="submit" size="lg" pending={pending} className="mt-1 w-full">
        Sign in
      </Button>
    </form>
  );
}
