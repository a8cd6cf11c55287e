// Driver tab: licences, certificates and policies with the day they expire.
import { IdCard } from 'lucide-react';
import { Badge, useFormat } from '@waybill/plugin';
import { DriverDocumentRequest } from '../../api/resources/drivers.gen.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { dayIn } from '../../lib/days.ts';
import { documentKinds, expiry } from './model.ts';
import { documentCalls, type DriverDocument } from './queries.ts';

export function Documents({ driverId }: { driverId: number }) {
  const t = useT();
  const format = useFormat();
  const today = dayIn(format.timezone);
  const kinds = Object.fromEntries(
    Object.entries(documentKinds).map(([kind, text]) => [kind, t(text)]),
  );
  const kindOf = ({ kind }: DriverDocument) => kinds[kind ?? ''] ?? '';
  return (
    <RecordTab
      id="drivers.documents"
      resource={DriverDocumentRequest}
      calls={documentCalls(driverId)}
      name={(one) => [kindOf(one), one.number].filter(Boolean).join(' ')}
      columns={[
        {
          id: 'kind',
          header: t('Kind'),
          sort: 'kind',
          cell: (one) => <TextCell>{kindOf(one)}</TextCell>,
          csv: kindOf,
        },
        'number',
        'expirydate',
        'note',
        {
          id: 'state',
          header: t('Status'),
          cell: ({ expirydate }) => {
            const state = expiry(expirydate, today);
            return state && <Badge tone={state.tone}>{t(state.text)}</Badge>;
          },
          csv: ({ expirydate }) => {
            const state = expiry(expirydate, today);
            return state ? t(state.text) : '';
          },
          narrow: 'badge',
        },
      ]}
      sort="expirydate"
      icon={<IdCard />}
      texts={{
        title: t('Documents'),
        description: t('Reminders are emailed 30, 7 and 0 days before a document expires.'),
        add: t('New document'),
        failed: t('The documents could not be loaded'),
        filter: t('Filter documents'),
        empty: [t('No documents yet'), t("Add the driver's licence and the day it expires.")],
        none: t('No matching documents'),
        afterwards: t('This cannot be undone.'),
      }}
      fields={{
        kind: { options: kinds },
        number: { isCode: true },
        expirydate: { hint: t('The last day on which it is valid.') },
        note: {},
      }}
    />
  );
}
