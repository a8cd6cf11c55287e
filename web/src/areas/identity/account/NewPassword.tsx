// A new password, typed twice, with the tenant's rules beside it that tick themselves off.
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { checkPassword, DEFAULT_RULES, type PasswordRules } from './password-rules.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { passwordRulesQuery } from './queries.ts';

export interface NewPasswordValue {
  password: string;
  repeated: string;
}

export const NO_PASSWORD: NewPasswordValue = { password: '', repeated: '' };

/** The tenant's rules; the usual ones hold until they are known, and the server checks again. */
export const usePasswordRules = (): PasswordRules => useQuery(passwordRulesQuery).data ?? DEFAULT_RULES;

/** What keeps the password from being sent, by field. */
export function passwordProblems(t: Translate, rules: PasswordRules, { password, repeated }: NewPasswordValue): Partial<NewPasswordValue> {
  if (!password) return { password: t('Choose a password.') };
  if (checkPassword(rules, password, t).some((rule) => !rule.met)) return { password: t('The password does not keep all the rules yet.') };
  return password === repeated ? {} : { repeated: t('The two passwords are not the same.') };
}

export interface NewPasswordProps {
  value: NewPasswordValue;
  onChange: (value: NewPasswordValue) => void;
  errors: Partial<NewPasswordValue>;
  label?: string;
  autoFocus?: boolean;
}

export function NewPassword({ value, onChange, errors, label, autoFocus = false }: NewPasswordProps) {
  const t = useT();
  const id = useId();
  const states = checkPassword(usePasswordRules(), value.password, t);
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <PasswordInput
          label={label ?? t('New password')}
          name="password"
          autoComplete="new-password"
          autoFocus={autoFocus}
          aria-describedby={id}
          aria-invalid={errors.password ? true : undefined}
          error={errors.password}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
        />
        <ul id={id} aria-label={t('Rules for the password')} className="grid gap-1 text-xs">
          {states.map((rule) => (
            <li key={rule.id} className={cn('flex items-center gap-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0', rule.met ? 'text-success-text' : 'text-muted-foreground')}>
              {rule.met ? <Check aria-hidden /> : <Circle aria-hidden />}
              {rule.text}
              <span className="sr-only">{rule.met ? t('(kept)') : t('(not kept yet)')}</span>
            </li>
          ))}
        </ul>
      </div>
      <PasswordInput
        label={t('Repeat the password')}
        name="repeated"
        autoComplete="new-password"
        error={errors.repeated}
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.target.value })}
      />
    </div>
  );
}
