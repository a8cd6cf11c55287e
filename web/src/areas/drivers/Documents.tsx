// Driver tab: licences, certificates and policies with the day they expire.
import { ExternalLink, IdCard } from 'lucide-react';
import { Badge, Button, useFormat } from '@waybill/plugin';
import { DriverDocumentRequest } from '../../api/resources/drivers.gen.ts';
import type { Problems } from '../../kit/form-rules.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import { failure } from '../../kit/mutate.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { SENDING, StoredFileField } from '../../kit/StoredFileField.tsx';
import { useT } from '../../lib/i18n.ts';
import { dayIn } from '../../lib/days.ts';
import { documentKinds, expiry } from './model.ts';
import { documentCalls, openDocumentFile, type DriverDocument } from './queries.ts';

export function Documents({ driverId }: { driverId: number }) {
  const t = useT();
  const format = useFormat();
  const today = dayIn(format.timezone);
  const kinds = Object.fromEntries(
    Object.entries(documentKinds).map(([kind, text]) => [kind, t(text)]),
  );
  const kindOf = ({ kind }: DriverDocument) => kinds[kind ?? ''] ?? '';
  const nameOf = (one: DriverDocument) => [kindOf(one), one.number].filter(Boolean).join(' ');
  const open = (one: DriverDocument) => {
    openDocumentFile(one.id).catch(
      failure(t('The file of {name} could not be opened', { name: nameOf(one) })),
    );
  };
  return (
    <RecordTab
      id="drivers.documents"
      resource={DriverDocumentRequest}
      calls={documentCalls(driverId)}
      name={nameOf}
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
          id: 'file',
          header: t('File'),
          cell: (one) =>
            one.fileid && (
              <Button
                variant="ghost"
                size="icon"
                className="size-7"
                aria-label={t('Open the file of {name}', { name: nameOf(one) })}
                onClick={() => open(one)}
              >
                <ExternalLink aria-hidden />
              </Button>
            ),
          csv: ({ fileid }) => (fileid ? t('Yes') : t('No')),
        },
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
      fields={(record) => ({
        kind: { options: kinds },
        number: { isCode: true },
        expirydate: { hint: t('The last day on which it is valid.') },
        note: {},
        fileid: (
          <StoredFileField
            name="fileid"
            label={t('File')}
            hint={t('A photo or PDF of the document. Drop it here, or choose it.')}
            stored={record?.fileid ? { assetId: record.fileid, open: () => open(record) } : null}
          />
        ),
      })}
      check={({ fileid }): Problems =>
        fileid === SENDING ? { fileid: t('Wait until the file is uploaded.') } : {}
      }
    />
  );
}
