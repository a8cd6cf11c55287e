// Services of a line: quoted, invoiced, charged.
import { Badge, Td, Th, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { DifferenceText } from '../DifferenceText.tsx';
import type { ServiceLine } from '../model.ts';

export function ServiceLines({ services }: { services: readonly ServiceLine[] }) {
  const t = useT();
  const format = useFormat();
  const isRequoted = services.some((one) => one.carrierRequotedAmount !== null);
  const money = (value: number | null) => (value === null ? '–' : format.money(value));
  const head = 'h-6 px-2 text-xs text-muted-foreground';
  const cell = 'h-6 px-2 py-0 whitespace-nowrap';
  return (
    <div
      role="region"
      aria-label={t('Services')}
      tabIndex={0}
      className="max-h-32 overflow-auto rounded border border-border focus-visible:outline-2 focus-visible:outline-ring"
    >
      <table aria-label={t('Services')} className="w-full text-[13px]">
        <thead>
          <tr>
            <Th className={head}>{t('Service')}</Th>
            <Th numeric className={head}>
              {t('Quoted')}
            </Th>
            <Th numeric className={head}>
              {t('Invoiced')}
            </Th>
            <Th numeric className={head}>
              {t('Difference')}
            </Th>
            {isRequoted && (
              <Th numeric className={head}>
                {t('Requoted')}
              </Th>
            )}
            <Th numeric className={head}>
              {t('Customer quoted')}
            </Th>
            {isRequoted && (
              <Th numeric className={head}>
                {t('Customer requoted')}
              </Th>
            )}
            <Th numeric className={head}>
              {t('Recharged')}
            </Th>
            <Th numeric className={head}>
              {t('Approved')}
            </Th>
            <Th className={head}>{t('Invoice')}</Th>
          </tr>
        </thead>
        <tbody>
          {services.map((one) => (
            <tr key={one.id}>
              <Td className={cell} title={one.note ?? undefined}>
                {one.serviceName || one.serviceCode}{' '}
                {one.override && <Badge tone="info">{t('Override')}</Badge>}
              </Td>
              <Td numeric className={cell}>
                {money(one.carrierQuotedAmount)}
              </Td>
              <Td numeric className={cell}>
                {one.fileLine === null ? '–' : money(one.carrierInvoicedAmount)}
              </Td>
              <Td numeric className={cell}>
                <DifferenceText value={one.carrierRechargeAmount} />
              </Td>
              {isRequoted && (
                <Td numeric className={cell}>
                  {money(one.carrierRequotedAmount)}
                </Td>
              )}
              <Td numeric className={cell}>
                {money(one.customerQuotedAmount)}
              </Td>
              {isRequoted && (
                <Td numeric className={cell}>
                  {money(one.customerRequotedAmount)}
                </Td>
              )}
              <Td numeric className={cell}>
                {money(one.customerRechargeAmount)}
              </Td>
              <Td numeric className={cell}>
                {money(one.approvedAmount)}
              </Td>
              <Td className={cell}>{one.invoiceNumber ?? '–'}</Td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
