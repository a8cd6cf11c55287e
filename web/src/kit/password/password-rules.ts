// Password rules, same as the server's.
import type { Schema } from '../../api/types.ts';
import type { Translate } from '../../lib/i18n.ts';

export type PasswordRules = Schema<'PasswordComplexity'>;

export const DEFAULT_RULES: PasswordRules = {
  requiredLength: 8,
  requireDigit: false,
  requireLowercase: false,
  requireUppercase: false,
  requireNonAlphanumeric: false,
};

export interface RuleState {
  id: keyof PasswordRules;
  text: string;
  met: boolean;
}

/** Checks each rule. Length counts characters, not code units. */
export function checkPassword(rules: PasswordRules, password: string, t: Translate): RuleState[] {
  const states: RuleState[] = [
    {
      id: 'requiredLength',
      text: t(
        'At least {count} characters',
        { count: rules.requiredLength },
        'At least {count} character',
      ),
      met: [...password].length >= rules.requiredLength,
    },
  ];
  if (rules.requireLowercase)
    states.push({
      id: 'requireLowercase',
      text: t('A lower-case letter'),
      met: /\p{Lowercase}/u.test(password),
    });
  if (rules.requireUppercase)
    states.push({
      id: 'requireUppercase',
      text: t('An upper-case letter'),
      met: /\p{Uppercase}/u.test(password),
    });
  if (rules.requireDigit)
    states.push({ id: 'requireDigit', text: t('A digit'), met: /\d/.test(password) });
  if (rules.requireNonAlphanumeric)
    states.push({
      id: 'requireNonAlphanumeric',
      text: t('A special character'),
      met: /[^\p{Alphabetic}\p{N}]/u.test(password),
    });
  return states;
}
