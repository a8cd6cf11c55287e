// Full rate of the selected lane.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { Badge, Button, Card, DefinitionList, useFormat, WarningNote } from '@waybill/plugin';
import { useDebounced } from '../../../lib/debounce.ts';
import { useT } from '../../../lib/i18n.ts';
import { daysText } from '../CardState.tsx';
import { methods, units, type Rate, type RateCard } from '../model.ts';
import { fetchRate, ofCardKey } from '../queries.ts';
import { RateDialog } from '../RateDialog.tsx';
import { draftOf } from '../rate-draft.ts';
import { edited, keyOf, type Matrix, type Zone } from './matrix.ts';
import { laneText, type LaneEdits } from './use-lane-edits.ts';

/** Moving through cells doesn't load rates. */
const PAUSE = 250;

export interface LanePanelProps {
  card: RateCard;
  serviceId: number;
  matrix: Matrix;
  lane: { from: Zone; to: Zone };
  edits: LaneEdits;
  mayEdit: boolean;
  /** True while edited in a dialog. */
  opened: boolean;
  onOpen: (open: boolean) => void;
}

export function LanePanel({
  card,
  serviceId,
  matrix,
  lane: { from, to },
  edits,
  mayEdit,
  opened,
  onOpen,
}: LanePanelProps) {
  const t = useT();
  const key = keyOf(from.code, to.code);
  const stored = matrix.rate(from.code, to.code);
  const edit = edits.edits.get(key);
  const shown = edited(matrix, stored, edit);
  const back = stored ? null : matrix.rate(to.code, from.code);
  const settled = useDebounced(stored?.id ?? 0, PAUSE);
  const wholeCard = useQuery({
    queryKey: [...ofCardKey(card.id), 'rates', 'one', settled],
    queryFn: () => fetchRate(card.id, serviceId, settled),
    enabled: settled > 0,
  });
  const rate = stored && wholeCard.data?.id === stored.id ? wholeCard.data : null;
  const [shownRate, setSeen] = useState<Rate | null>(null);
  const problem = edits.refused.get(key);
  const open = () => {
    setSeen(rate);
    onOpen(true);
  };
  return (
    <Card className="grid content-start gap-3 self-start" aria-label={t('Lane rate')}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-sm font-semibold">
          <bdi dir="ltr">{laneText(key)}</bdi>
        </h2>
        {edit && (
          <Badge tone="warning">
            {edit.kind === 'delete'
              ? t('To be deleted')
              : edit.kind === 'new'
                ? t('New, not saved')
                : t('Not saved')}
          </Badge>
        )}
        {shown?.reciprocal && <Badge tone="info">{t('Both directions')}</Badge>}
      </div>
      <p className="text-[13px] text-muted-foreground">
        {from.name} → {to.name}
      </p>
      {problem && <p className="text-[13px] font-medium text-destructive-text">{problem}</p>}
      {edit && !edits.isSaving && edits.isStale(key) && (
        <WarningNote>
          <p>
            {stored
              ? t('Another user has changed this rate since you edited it.')
              : t('Another user has deleted this rate since you edited it.')}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={() => edits.keep(key)}>
              {t('Keep my changes')}
            </Button>
            <Button size="sm" variant="outline" onClick={() => edits.drop(key)}>
              {t('Use theirs')}
            </Button>
          </div>
        </WarningNote>
      )}
      {shown ? (
        <Prices card={card} matrix={matrix} rate={shown} />
      ) : (
        <p className="text-[13px]">
          {edit
            ? t('The rate is deleted when you save.')
            : back?.reciprocal
              ? t('No rate for this direction. The rate {lane} applies here, too.', {
                  lane: `${to.code} → ${from.code}`,
                })
              : t('No rate on this day.')}
        </p>
      )}
      {rate && !edit && <Terms card={card} rate={rate} />}
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          {edit ? (
            <Button size="sm" variant="outline" onClick={() => edits.drop(key)}>
              {t('Undo in this lane')}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="outline"
              disabled={stored !== null && rate === null}
              onClick={open}
            >
              {stored ? <Pencil aria-hidden /> : <Plus aria-hidden />}{' '}
              {stored ? t('Edit rate') : t('New rate')}
            </Button>
          )}
        </div>
      )}
      {opened && !edit && (stored === null || rate !== null) && (
        <RateDialog
          card={card}
          rate={stored ? (shownRate ?? rate) : null}
          begin={{
            ...draftOf(null),
            rateServiceId: String(serviceId),
            fromZone: from.code,
            toZone: to.code,
            calculationMethod: matrix.method,
          }}
          onSaved={() => undefined}
          onClose={() => {
            setSeen(null);
            onOpen(false);
          }}
        />
      )}
    </Card>
  );
}

function Prices({
  card,
  matrix,
  rate: { minimum, lines, accumulative },
}: {
  card: RateCard;
  matrix: Matrix;
  rate: { minimum: number; lines: readonly Rate['rateDetails'][number][]; accumulative: boolean };
}) {
  const t = useT();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, card.currency);
  const unit = units[matrix.method] ? t(units[matrix.method]) : '';
  // Prices per unit may have more decimals than money.
  const price = (value: number) =>
    Math.round(value * 100) / 100 === value ? money(value) : format.number(value, 4);
  return (
    <>
      <DefinitionList
        items={[
          {
            label: t('Charged'),
            value: accumulative
              ? `${t(methods[matrix.method])}, ${t('Cumulative breaks')}`
              : t(methods[matrix.method]),
          },
          { label: t('Minimum charge'), value: money(minimum) },
        ]}
      />
      <table className="w-full text-[13px]" aria-label={t('Breaks')}>
        <tbody className="[&_td]:border-t [&_td]:border-border [&_td]:py-1">
          {lines.map(({ rateType, break: upTo, basic, value }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line is known by its place
            <tr key={at}>
              <td>
                {rateType === 'Basic'
                  ? t('Basic charge')
                  : upTo === null
                    ? t('no limit')
                    : t('up to {limit}', {
                        limit: [format.number(upTo, 4), unit].filter(Boolean).join(' '),
                      })}
              </td>
              <td className="text-end tabular-nums">
                {rateType === 'Basic'
                  ? money(basic + value)
                  : [basic > 0 ? money(basic) : null, price(value)]
                      .filter((part) => part !== null)
                      .join(' + ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Terms({ card, rate }: { card: RateCard; rate: Rate }) {
  const t = useT();
  const { language } = useFormat();
  const days = daysText(rate, t, language);
  const items = [
    rate.cubicAllowance === null
      ? null
      : { label: t('Cubic allowance'), value: `${rate.cubicAllowance} kg/m³` },
    rate.transitTime === null
      ? null
      : {
          label: t('Transit time'),
          value: t('{count} business days', { count: rate.transitTime }, '{count} business day'),
        },
    rate.cutOffTime === null ? null : { label: t('Cut-off time'), value: rate.cutOffTime },
    days ? { label: t('Days'), value: days } : null,
  ].filter((item) => item !== null);
  if (items.length === 0)
    return (
      <p className="text-[13px] text-muted-foreground">
        {t('If empty, the terms of the card apply ({number} kg/m³).', {
          number: card.terms.cubicAllowance,
        })}
      </p>
    );
  return <DefinitionList items={items} />;
}
