// Status badges of finance documents.
import { Badge } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { remittanceStatuses, statuses, type Invoice, type Remittance } from './model.ts';

/** Overdue takes precedence. */
export function InvoiceState({
  invoice: { status, isOverdue },
}: {
  invoice: Pick<Invoice, 'status' | 'isOverdue'>;
}) {
  const t = useT();
  const { text, tone } = statuses[status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone} dot>
        {t(text)}
      </Badge>
      {isOverdue && <Badge tone="danger">{t('Overdue')}</Badge>}
    </span>
  );
}

export function RemittanceState({ status }: Pick<Remittance, 'status'>) {
  const t = useT();
  const { text, tone } = remittanceStatuses[status];
  return (
    <Badge tone={tone} dot>
      {t(text)}
    </Badge>
  );
}
