// Status badge of a credit note.
import { Badge } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { CREDIT_STATUSES, type CreditNote } from './model.ts';

export function CreditState({ status }: Pick<CreditNote, 'status'>) {
  const t = useT();
  const { text, tone } = CREDIT_STATUSES[status];
  return (
    <Badge tone={tone} dot>
      {t(text)}
    </Badge>
  );
}
