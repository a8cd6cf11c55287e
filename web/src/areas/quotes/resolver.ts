// Gives the form its checks: the problems of the step that is being submitted, as the form library nests its errors.
import type { FieldErrors } from '@waybill/plugin/forms';
import { bookingProblems, quoteProblems, type Problem } from './draft.ts';
import type { QuoteDraft } from './model.ts';

export type Step = 'quote' | 'book';

type Nested = { [key: string]: Nested | string };

/** `items.1.weight` becomes `{items: [, {weight: {type, message}}]}`; only the first problem of a field is kept. */
export function nested(problems: readonly Problem[]): FieldErrors<QuoteDraft> {
  const root: Record<string, unknown> = {};
  for (const problem of problems) {
    const path = problem.field.split('.');
    let at = root;
    path.forEach((key, index) => {
      if (index === path.length - 1) at[key] ??= { type: 'check', message: problem.message } satisfies Nested;
      else at = (at[key] ??= /^\d+$/.test(path[index + 1] ?? '') ? [] : {}) as Record<string, unknown>;
    });
  }
  return root as FieldErrors<QuoteDraft>;
}

const problemsOf = (draft: QuoteDraft, step: Step, needsCustomer: boolean): Problem[] => [
  ...quoteProblems(draft, needsCustomer),
  ...(step === 'book' ? bookingProblems(draft) : []),
];

/** `step` is read when the check runs: one form has two buttons, and each asks for its own. */
export const resolver = (step: () => Step, needsCustomer: boolean) => (values: QuoteDraft) => {
  const problems = problemsOf(values, step(), needsCustomer);
  return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: nested(problems) };
};
