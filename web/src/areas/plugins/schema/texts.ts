// Texts of plugin settings.
import { words, type Translate } from '@waybill/plugin';
import type { SettingField, SettingGroup } from './schema.ts';
import { choiceKey, type Problem } from './values.ts';

/** Plugins have no catalogue, but tenants may translate. */
export const titleOf = (part: SettingField | SettingGroup, t: Translate): string =>
  t(part.title || words(part.key.split('.').at(-1) ?? part.key));

export function problemText(problem: Problem, t: Translate): string {
  const limit = problem.limit ?? 0;
  const sentence = (() => {
    switch (problem.rule) {
      case 'required':
        return t('Required');
      case 'number':
        return t('Enter a number');
      case 'whole':
        return t('Enter a whole number');
      case 'min':
        return t('Must be at least {limit}', { limit });
      case 'max':
        return t('Must be at most {limit}', { limit });
      case 'above':
        return t('Must be above {limit}', { limit });
      case 'below':
        return t('Must be below {limit}', { limit });
      case 'step':
        return t('Must be a multiple of {limit}', { limit });
      case 'short':
        return t(
          'Must have at least {count} characters',
          { count: limit },
          'Must have at least {count} character',
        );
      case 'long':
        return t(
          'Must have at most {count} characters',
          { count: limit },
          'Must have at most {count} character',
        );
      case 'pattern':
        return t('Does not match the expected format');
      case 'url':
        return t('Enter a full URL, such as https://api.example.com');
      case 'email':
        return t('Enter an email address');
      case 'few':
        return t(
          'Must have at least {count} entries',
          { count: limit },
          'Must have at least {count} entry',
        );
      case 'many':
        return t(
          'Must have at most {count} entries',
          { count: limit },
          'Must have at most {count} entry',
        );
      case 'json':
        return t('This is not a valid structured value');
    }
  })();
  return problem.entry ? `${problem.entry}: ${sentence}` : sentence;
}

function rangeText({ min, max, exclusiveMin, exclusiveMax }: SettingField, t: Translate): string {
  if (min !== undefined && max !== undefined) return t('From {min} to {max}', { min, max });
  if (min !== undefined) return t('At least {limit}', { limit: min });
  if (max !== undefined) return t('At most {limit}', { limit: max });
  if (exclusiveMin !== undefined) return t('Above {limit}', { limit: exclusiveMin });
  return exclusiveMax === undefined ? '' : t('Below {limit}', { limit: exclusiveMax });
}

/** A value within a sentence. */
export function valueText(field: SettingField, value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, t)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const choice = field.choices.find((one) => choiceKey(one.value) === choiceKey(value));
  return choice ? t(choice.label) : String(value);
}

export function hintOf(field: SettingField, t: Translate, follows: boolean): string {
  const initial =
    follows || field.kind === 'flag' || field.kind === 'json'
      ? ''
      : valueText(field, field.initial, t);
  return [
    field.description && t(field.description),
    field.kind === 'number' || field.kind === 'integer' ? rangeText(field, t) : '',
    field.kind === 'list' ? t('One per line') : '',
    field.kind === 'json' ? t('In JSON') : '',
    initial ? t('Default: {value}', { value: initial }) : '',
  ]
    .filter(Boolean)
    .map((part) => (/[.!?:…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
