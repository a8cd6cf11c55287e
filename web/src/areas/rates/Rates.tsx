// Rate card tab: rates.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { BadgeDollarSign } from 'lucide-react';
import { Button, translateMessage, useFormat, WarningNote } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { usePermissions } from '../../api/session.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import { NOTHING } from '../../kit/list/Cells.tsx';
import type { FilterOption } from '../../kit/list/declare.ts';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { daysText } from './CardState.tsx';
import { rateImport } from './imports.ts';
import { RATE_TABLE } from './tables.ts';
import { choices, methods, type Rate, type RateCard } from './model.ts';
import { deleteRate, fetchRates, fetchZones, ofCardKey, servicesQuery } from './queries.ts';
import { RateDialog } from './RateDialog.tsx';
import { linesText } from './rate-text.ts';

type Listed = Rate & { name: string };
interface Warned {
  name: string;
  warnings: readonly Schema<'FieldMessage'>[];
}

const laneText = ({ fromZone, toZone, reciprocal }: Rate) =>
  `${fromZone} ${reciprocal ? '↔' : '→'} ${toZone}`;

/** Zones by their codes. */
const zoneReference = (cardId: number) => ({
  search: async (text: string, signal: AbortSignal): Promise<FilterOption[]> => {
    const word = `'${text.trim().toLowerCase().replaceAll("'", "''")}'`;
    const page = await fetchZones(
      {
        rateCardId: cardId,
        filter: `contains(tolower(code),${word}) or contains(tolower(name),${word})`,
        sorting: 'code',
        maxResultCount: 20,
        skipCount: 0,
      },
      signal,
    );
    return page.items.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
  },
  find: (code: string): Promise<FilterOption> => Promise.resolve({ value: code, label: code }),
  pattern: /\S/,
});

export default function Rates({ card }: { card: RateCard }) {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const mayEdit = has('Pages.Rates.Edit');
  const [warned, setWarned] = useState<Warned | null>(null);
  const { data: services = [] } = useQuery(servicesQuery(card.id));
  const serviceCode = (id: number) => services.find((service) => service.id === id)?.code ?? '';
  const lines = (rate: Rate) =>
    linesText(rate, t, (amount) => format.money(amount, card.currency), format.number);
  const list = useList<Listed>({
    id: 'rates.rates',
    key: [...ofCardKey(card.id), 'rates'],
    fetch: async (query, signal) => {
      const page = await fetchRates({ ...query, rateCardId: card.id }, signal);
      return { ...page, items: page.items.map((rate) => ({ ...rate, name: laneText(rate) })) };
    },
    rowKey: (one) => one.id,
    name: (one) => one.name,
    columns: [
      {
        id: 'lane',
        header: t('Lane'),
        cell: (one) => <bdi dir="ltr">{one.name}</bdi>,
        csv: (one) => one.name,
        sort: 'fromZone',
        fixed: true,
      },
      {
        id: 'service',
        header: t('Service'),
        cell: (one) => serviceCode(one.rateServiceId),
        csv: (one) => serviceCode(one.rateServiceId),
        sort: 'rateServiceId',
        narrow: 'line',
      },
      {
        id: 'method',
        header: t('Charged'),
        cell: (one) => t(methods[one.calculationMethod]),
        csv: (one) => t(methods[one.calculationMethod]),
        sort: 'calculationMethod',
        narrow: 'line',
      },
      { id: 'lines', header: t('Breaks'), cell: lines, csv: lines, narrow: 'line', wrap: true },
      {
        id: 'days',
        header: t('Days'),
        cell: (one) => daysText(one, t, format.language) || NOTHING,
        csv: (one) => daysText(one, t, format.language),
        sort: 'effectiveDate',
        narrow: 'line',
      },
      {
        id: 'minimum',
        header: t('Minimum'),
        cell: (one) => (one.minimum ? format.money(one.minimum, card.currency) : NOTHING),
        csv: (one) => one.minimum,
        sort: 'minimum',
        numeric: true,
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'service',
        label: t('Service'),
        pinned: true,
        single: true,
        open: true,
        options: services.map(({ id, code, name }) => ({
          value: String(id),
          label: `${code} ${name}`,
        })),
        query: (value) => ({ rateServiceId: Number(value) }),
      },
      {
        kind: 'reference',
        id: 'from',
        label: t('From zone'),
        pinned: true,
        query: (value) => ({ fromZone: value }),
        ...zoneReference(card.id),
      },
      {
        kind: 'reference',
        id: 'to',
        label: t('To zone'),
        pinned: true,
        query: (value) => ({ toZone: value }),
        ...zoneReference(card.id),
      },
      {
        kind: 'choice',
        id: 'method',
        label: t('Charged'),
        pinned: true,
        single: true,
        options: choices(methods).map(([value, text]) => ({ value, label: t(text) })),
        query: (value) => ({ calculationMethod: value }),
      },
    ],
    sort: 'fromZone',
    sorting: (field, direction) =>
      field === 'fromZone'
        ? `fromZone ${direction}, toZone ${direction}, id`
        : `${field} ${direction}, id`,
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      className="max-w-none"
      title={t('Rates')}
      description={t('Prices of each service from zone to zone.')}
      mayEdit={mayEdit}
      add={t('New rate')}
      note={warned && <Warnings {...warned} onClose={() => setWarned(null)} />}
      texts={{
        failed: t('The rates could not be loaded'),
        filter: t('Filter rates'),
        empty: {
          icon: <BadgeDollarSign />,
          title: t('No rates yet'),
          description: t('Add a service and zones first, then the rates between them.'),
        },
        none: { title: t('No matching rates'), clear: t('Show all') },
      }}
      remove={deleteRate}
      afterwards={t('It is no longer used for prices. This cannot be undone.')}
      stale={ofCardKey(card.id)}
      table={{
        mayImport: has('Pages.Rates.Import'),
        title: t('Import rates'),
        description: t(
          'A CSV file or Excel workbook with a line for each break, as in an export, or with a ' +
            'line for each lane. A rate of the same service, lane and days is replaced.',
        ),
        columns: RATE_TABLE,
        source: rateImport('rates', card.id),
        path: '/api/rates/rate/export-rate',
        query: { rateCardId: card.id },
      }}
    >
      {(one, close) => (
        <RateDialog
          card={card}
          rate={one}
          onClose={close}
          onSaved={(rate, warnings) =>
            setWarned(warnings.length > 0 ? { name: laneText(rate), warnings } : null)
          }
        />
      )}
    </Belongings>
  );
}

function Warnings({ name, warnings, onClose }: Warned & { onClose: () => void }) {
  const t = useT();
  return (
    <WarningNote>
      <p className="font-medium">{t('{name} was saved. Please check:', { name })}</p>
      <ul className="mt-1 grid gap-0.5">
        {warnings.map((warning) => {
          const line = Number(/\[(\d+)\]/.exec(warning.members[0] ?? '')?.[1] ?? 0) + 1;
          return (
            <li key={warning.members[0] ?? warning.message}>
              {t('Line {number}: {problem}', { number: line, problem: translateMessage(warning) })}
            </li>
          );
        })}
      </ul>
      <Button size="sm" variant="ghost" className="mt-1" onClick={onClose}>
        {t('Dismiss')}
      </Button>
    </WarningNote>
  );
}
