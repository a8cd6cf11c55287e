// Audit log entry: values before and after, and origin.
import type { ReactNode } from 'react';
import { cn, numberFormat, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { AuditEntry } from './model.ts';
import { readChange, shownChanges, type Reader, type ReadChange } from './values.ts';

function Lines({
  lines,
  sign,
  className,
}: {
  lines: readonly string[];
  sign?: string;
  className?: string;
}) {
  if (lines.length === 0) return <span className="text-muted-foreground">–</span>;
  return (
    <span className={cn('grid gap-0.5', className)}>
      {lines.map((line, index) => (
        <span key={`${index} ${line}`} className="break-words [overflow-wrap:anywhere]">
          {sign && <span aria-hidden>{sign} </span>}
          {line}
        </span>
      ))}
    </span>
  );
}

function Row({ change }: { change: ReadChange }) {
  const isList = change.added !== undefined && change.removed !== undefined;
  return (
    <tr className="align-top">
      <th scope="row" className="w-44 py-1.5 pe-4 text-start font-medium max-md:w-24">
        {change.property}
      </th>
      <td className="py-1.5 pe-4">
        {isList ? (
          <Lines lines={change.removed ?? []} sign="−" className="text-danger-text" />
        ) : (
          <Lines
            lines={change.before}
            className={change.after.length ? 'text-muted-foreground' : undefined}
          />
        )}
      </td>
      <td className="py-1.5">
        {isList ? (
          <Lines lines={change.added ?? []} sign="+" className="text-success-text" />
        ) : (
          <Lines lines={change.after} />
        )}
      </td>
    </tr>
  );
}

export function Changes({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const format = useFormat();
  const amounts = numberFormat(format.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  const reader: Reader = {
    yes: t('Yes'),
    no: t('No'),
    dateTime: format.dateTime,
    date: (day) => format.date(`${day}T12:00:00Z`),
    number: (value) => format.number(value),
    amount: (value) => amounts.format(value),
  };
  const changes = shownChanges(entry.changes);
  const origin: [string, ReactNode][] = [
    [t('Number'), entry.entityId || null],
    [t('Network address'), entry.clientAddress],
    [t('Request'), entry.requestId],
  ];
  return (
    <div className="grid gap-3 text-[13px]">
      {changes.length > 0 && (
        <table className="w-full max-w-4xl table-fixed border-collapse">
          <thead>
            <tr className="text-start text-xs text-muted-foreground">
              <th scope="col" className="w-44 pb-1 pe-4 text-start font-medium max-md:w-24">
                {t('Value')}
              </th>
              <th scope="col" className="pb-1 pe-4 text-start font-medium">
                {t('Before')}
              </th>
              <th scope="col" className="pb-1 text-start font-medium">
                {t('After')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {changes.map((change, index) => (
              <Row key={`${index} ${change.propertyName}`} change={readChange(change, reader)} />
            ))}
          </tbody>
        </table>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted-foreground">
        {origin
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label} className="flex min-w-0 gap-1.5">
              <dt>{label}</dt>
              <dd className="[overflow-wrap:anywhere] text-foreground">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
