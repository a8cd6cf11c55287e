// Form checks by step.
import type { FieldErrors } from '@waybill/plugin/forms';
import { toErrors } from '../../kit/form-rules.ts';
import { bookingProblems, quoteProblems, type Problem } from './draft.ts';
import type { QuoteDraft } from './model.ts';

export type Step = 'quote' | 'book';

/** The first problem by field. */
const firstOfEach = (problems: readonly Problem[]) =>
  Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]));

const problemsOf = (draft: QuoteDraft, step: Step, needsCustomer: boolean): Problem[] => [
  ...quoteProblems(draft, needsCustomer),
  ...(step === 'book' ? bookingProblems(draft) : []),
];

/** Reads `step` on each run: the buttons validate differently. */
export const resolver = (step: () => Step, needsCustomer: boolean) => (values: QuoteDraft) => {
  const problems = problemsOf(values, step(), needsCustomer);
  return problems.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: toErrors(firstOfEach(problems)) as FieldErrors<QuoteDraft> };
};
