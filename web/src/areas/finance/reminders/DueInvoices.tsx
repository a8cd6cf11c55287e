// Invoices of a reminder.
import { Link } from '@tanstack/react-router';
import { Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { DateCell } from '../../../kit/list/Cells.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { Notice } from './model.ts';

export function DueInvoices({
  invoices,
  currency,
}: {
  invoices: Notice['invoices'];
  currency: string;
}) {
  const t = useT();
  const format = useFormat();
  const maySee = usePermissions().has('Pages.Finance.Invoices');
  return (
    <Table label={t('Overdue invoices')}>
      <THead>
        <tr>
          <Th>{t('Invoice')}</Th>
          <Th>{t('Due')}</Th>
          <Th numeric>{t('Days overdue')}</Th>
          <Th numeric>{t('Outstanding')}</Th>
        </tr>
      </THead>
      <TBody>
        {invoices.map(({ invoiceId, invoiceNumber, dueDate, daysOverdue, outstandingAmount }) => {
          const name = invoiceNumber ?? `#${invoiceId}`;
          return (
            <Tr key={invoiceId}>
              <Td>
                {maySee ? (
                  <Link
                    to="/finance/invoices/$id"
                    params={{ id: String(invoiceId) }}
                    className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </Td>
              <Td>
                <DateCell value={dueDate} />
              </Td>
              <Td numeric>{format.number(daysOverdue)}</Td>
              <Td numeric>{format.money(outstandingAmount, currency)}</Td>
            </Tr>
          );
        })}
      </TBody>
    </Table>
  );
}
