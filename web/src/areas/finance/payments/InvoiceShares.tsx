// Allocations in an expanded row.
import { Link } from '@tanstack/react-router';
import { useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';

export interface InvoiceSharesProps {
  shares: readonly {
    invoiceId: number;
    invoiceNumber: string | null;
    amount: number;
    paid?: number;
  }[];
  note: string | null;
  nothing?: string;
}

export function InvoiceShares({ shares, note, nothing }: InvoiceSharesProps) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="grid gap-1 py-1 text-[13px]">
      {note && <p className="whitespace-pre-line text-muted-foreground">{note}</p>}
      {shares.length === 0 && nothing && <p className="text-muted-foreground">{nothing}</p>}
      <ul className="grid max-w-md gap-1">
        {shares.map(({ invoiceId, invoiceNumber, amount, paid }) => (
          <li key={invoiceId} className="flex flex-wrap justify-between gap-x-4">
            <Link
              to="/finance/invoices/$id"
              params={{ id: String(invoiceId) }}
              className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
            >
              {invoiceNumber ?? `#${invoiceId}`}
            </Link>
            <span className="tabular-nums">
              {paid === undefined || paid === 0
                ? format.money(amount)
                : t('{paid} of {amount} paid', {
                    paid: format.money(paid),
                    amount: format.money(amount),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
