// Money difference: "+$5.00 (+14.3%)".
import { useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Difference } from './results.ts';

export function useDifferenceText() {
  const t = useT();
  const { money, number } = useFormat();
  return ({ amount, share }: Difference, currency: string, signed: boolean): string => {
    const sign = (value: number) => (signed && value > 0 ? '+' : '');
    const text = `${sign(amount)}${money(amount, currency)}`;
    return share === null
      ? text
      : `${text} (${t('{number}%', { number: `${sign(share)}${number(share * 100, 1)}` })})`;
  };
}
