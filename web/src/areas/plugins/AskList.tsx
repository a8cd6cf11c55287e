// Requested permissions; new ones are marked.
import { Badge } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { askText, type Ask } from './model.ts';

export function AskList({
  asks,
  marked = new Set(),
}: {
  asks: Ask[];
  marked?: ReadonlySet<string>;
}) {
  const t = useT();
  if (asks.length === 0)
    return <p className="text-[13px] text-muted-foreground">{t('No special permissions.')}</p>;
  return (
    <ul className="grid list-disc gap-1 ps-5 text-[13px]">
      {asks.map((ask) => (
        <li key={ask.code} className="break-words">
          {askText(ask, t)} {marked.has(ask.code) && <Badge tone="warning">{t('New')}</Badge>}
        </li>
      ))}
    </ul>
  );
}
