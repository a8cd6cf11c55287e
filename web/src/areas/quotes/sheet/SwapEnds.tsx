// Swaps sender and receiver.
import { ArrowLeftRight } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { useFormContext } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';

export function SwapEnds() {
  const t = useT();
  const { getValues, setValue, formState } = useFormContext<QuoteDraft>();
  const swap = () => {
    const { from, to, sender, receiver, specialInstructions, deliveryInstructions } = getValues();
    const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue('from', to, set);
    setValue('to', from, set);
    setValue('sender', receiver, set);
    setValue('receiver', sender, set);
    setValue('specialInstructions', deliveryInstructions, set);
    setValue('deliveryInstructions', specialInstructions, set);
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      className="size-7"
      title={t('Swap from and to')}
      aria-label={t('Swap from and to')}
      onClick={swap}
    >
      <ArrowLeftRight aria-hidden />
    </Button>
  );
}
