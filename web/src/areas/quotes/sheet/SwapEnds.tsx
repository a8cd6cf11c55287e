// Swaps sender and receiver.
import { useFormContext } from '@waybill/plugin/forms';
import { SwapButton } from '../../../kit/pickers/SwapButton.tsx';
import type { QuoteDraft } from '../model.ts';

export function SwapEnds() {
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
  return <SwapButton onSwap={swap} />;
}
