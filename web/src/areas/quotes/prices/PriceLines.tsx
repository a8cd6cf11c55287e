// Price by line; cost needs a permission.
import { useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { PriceLine } from './rank.ts';

function Sum({
  label,
  value,
  isStrong = false,
}: {
  label: string;
  value: string;
  isStrong?: boolean;
}) {
  return (
    <tr className={isStrong ? 'font-semibold' : 'text-muted-foreground'}>
      <th scope="row" className="py-1 text-start font-normal">
        {label}
      </th>
      <td className="py-1 text-end tabular-nums">{value}</td>
    </tr>
  );
}

export function PriceLines({ line, seesCost }: { line: PriceLine; seesCost: boolean }) {
  const t = useT();
  const format = useFormat();
  const { quote } = line;
  return (
    <table className="w-full max-w-xl text-xs" aria-label={t('Price breakdown')}>
      <tbody className="divide-y divide-border">
        {quote.details.map((detail, index) => (
          <tr key={index}>
            <th scope="row" className="py-1 pe-3 text-start font-normal">
              {detail.serviceName || detail.serviceCode}
              {detail.breakDown && (
                <span className="block text-muted-foreground">{detail.breakDown}</span>
              )}
              {Boolean(detail.discountAmount) && (
                <span className="block text-success-text">
                  {t('Discount {price}', { price: format.money(detail.discountAmount) })}
                </span>
              )}
            </th>
            <td className="py-1 text-end align-top whitespace-nowrap tabular-nums">
              {format.money(detail.markedupAmount ?? detail.amount)}
            </td>
          </tr>
        ))}
        <Sum label={t('Before tax')} value={format.money(line.sell)} />
        <Sum label={t('Tax')} value={format.money(line.total - line.sell)} />
        <Sum label={t('Total')} value={format.money(line.total)} isStrong />
        {seesCost && line.cost !== null && (
          <Sum
            label={t('Carrier cost before tax')}
            value={t('{cost} · margin {margin}', {
              cost: format.money(line.cost),
              margin: format.money(line.margin),
            })}
          />
        )}
      </tbody>
    </table>
  );
}
