// New password, typed twice, with live rules.
import { useId } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { api } from '../../api/client.ts';
import { useT, type Translate } from '../../lib/i18n.ts';
import type { Problems } from '../form-rules.ts';
import { checkPassword, DEFAULT_RULES, type PasswordRules } from './password-rules.ts';
import { PasswordInput } from './PasswordInput.tsx';

export interface NewPasswordValue {
  password: string;
  repeated: string;
}

export const NO_PASSWORD: NewPasswordValue = { password: '', repeated: '' };

const passwordRulesQuery = queryOptions({
  queryKey: ['tenant', 'password-rules'],
  queryFn: ({ signal }) =>
    api.get('/api/core/account/getpasswordcomplexity', undefined, { anonymous: true, signal }),
  staleTime: 60_000,
});

/** The tenant's rules, or defaults while loading. */
export const usePasswordRules = (): PasswordRules =>
  useQuery(passwordRulesQuery).data ?? DEFAULT_RULES;

export function passwordProblems(
  t: Translate,
  rules: PasswordRules,
  { password, repeated }: NewPasswordValue,
): Problems {
  if (!password) return { password: t('Choose a password.') };
  if (checkPassword(rules, password, t).some((rule) => !rule.met))
    return { password: t('The password does not meet all requirements.') };
  return password === repeated ? {} : { repeated: t('The passwords do not match.') };
}

/** Uses the surrounding form, which includes NewPasswordValue. */
export function NewPassword({ label, autoFocus = false }: { label?: string; autoFocus?: boolean }) {
  const t = useT();
  const id = useId();
  const { control, register, formState } = useFormContext<NewPasswordValue>();
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  const states = checkPassword(usePasswordRules(), password, t);
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <PasswordInput
          label={label ?? t('New password')}
          autoComplete="new-password"
          autoFocus={autoFocus}
          aria-describedby={id}
          aria-invalid={errors.password ? true : undefined}
          error={errors.password?.message}
          {...register('password')}
        />
        <ul id={id} aria-label={t('Password requirements')} className="grid gap-1 text-xs">
          {states.map((rule) => (
            <li
              key={rule.id}
              className={cn(
                'flex items-center gap-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0',
                rule.met ? 'text-success-text' : 'text-muted-foreground',
              )}
            >
              {rule.met ? <Check aria-hidden /> : <Circle aria-hidden />}
              {rule.text}
              <span className="sr-only">{rule.met ? t('(met)') : t('(not met yet)')}</span>
            </li>
          ))}
        </ul>
      </div>
      <PasswordInput
        label={t('Confirm password')}
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated')}
      />
    </div>
  );
}
