// /reconciliation: uploaded carrier invoices.
import { PersonCell } from '../../kit/Person.tsx';
import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { FileDown, FileUp, Scale, Settings2, Trash2 } from 'lucide-react';
import { Button, ConfirmDialog, useFormat } from '@waybill/plugin';
import { FileDrop } from '../../kit/FileDrop.tsx';
import { MomentCell, NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { failure, mutate } from '../../kit/mutate.ts';
import { statusColumn, statusFilter } from '../../kit/list/status.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { target } from '../../lib/href.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { screen } from '../../shell/screen.tsx';
import { useCarriers } from './carriers.ts';
import { DifferenceText } from './DifferenceText.tsx';
import { decidedCount, difference, STATUSES, type Reconciliation } from './model.ts';
import { deleteReconciliation, fetchReconciliations, listKey, saveFile } from './queries.ts';
import { UploadDialog } from './UploadDialog.tsx';

/** Poll interval during parsing. */
const POLL_INTERVAL_MS = 2000;

export const Reconciliations = screen(
  {
    needs: 'Pages.Booking.Reconcile',
    title: msg('Reconciliation'),
    to: msg('reconcile carrier invoices'),
  },
  Screen,
);

const isOnItsWay = ({ status }: Reconciliation) => status === 'Uploaded' || status === 'Processing';
const hasLines = ({ totals }: Reconciliation) => totals.count > 0;

function Screen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const carrierName = useCarrierName();
  const { carriers } = useCarriers();
  const [waiting, setWaiting] = useState(false);
  const [uploading, setUploading] = useState<{ file: File | null } | null>(null);
  const [deleting, setDeleting] = useState<Reconciliation | null>(null);
  const money = (one: Reconciliation, value: number) =>
    hasLines(one) ? format.money(value) : NOTHING;
  const decided = (one: Reconciliation) =>
    hasLines(one)
      ? t('{done} of {total}', {
          done: format.number(decidedCount(one)),
          total: format.number(one.totals.count),
        })
      : '';
  const list = useList<Reconciliation>({
    id: 'reconciliation.list',
    key: listKey,
    fetch: fetchReconciliations,
    rowKey: (one) => one.id,
    name: (one) => one.fileName,
    href: (one) => `/reconciliation/${one.id}`,
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
        id: 'carrier',
        header: t('Carrier'),
        cell: (one) => <TextCell>{carrierName(one.carrier)}</TextCell>,
        csv: (one) => carrierName(one.carrier),
        sort: 'carrier',
        narrow: 'line',
      },
      statusColumn(t, ({ status }) => STATUSES[status], { sort: 'status' }),
      {
        id: 'decided',
        header: t('Lines decided'),
        cell: decided,
        csv: decided,
        numeric: true,
        narrow: 'line',
      },
      {
        id: 'quoted',
        header: t('Quoted'),
        cell: (one) => money(one, one.totals.carrierQuotedAmount),
        csv: (one) => one.totals.carrierQuotedAmount,
        numeric: true,
        priority: 1,
      },
      {
        id: 'invoiced',
        header: t('Invoiced'),
        cell: (one) => money(one, one.totals.carrierInvoicedAmount),
        csv: (one) => one.totals.carrierInvoicedAmount,
        numeric: true,
        narrow: 'line',
      },
      {
        id: 'difference',
        header: t('Difference'),
        cell: (one) =>
          hasLines(one) ? <DifferenceText value={difference(one.totals)} /> : NOTHING,
        csv: (one) => difference(one.totals),
        numeric: true,
        narrow: 'line',
      },
      {
        id: 'recharged',
        header: t('Recharged'),
        cell: (one) => money(one, one.totals.rechargeAmount),
        csv: (one) => one.totals.rechargeAmount,
        numeric: true,
        extra: true,
      },
      {
        id: 'charges',
        header: t('Charges'),
        cell: (one) => format.number(one.charges),
        csv: (one) => one.charges,
        sort: 'charges',
        numeric: true,
        extra: true,
      },
      {
        id: 'by',
        header: t('Uploaded by'),
        cell: (one) => <PersonCell name={one.creatorUserName} />,
        csv: (one) => one.creatorUserName,
        sort: 'creatorUserName',
        priority: 2,
      },
      {
        id: 'time',
        header: t('Uploaded'),
        cell: (one) => <MomentCell value={one.creationTime} />,
        csv: (one) => one.creationTime,
        sort: 'creationTime',
      },
    ],
    filters: [
      statusFilter(t, STATUSES),
      {
        kind: 'choice',
        id: 'carrier',
        label: t('Carrier'),
        pinned: true,
        field: 'carrier',
        open: true,
        options: carriers.map(({ code, name }) => ({ value: code, label: name })),
      },
      { kind: 'days', id: 'uploaded', label: t('Uploaded'), field: 'creationTime' },
    ],
    search: { fields: ['fileName', 'creatorUserName'], number: 'id' },
    sort: '-creationTime',
    ...(waiting ? { refresh: POLL_INTERVAL_MS } : {}),
  });
  const isWaiting = list.rows?.some(isOnItsWay) ?? false;
  useEffect(() => setWaiting(isWaiting), [isWaiting]);
  const upload = () => setUploading({ file: null });
  const save = (one: Reconciliation) =>
    saveFile(one.fileGuid).catch(failure(t('The file could not be downloaded')));
  return (
    <FileDrop onFile={(file) => setUploading({ file })}>
      <RecordList
        list={list}
        title={t('Reconciliation')}
        heading={{
          actions: [
            {
              text: t('Upload invoice'),
              keyName: 'new' as const,
              icon: <FileUp aria-hidden />,
              primary: true,
              onClick: upload,
            },
            {
              text: t('Tolerances'),
              icon: <Settings2 aria-hidden />,
              href: '/settings/tolerances',
            },
            {
              text: t('Invoice templates'),
              icon: <Settings2 aria-hidden />,
              href: '/settings/invoice-templates',
            },
          ],
        }}
        menu={(one) => [
          {
            text: t('Download the carrier’s file'),
            icon: <FileDown aria-hidden />,
            onClick: () => void save(one),
          },
          ...(decidedCount(one) === 0 && !isOnItsWay(one)
            ? [
                {
                  text: t('Delete…'),
                  keyName: 'remove' as const,
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(one),
                },
              ]
            : []),
        ]}
        texts={{
          failed: t('The reconciliations could not be loaded'),
          search: { label: t('Search reconciliations'), placeholder: t('File, person, number') },
          filter: t('Filter reconciliations'),
          empty: {
            icon: <Scale />,
            title: t('No invoices yet'),
            description: t(
              'Upload a carrier’s invoice, or drop its file here, to compare it with what was quoted.',
            ),
            action: <Button onClick={upload}>{t('Upload invoice')}</Button>,
          },
          none: { title: t('No matching reconciliations'), clear: t('Show all reconciliations') },
        }}
      />
      {uploading && (
        <UploadDialog
          file={uploading.file}
          onClose={() => setUploading(null)}
          onRead={(id) => void navigate({ ...target(`/reconciliation/${id}`) })}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.fileName ?? '' })}
        description={t('Nothing of it is decided. The invoice can be uploaded again.')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await mutate({
            call: () => deleteReconciliation(deleting.id),
            stale: [listKey],
            notice: t('{name} deleted', { name: deleting.fileName }),
          });
        }}
      />
    </FileDrop>
  );
}
