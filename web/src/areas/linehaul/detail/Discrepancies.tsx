// Short and over of a line haul, by article.
import { Badge, Card, CardHeader, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { LineHaulDetails } from '../model.ts';

const MAX_SHOWN = 60;

function Numbers({ label, numbers }: { label: string; numbers: readonly string[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <section aria-label={label} className="grid content-start gap-1.5">
      <h3 className="flex items-center gap-2 text-[13px] font-medium">
        {label}
        <Badge tone={numbers.length > 0 ? 'danger' : 'neutral'}>
          {format.number(numbers.length, 0)}
        </Badge>
      </h3>
      {numbers.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">{t('None')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {numbers.slice(0, MAX_SHOWN).map((number) => (
            <li key={number}>
              <bdi
                dir="ltr"
                className="block rounded border border-border px-1.5 text-xs leading-5 tabular-nums"
              >
                {number}
              </bdi>
            </li>
          ))}
          {numbers.length > MAX_SHOWN && (
            <li className="text-xs leading-5 text-muted-foreground">
              {t('{count} more', { count: numbers.length - MAX_SHOWN })}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

export function Discrepancies({ lineHaul }: { lineHaul: LineHaulDetails }) {
  const t = useT();
  const { unloading, childjobs, status } = lineHaul;
  const isFinal = status === 'Completed';
  // Articles on board become short on completion.
  const onBoard = childjobs.flatMap(({ articles }) =>
    articles.flatMap(({ state, articlenumber }) => (state === 'Loaded' ? [articlenumber] : [])),
  );
  return (
    <Card aria-label={t('Short and over')}>
      <CardHeader
        title={t('Short and over')}
        description={t('{unloaded} of {loaded} unloaded', {
          unloaded: unloading.unloaded,
          loaded: unloading.loaded,
        })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Numbers
          label={isFinal ? t('Short') : t('Still on board')}
          numbers={isFinal ? unloading.short : onBoard}
        />
        <Numbers label={t('Over')} numbers={unloading.over} />
      </div>
    </Card>
  );
}
