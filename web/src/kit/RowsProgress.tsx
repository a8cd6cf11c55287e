// Row progress of imports and copies.
import { useFormat } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { ProgressBar } from './ProgressBar.tsx';

export interface Progress {
  done: number;
  /** 0 if unknown. */
  total: number;
}

export function RowsProgress({
  label,
  progress: { done, total },
}: {
  label: string;
  progress: Progress;
}) {
  const t = useT();
  const format = useFormat();
  const share = total > 0 ? done / total : null;
  return (
    <ProgressBar
      label={label}
      share={share}
      text={
        share === null
          ? t('Starting…')
          : t('{done} of {total} rows', { done: format.number(done), total: format.number(total) })
      }
      aside={share !== null && t('{number}%', { number: format.number(Math.floor(share * 100)) })}
    />
  );
}
