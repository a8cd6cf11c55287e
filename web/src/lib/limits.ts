// Limits of the API description, for inputs and checks.
import type { Translate } from '@waybill/plugin';

export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
}

export function inputLimits({ maxLength, minimum, maximum }: Limits): {
  maxLength?: number;
  min?: number;
  max?: number;
} {
  return {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  };
}

const characters = (text: string) => [...text].length;

/** Error of a text; empty is valid here. */
export function textProblem(
  text: string,
  { minLength, maxLength, pattern, enum: choices }: Limits,
  t: Translate,
): string | null {
  if (text === '') return null;
  if (maxLength !== undefined && characters(text) > maxLength)
    return t('At most {count} characters', { count: maxLength });
  if (minLength !== undefined && characters(text) < minLength)
    return t('At least {count} characters', { count: minLength });
  if (choices && !choices.includes(text))
    return t('Choose one of: {choices}', { choices: choices.join(', ') });
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return t('Invalid format');
  return null;
}
