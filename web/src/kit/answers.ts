// Calls that answer row by row: they succeed as a whole even if rows are refused.
import { remark } from '@waybill/plugin';
import { t } from '../lib/i18n.ts';

interface Row {
  success: boolean;
  message?: string | null;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'success' in value;

/** Rows of an answer, which is their list or holds them as `results`. */
function rowsIn(answer: unknown): readonly Row[] {
  const rows =
    typeof answer === 'object' && answer !== null && 'results' in answer ? answer.results : answer;
  return Array.isArray(rows) ? rows.filter(isRow) : [];
}

/** Throws the first refusal, so that nothing is reported as done that was not. */
export function requireAll(answer: unknown): void {
  const rows = rowsIn(answer);
  const refused = rows.filter(({ success }) => !success);
  const [first] = refused;
  if (!first) return;
  const reason = remark(first) ?? t('refused without a reason');
  throw new Error(
    rows.length === 1
      ? reason
      : t('{refused} of {all} refused: {reason}', {
          refused: refused.length,
          all: rows.length,
          reason,
        }),
  );
}
