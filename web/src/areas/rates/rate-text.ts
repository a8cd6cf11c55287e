// Breaks in one line: "$9.90 · up to 50 kg $0.55 · above $0.50".
import type { Translate } from '../../lib/i18n.ts';
import { units, type Rate } from './model.ts';

export function linesText(
  { rateDetails, calculationMethod }: Rate,
  t: Translate,
  money: (amount: number) => string,
  number: (value: number, digits: number) => string,
): string {
  const unit = units[calculationMethod] ? t(units[calculationMethod]) : '';
  const several = rateDetails.filter(({ rateType }) => rateType !== 'Basic').length > 1;
  return rateDetails
    .map(({ rateType, break: upTo, basic, value }) => {
      if (rateType === 'Basic') return t('{price} once', { price: money(basic + value) });
      const each = money(value);
      const price = basic > 0 ? `${money(basic)} + ${each}` : each;
      if (upTo !== null)
        return t('up to {limit}: {price}', {
          limit: [number(upTo, 4), unit].filter(Boolean).join(' '),
          price,
        });
      return several ? t('above: {price}', { price }) : price;
    })
    .join(' · ');
}
