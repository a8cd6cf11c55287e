// An invoice for a driver: supplier, lines, operations.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BadgeCheck, Ban, FileText, HandCoins, Lock, Mail, ReceiptText } from 'lucide-react';
import {
  Badge,
  Card,
  CardHeader,
  ConfirmDialog,
  DefinitionList,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  remark,
  useFormat,
  words,
} from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import Emails from '../../../kit/emails/Emails.tsx';
import { MailState } from '../../../kit/emails/MailState.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { failure, mutate } from '../../../kit/mutate.ts';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { dayText } from '../../../lib/days.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { placeOf, placeLabel } from '../../../lib/places.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import {
  abnText,
  AGENT_WORDS,
  agentName,
  agentStatuses,
  canBeSent,
  supplierName,
  type AgentInvoice,
  type AgentOperation,
} from './model.ts';
import {
  agentInvoiceQuery,
  agentsKey,
  downloadAgentInvoice,
  processAgentInvoices,
} from './queries.ts';
import { SendDialog } from './SendDialog.tsx';

const route = getRouteApi('/shell/finance/driver-invoices/$id');
const crumbs = () => [
  { text: translate('Driver invoices'), href: leftList('/finance/driver-invoices') },
];
const LINK = 'text-link underline-offset-2 hover:underline';

const ICONS = { Close: Lock, Approve: BadgeCheck, Pay: HandCoins, Void: Ban } as const;

