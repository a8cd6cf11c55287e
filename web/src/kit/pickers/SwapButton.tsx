// Swaps both ends of a consignment.
import { ArrowLeftRight } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';

export function SwapButton({ onSwap }: { onSwap: () => void }) {
  const t = useT();
  return (
    <Button
      variant="ghost"
      size="icon"
      className="size-7"
      title={t('Swap from and to')}
      aria-label={t('Swap from and to')}
      onClick={onSwap}
    >
      <ArrowLeftRight aria-hidden />
    </Button>
  );
}
