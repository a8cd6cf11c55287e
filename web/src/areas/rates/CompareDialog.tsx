// Compares two rate cards or versions.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Badge,
  Button,
  Combobox,
  Dialog,
  EmptyState,
  ErrorNote,
  Field,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  type Tone,
} from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import { daysText } from './CardState.tsx';
import {
  cardName,
  methods,
  type Comparison,
  type Rate,
  type RateCard,
  type RateCardLine,
} from './model.ts';
import { comparisonQuery, fetchCards, versionsQuery } from './queries.ts';
import { linesText } from './rate-text.ts';

/** Rows shown; counts include all. */
const MAX_SHOWN = 200;

type Other = Pick<RateCardLine, 'id' | 'code' | 'version' | 'name'>;

async function searchCards(text: string, signal: AbortSignal): Promise<Other[]> {
  const word = `'${text.trim().toLowerCase().replaceAll("'", "''")}'`;
  return (
    await fetchCards(
      {
        filter: `contains(tolower(code),${word}) or contains(tolower(name),${word})`,
        sorting: 'code, version desc',
        maxResultCount: 20,
        skipCount: 0,
      },
      signal,
    )
  ).items;
}

export default function CompareDialog({ card, onClose }: { card: RateCard; onClose: () => void }) {
  const t = useT();
  const versions = useQuery(versionsQuery(card.code));
  const [chosen, setChosen] = useState<Other | null>(null);
  // The previous version; for the first, the next.
  const others = (versions.data ?? []).filter(({ id }) => id !== card.id);
  const other =
    chosen ?? others.find(({ version }) => version < card.version) ?? others.at(-1) ?? null;
  // The older version is on the left.
  const isBefore = other !== null && !(other.code === card.code && other.version > card.version);
  const [before, after] = isBefore ? [other, card] : [card, other];
  const comparison = useQuery({
    ...comparisonQuery(before.id, after?.id ?? 0),
    enabled: other !== null,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title={t('Compare {name}', { name: cardName(card) })}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('Compare with')}>
          <Combobox
            value={other}
            onChange={setChosen}
            search={searchCards}
            minLength={1}
            getKey={({ id }) => id}
            getLabel={(one) => `${cardName(one)} ${one.name}`}
            placeholder={t('Code or name of a rate card')}
            className="max-w-md"
          />
        </Field>
        {other === null && !versions.isPending && (
          <EmptyState
            title={t('There is no other version')}
            description={t('Choose the rate card to compare with.')}
            className="py-8"
          />
        )}
        {comparison.isError && (
          <ErrorNote
            title={t('The rate cards could not be compared')}
            error={comparison.error}
            onRetry={() => void comparison.refetch()}
          />
        )}
        {(comparison.isLoading || versions.isPending) && <Skeleton className="h-40" />}
        {comparison.data && after && (
          <Differences
            comparison={comparison.data}
            before={before}
            after={after}
            currency={card.currency}
          />
        )}
      </div>
    </Dialog>
  );
}