export const AgentPage = screen(
  {
    needs: 'Pages.Finance.Invoices.Create',
    title: msg('Driver invoice'),
    to: msg('see driver invoices'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const invoice = useQuery({ ...agentInvoiceQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={invoice}
      title={t('Driver invoice')}
      breadcrumbs={crumbs()}
      icon={<ReceiptText />}
      missing={t('Invoice not found')}
      failed={t('The invoice could not be loaded')}
      to={msg('see driver invoices')}
    >
      {(found) => <Loaded key={found.id} invoice={found} />}
    </RecordOf>
  );
}

function Lines({ invoice }: { invoice: AgentInvoice }) {
  const t = useT();
  const format = useFormat();
  const seesJobs = usePermissions().has('Pages.Job');
  const money = (amount: number) => format.money(amount, invoice.currency);
  return (
    <Card className="p-0">
      <CardHeader className="mb-0 px-4 pt-3 pb-2" title={t('Lines')} />
      <div className="[&>div]:rounded-t-none [&>div]:border-x-0 [&>div]:border-b-0 [&>div]:shadow-none">
        <Table label={t('Invoice lines')}>
          <THead>
            <tr>
              <Th>{t('Job')}</Th>
              <Th className="max-sm:hidden">{t('Day')}</Th>
              <Th>{t('Description')}</Th>
              <Th numeric className="max-md:hidden">
                {t('Before tax')}
              </Th>
              <Th numeric className="max-md:hidden">
                {t('Tax')}
              </Th>
              <Th numeric>{t('Total')}</Th>
            </tr>
          </THead>
          <TBody>
            {invoice.lines.map((line, at) => (
              <Tr key={`${line.jobId} ${at}`}>
                <Td>
                  {seesJobs ? (
                    <Link
                      to="/jobs/details/$id"
                      params={{ id: String(line.jobId) }}
                      className={LINK}
                    >
                      {line.referenceNo}
                    </Link>
                  ) : (
                    line.referenceNo
                  )}
                </Td>
                <Td className="whitespace-nowrap max-sm:hidden">
                  {dayText(line.day, format.language)}
                </Td>
                <Td className="break-words">
                  {[...new Set([line.description, t(words(line.service))])]
                    .filter(Boolean)
                    .join(' · ')}
                </Td>
                <Td numeric className="max-md:hidden">
                  {money(line.taxExclusiveAmount)}
                </Td>
                <Td numeric className="max-md:hidden">
                  {money(line.tax)}
                </Td>
                <Td numeric>{money(line.amount)}</Td>
              </Tr>
            ))}
          </TBody>
          <tfoot className="border-t-2 border-border font-semibold">
            <tr>
              <Td>{t('Total')}</Td>
              <Td className="max-sm:hidden" />
              <Td />
              <Td numeric className="max-md:hidden">
                {money(invoice.taxExclusiveAmount)}
              </Td>
              <Td numeric className="max-md:hidden">
                {money(invoice.tax)}
              </Td>
              <Td numeric>{money(invoice.amount)}</Td>
            </tr>
          </tfoot>
        </Table>
      </div>
    </Card>
  );
}

function Facts({ invoice }: { invoice: AgentInvoice }) {
  const t = useT();
  const format = useFormat();
  const seesDrivers = usePermissions().has('Pages.Driver');
  const day = (value: string | null) => (value ? dayText(value, format.language) : '–');
  const { supplier } = invoice;
  const place = placeOf(supplier.address);
  return (
    <Card>
      <CardHeader title={t('Supplier')} />
      <DefinitionList
        items={[
          {
            label: t('Driver'),
            value: seesDrivers ? (
              <Link
                to="/drivers/details/$id"
                params={{ id: String(invoice.driverId) }}
                className={LINK}
              >
                {supplier.name}
              </Link>
            ) : (
              supplier.name
            ),
          },
          { label: t('Company'), value: <bdi>{supplier.companyName || '–'}</bdi> },
          { label: t('ABN'), value: <bdi dir="ltr">{abnText(supplier.abn) || '–'}</bdi> },
          {
            label: t('Registered for GST'),
            value: supplier.isGstRegistered ? t('Yes') : t('No'),
          },
          {
            label: t('Address'),
            value: (
              <bdi>
                {[supplier.address?.addressLine1, place && placeLabel(place)]
                  .filter(Boolean)
                  .join(', ') || '–'}
              </bdi>
            ),
          },
          { label: t('Email'), value: <bdi dir="ltr">{supplier.email || '–'}</bdi> },
          {
            label: t('Period'),
            value: `${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`,
          },
          { label: t('Invoice date'), value: day(invoice.invoiceDate) },
          { label: t('Paid on'), value: day(invoice.paidDate) },
          ...(invoice.mailState
            ? [
                {
                  label: t('Email status'),
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      <MailState state={invoice.mailState} />
                      {invoice.mailState === 'Sent' && format.dateTime(invoice.mailedTime)}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {invoice.notes && (
        <p className="mt-3 border-t border-border pt-2 text-[13px] break-words text-muted-foreground">
          {invoice.notes}
        </p>
      )}
    </Card>
  );
}

function Loaded({ invoice }: { invoice: AgentInvoice }) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState<AgentOperation | null>(null);
  const [isSending, setSending] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const name = agentName(invoice);
  const status = agentStatuses[invoice.status];
  const words = asking && AGENT_WORDS[asking];
  const save = async () => {
    setLoading(true);
    await downloadAgentInvoice(invoice.id).catch(
      failure(t('{name} could not be downloaded', { name })),
    );
    setLoading(false);
  };
  const actions: HeadingAction[] = [
    ...invoice.allowedOperations.map((operation): HeadingAction => {
      const Icon = ICONS[operation];
      return {
        text: t(AGENT_WORDS[operation].action),
        icon: <Icon aria-hidden />,
        primary: operation !== 'Void',
        destructive: operation === 'Void',
        onClick: () => setAsking(operation),
      };
    }),
    ...(canBeSent(invoice)
      ? [
          {
            text: t('Send by email'),
            icon: <Mail aria-hidden />,
            onClick: () => setSending(true),
          },
        ]
      : []),
    {
      text: t('PDF'),
      icon: <FileText aria-hidden />,
      state: isLoading ? 'pending' : 'idle',
      primary: true,
      onClick: () => void save(),
    },
  ];
  return (
    <>
      <RecordPage
        kind={t('Driver invoice')}
        title={name}
        breadcrumbs={crumbs()}
        badge={
          <Badge tone={status.tone} dot>
            {t(status.text)}
          </Badge>
        }
        description={[
          t('Recipient created tax invoice'),
          supplierName(invoice),
          format.money(invoice.amount, invoice.currency),
        ].join(' · ')}
        actions={actions}
        tabs={[
          {
            id: 'overview',
            label: t('Overview'),
            content: (
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
                <Lines invoice={invoice} />
                <div className="grid gap-4">
                  <Facts invoice={invoice} />
                  <Emails recordType="AgentInvoice" recordId={invoice.id} stale={[agentsKey]} />
                </div>
              </div>
            ),
          },
        ]}
        history={{ entityType: 'AgentInvoice', entityId: invoice.id }}
      />
      {isSending && <SendDialog invoice={invoice} onClose={() => setSending(false)} />}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={words ? t(words.title, { name }) : ''}
        description={words ? t(words.description) : ''}
        confirmLabel={words ? t(words.action) : ''}
        destructive={asking === 'Void'}
        onConfirm={async () => {
          if (!asking) return;
          await mutate({
            call: async () => {
              const [result] = await processAgentInvoices(asking, [invoice.id]);
              if (result && !result.success) throw new Error(remark(result));
              return result;
            },
            stale: [agentsKey],
            notice: (result) =>
              t(AGENT_WORDS[asking].done, { name: result?.invoiceNumber ?? name }),
          });
        }}
      />
    </>
  );
}
