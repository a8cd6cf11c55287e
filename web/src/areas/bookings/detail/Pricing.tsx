// Price by line; cost needs a permission.
import { Card, CardHeader, cn, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Amount, BookingDetail, ServiceDetail } from '../../../lib/bookings/model.ts';
import { amountTotal, amountWithoutTax } from '../../../lib/bookings/display.ts';

function Cells({ values, strong = false }: { values: (string | null)[]; strong?: boolean }) {
  return values.map((value, index) => (
    <td
      key={index}
      className={cn(
        'py-1.5 ps-4 text-end whitespace-nowrap tabular-nums',
        strong && 'font-semibold',
      )}
    >
      {value}
    </td>
  ));
}

export function Pricing({ booking }: { booking: BookingDetail }) {
  const t = useT();
  const format = useFormat();
  const seesCost = usePermissions().has('Pages.Booking.ViewCost');
  const pricing = booking.pricingDetail;
  const lines = pricing?.serviceDetails ?? [];
  if (!pricing || (lines.length === 0 && !amountTotal(pricing.total))) {
    return (
      <Card>
        <CardHeader
          title={t('Price')}
          className="mb-0"
          description={t('This booking has not been quoted yet.')}
        />
      </Card>
    );
  }
  const showsCost = seesCost && amountTotal(pricing.carrierTotal) !== null;
  const cost = amountWithoutTax(pricing.carrierTotal);
  // Insurance is not the carrier's.
  const sell = (amountWithoutTax(pricing.total) ?? 0) - (amountWithoutTax(pricing.insurance) ?? 0);
  const line = (detail: ServiceDetail) => [
    ...(showsCost ? [format.money(detail.carrierTaxExclusiveAmount ?? detail.carrierAmount)] : []),
    format.money(detail.taxExclusiveAmount),
    format.money(detail.tax),
    format.money(detail.amount),
  ];
  const totals = (amount: Amount | null | undefined) => [
    format.money(amountWithoutTax(amount)),
    format.money(amount?.tax),
    format.money(amountTotal(amount)),
  ];
  return (
    <Card>
      <CardHeader
        title={t('Price')}
        {...(showsCost && cost !== null && sell
          ? {
              description: t('Margin {margin} ({share} %) before tax', {
                margin: format.money(sell - cost),
                share: format.number(((sell - cost) / sell) * 100, 1),
              }),
            }
          : {})}
      />
      <div className="overflow-x-auto">
        <table className="w-full text-[13px]" aria-label={t('Price lines')}>
          <thead className="border-b border-border text-xs text-muted-foreground">
            <tr>
              <th scope="col" className="py-1.5 text-start font-medium">
                {t('Service')}
              </th>
              {[...(showsCost ? [t('Cost')] : []), t('Before tax'), t('Tax'), t('Total')].map(
                (heading) => (
                  <th key={heading} scope="col" className="py-1.5 ps-4 text-end font-medium">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {lines.map((detail, index) => (
              <tr key={index}>
                <th scope="row" className="py-1.5 text-start font-normal">
                  {detail.serviceName || detail.serviceCode}
                  {detail.note && (
                    <span className="block text-xs text-muted-foreground">{detail.note}</span>
                  )}
                  {Boolean(detail.discountAmount) && (
                    <span className="block text-xs text-success-text">
                      {t('Discount {price}', { price: format.money(detail.discountAmount) })}
                    </span>
                  )}
                </th>
                <Cells values={line(detail)} />
              </tr>
            ))}
            {amountTotal(pricing.insurance) ? (
              <tr>
                <th scope="row" className="py-1.5 text-start font-normal">
                  {t('Insurance')}
                </th>
                <Cells values={[...(showsCost ? [''] : []), ...totals(pricing.insurance)]} />
              </tr>
            ) : null}
          </tbody>
          <tfoot className="border-t border-border">
            <tr>
              <th scope="row" className="py-1.5 text-start font-semibold">
                {t('Total')}
              </th>
              <Cells
                strong
                values={[...(showsCost ? [format.money(cost)] : []), ...totals(pricing.total)]}
              />
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  );
}
