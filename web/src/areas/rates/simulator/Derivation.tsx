// Derivation of a price.
import { useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { dayText } from '../CardState.tsx';
import type { Quote } from './results.ts';

export function Derivation({ quote }: { quote: Quote }) {
  const t = useT();
  const { money, number, language } = useFormat();
  const { cost, currency, serviceDetails, quoteAttributes: of } = quote;
  const facts: [string, string][] = [
    ...(of.fromZone || of.toZone
      ? [
          [t('Zones'), `${of.fromZone} ${of.isReciprocal ? '↔' : '→'} ${of.toZone}`] as [
            string,
            string,
          ],
        ]
      : []),
    [t('Chargeable weight'), t('{weight} kg', { weight: number(of.chargeableWeight, 3) })],
    ...(of.dispatchDate
      ? [[t('Dispatch'), dayText(of.dispatchDate, language)] as [string, string]]
      : []),
    ...(of.deliveryDate
      ? [[t('Delivery'), dayText(of.deliveryDate, language)] as [string, string]]
      : []),
  ];
  return (
    <div className="grid min-w-48 gap-2 text-start text-xs whitespace-normal">
      <ul aria-label={t('Price lines')} className="grid gap-0.5">
        {serviceDetails.map(({ serviceCode, serviceName, amount }, at) => (
          <li key={`${serviceCode}/${at}`} className="flex justify-between gap-3">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{serviceName || serviceCode}</bdi>
            <span className="shrink-0 tabular-nums">{money(amount, currency)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-3 border-t border-border pt-0.5 font-medium">
          <span>{t('Total, tax excluded')}</span>
          <span className="shrink-0 tabular-nums">{money(cost.total, currency)}</span>
        </li>
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="text-end">
              <bdi dir={name === t('Zones') ? 'ltr' : undefined}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {of.isReciprocal && (
        <p className="text-muted-foreground">{t('The rate is kept for the other direction.')}</p>
      )}
      {(of.explanation ?? []).length > 0 && (
        <ol
          aria-label={t('Steps')}
          className="grid list-decimal gap-0.5 ps-4 text-muted-foreground"
        >
          {(of.explanation ?? []).map((step, at) => (
            <li key={at} className="[overflow-wrap:anywhere]">
              <bdi>{step}</bdi>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
