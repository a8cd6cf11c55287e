// /finance/bank: uploaded bank statements.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp, Landmark, Settings2 } from 'lucide-react';
import { Badge, Button, useFormat } from '@waybill/plugin';
import { FileDrop } from '../../../kit/FileDrop.tsx';
import { MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { target } from '../../../lib/href.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices } from '../model.ts';
import { FORMATS, type Statement } from './model.ts';
import { bankKey, fetchStatements, lineCountQuery } from './queries.ts';
import { UploadDialog } from './UploadDialog.tsx';

export const BankStatements = screen(
  {
    needs: 'Pages.Finance.Remittance',
    title: msg('Bank statements'),
    to: msg('match bank statements'),
  },
  Screen,
);

const workHref = (id: number) => `/finance/bank/${id}?status=Open`;

function Waiting({ id }: { id: number }) {
  const t = useT();
  const { data } = useQuery(lineCountQuery(id, 'Open'));
  if (data === undefined) return NOTHING;
  return data === 0 ? (
    <Badge tone="success">{t('Done')}</Badge>
  ) : (
    <Badge tone="warning">{t('{count} to match', { count: data })}</Badge>
  );
}

function Screen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const [uploading, setUploading] = useState<{ file: File | null } | null>(null);
  const list = useList<Statement>({
    id: 'finance.bank',
    key: bankKey,
    fetch: fetchStatements,
    rowKey: ({ id }) => id,
    name: ({ fileName }) => fileName,
    href: ({ id }) => workHref(id),
    columns: [
      {
        id: 'file',
        header: t('File'),
        cell: (one) => one.fileName,
        csv: (one) => one.fileName,
        sort: 'fileName',
        fixed: true,
      },
      {
        id: 'waiting',
        header: t('Progress'),
        cell: (one) => <Waiting id={one.id} />,
        narrow: 'badge',
      },
      {
        id: 'account',
        header: t('Account'),
        cell: (one) => <TextCell>{one.account ?? NOTHING}</TextCell>,
        csv: (one) => one.account,
        sort: 'account',
        narrow: 'line',
      },
      {
        id: 'new',
        header: t('New lines'),
        cell: (one) => format.number(one.newLines),
        csv: (one) => one.newLines,
        sort: 'newLines',
        numeric: true,
      },
      {
        id: 'known',
        header: t('Already imported'),
        cell: (one) => format.number(one.knownLines),
        csv: (one) => one.knownLines,
        sort: 'knownLines',
        numeric: true,
      },
      {
        id: 'rejected',
        header: t('Not readable'),
        cell: (one) => format.number(one.rejectedLines),
        csv: (one) => one.rejectedLines,
        sort: 'rejectedLines',
        numeric: true,
        extra: true,
      },
      {
        id: 'format',
        header: t('Format'),
        cell: (one) => t(FORMATS[one.bankFormat]),
        csv: (one) => t(FORMATS[one.bankFormat]),
        sort: 'bankFormat',
      },
      {
        id: 'time',
        header: t('Uploaded'),
        cell: (one) => <MomentCell value={one.creationTime} />,
        csv: (one) => one.creationTime,
        sort: 'creationTime',
        narrow: 'line',
      },
    ],
    filters: [
      { kind: 'days', id: 'uploaded', label: t('Uploaded'), pinned: true, field: 'creationTime' },
      {
        kind: 'choice',
        id: 'format',
        label: t('Format'),
        field: 'bankFormat',
        options: choices(FORMATS).map(([value, text]) => ({ value, label: t(text) })),
      },
    ],
    search: { fields: ['fileName', 'account'], number: 'id' },
    sort: '-creationTime',
    pageSize: 25,
  });
  const upload = () => setUploading({ file: null });
  return (
    <FileDrop onFile={(file) => setUploading({ file })}>
      <RecordList
        list={list}
        title={t('Bank statements')}
        heading={{
          actions: [
            {
              text: t('Upload statement'),
              keyName: 'new' as const,
              icon: <FileUp aria-hidden />,
              primary: true,
              onClick: upload,
            },
            {
              text: t('Bank templates'),
              icon: <Settings2 aria-hidden />,
              href: '/settings/bank-templates',
            },
          ],
        }}
        texts={{
          failed: t('The bank statements could not be loaded'),
          search: { label: t('Search bank statements'), placeholder: t('File, account') },
          filter: t('Filter bank statements'),
          empty: {
            icon: <Landmark />,
            title: t('No bank statements yet'),
            description: t(
              "Upload your bank's file, or drop it here. Each incoming payment is matched with " +
                'open invoices.',
            ),
            action: <Button onClick={upload}>{t('Upload statement')}</Button>,
          },
          none: { title: t('No matching bank statements'), clear: t('Show all bank statements') },
        }}
      />
      {uploading && (
        <UploadDialog
          file={uploading.file}
          onClose={() => setUploading(null)}
          onRead={(id) => void navigate({ ...target(workHref(id)) })}
        />
      )}
    </FileDrop>
  );
}
