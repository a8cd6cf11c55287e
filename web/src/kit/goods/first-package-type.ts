// The package type that a first, empty line of goods begins with.
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { packageTypesQuery } from '../../lib/package-types.ts';
import type { ItemLinesDraft } from './ItemLines.tsx';
import { isBlank } from './items.ts';

/** Defaults to the last type, else cartons. */
export function useFirstPackageType<Draft extends ItemLinesDraft>(
  form: UseFormReturn<Draft>,
  remembered: string,
): void {
  const { data } = useQuery(packageTypesQuery);
  // Every draft has the items; the library's types are not generic in them.
  const lines = form as unknown as UseFormReturn<ItemLinesDraft>;
  const blank = lines.watch('items.0');
  const isOpen = blank !== undefined && blank.packageType === '' && isBlank(blank);
  useEffect(() => {
    if (!data?.length || !isOpen) return;
    const usual =
      data.find((type) => type.name === remembered) ??
      data.find((type) => /carton/i.test(type.name)) ??
      data[0];
    if (usual) lines.resetField('items.0.packageType', { defaultValue: usual.name });
  }, [data, lines, remembered, isOpen]);
}