function Differences({
  comparison,
  before,
  after,
  currency,
}: {
  comparison: Comparison;
  before: Other;
  after: Other;
  currency: string;
}) {
  const t = useT();
  const format = useFormat();
  const { totals, differences } = comparison;
  const number = (value: number) => format.number(value);
  const named: [string, readonly string[]][] = [
    [t('New services'), comparison.servicesAdded],
    [t('Removed services'), comparison.servicesRemoved],
    [t('New zones'), comparison.zonesAdded],
    [t('Removed zones'), comparison.zonesRemoved],
  ];
  return (
    <>
      <p className="text-sm">
        {t('From {before} ({number} rates) to {after} ({count} rates):', {
          before: cardName(before),
          number: number(totals.before),
          after: cardName(after),
          count: totals.after,
        })}{' '}
        <strong>
          {t('{added} added, {removed} removed, {changed} changed', {
            added: number(totals.added),
            removed: number(totals.removed),
            changed: number(totals.changed),
          })}
        </strong>
      </p>
      {named
        .filter(([, codes]) => codes.length > 0)
        .map(([label, codes]) => (
          <p key={label} className="text-sm">
            <span className="text-muted-foreground">{label}: </span>
            <bdi dir="ltr">{codes.join(', ')}</bdi>
          </p>
        ))}
      {differences.length === 0 ? (
        <EmptyState title={t('All rates are the same')} className="py-8" />
      ) : (
        <Table label={t('Rates that differ')}>
          <THead>
            <tr>
              <Th>{t('Lane')}</Th>
              <Th>{t('Service')}</Th>
              <Th>{cardName(before)}</Th>
              <Th>{cardName(after)}</Th>
            </tr>
          </THead>
          <TBody>
            {differences.slice(0, MAX_SHOWN).map((one) => (
              <Tr key={`${one.before?.id ?? ''}/${one.after?.id ?? ''}`}>
                <Td className="align-top whitespace-nowrap">
                  <bdi dir="ltr">
                    {one.fromZone} → {one.toZone}
                  </bdi>
                  <Kind before={one.before} after={one.after} />
                  <span className="block text-xs whitespace-normal text-muted-foreground">
                    {daysText(one, t, format.language)}
                  </span>
                </Td>
                <Td className="align-top">
                  {one.service}
                  <span className="block text-xs text-muted-foreground">
                    {t(methods[one.calculationMethod])}
                  </span>
                </Td>
                <Td className="align-top">
                  <Facts rate={one.before} other={one.after} currency={currency} />
                </Td>
                <Td className="align-top">
                  <Facts rate={one.after} other={one.before} currency={currency} />
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
      {totals.added + totals.removed + totals.changed > Math.min(MAX_SHOWN, differences.length) && (
        <p className="text-[13px] text-muted-foreground">
          {t('The first {number} differences are shown.', {
            number: number(Math.min(MAX_SHOWN, differences.length)),
          })}
        </p>
      )}
    </>
  );
}

function Kind({ before, after }: { before: Rate | null; after: Rate | null }) {
  const t = useT();
  const [text, tone]: [string, Tone] =
    before === null
      ? [msg('Added'), 'success']
      : after === null
        ? [msg('Removed'), 'danger']
        : [msg('Changed'), 'info'];
  return (
    <Badge tone={tone} className="ms-2">
      {t(text)}
    </Badge>
  );
}

/** All values, or only differences. */
function Facts({
  rate,
  other,
  currency,
}: {
  rate: Rate | null;
  other: Rate | null;
  currency: string;
}) {
  const t = useT();
  const format = useFormat();
  if (rate === null) return '–';
  const factsOf = (one: Rate): [string, string][] => {
    const yesNo = (is: boolean) => (is ? t('Yes') : t('No'));
    return [
      [t('Breaks'), linesText(one, t, (amount) => format.money(amount, currency), format.number)],
      [t('Minimum'), format.money(one.minimum, currency)],
      [t('Both directions'), yesNo(one.reciprocal)],
      [t('Cumulative breaks'), yesNo(one.accumulative)],
      [
        t('Cubic allowance'),
        one.cubicAllowance === null
          ? t('as on the rate card')
          : `${format.number(one.cubicAllowance, 4)} kg/m³`,
      ],
      [t('Cut-off time'), one.cutOffTime ?? '–'],
      [
        t('Transit time'),
        one.transitTime === null
          ? '–'
          : t('{count} business days', { count: one.transitTime }, '{count} business day'),
      ],
    ];
  };
  const otherFacts = other && new Map(factsOf(other));
  const facts = factsOf(rate).filter(([name, text], at) =>
    otherFacts ? otherFacts.get(name) !== text : at < 2,
  );
  return (
    <ul className="grid gap-0.5 text-[13px]">
      {facts.map(([name, text]) => (
        <li key={name}>
          <span className="text-muted-foreground">{name}: </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
