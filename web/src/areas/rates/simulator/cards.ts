// Cards to compare, or a default.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import { cardState, dayIn } from '../CardState.tsx';
import type { RateCardLine } from '../model.ts';
import { cardsKey, fetchCards } from '../queries.ts';
import { cardsIn, MAX_CARDS, type SimulatorSearch } from './search.ts';

/** Cards in force searched. */
const MAX_READ = 1000;

export type CardPick = Pick<RateCardLine, 'id' | 'code' | 'version' | 'name' | 'kind'>;

/** Cards in force, newest versions only. */
export function inForce(lines: readonly RateCardLine[], today: string): RateCardLine[] {
  const newest = new Map<string, RateCardLine>();
  for (const line of lines) {
    const before = newest.get(line.code);
    if (cardState(line, today).tone === 'success' && (!before || before.version < line.version))
      newest.set(line.code, line);
  }
  return [...newest.values()];
}

/** Preceded by its previous version. */
export function withVersionBefore(lines: readonly RateCardLine[], id: number): RateCardLine[] {
  const card = lines.find((line) => line.id === id);
  if (!card) return [];
  const before = lines
    .filter(({ code, version }) => code === card.code && version < card.version)
    .toSorted((a, b) => b.version - a.version)[0];
  return before ? [before, card] : [card];
}

const chosenQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...cardsKey, 'chosen', ...ids],
    queryFn: async ({ signal }): Promise<CardPick[]> => {
      const { items } = await fetchCards(
        {
          filter: `id in (${ids.join(',')})`,
          sorting: 'id',
          maxResultCount: MAX_CARDS,
          skipCount: 0,
        },
        signal,
      );
      return ids.flatMap((id) => items.find((line) => line.id === id) ?? []);
    },
  });

const usualQuery = (cardId: number | null, today: string) =>
  queryOptions({
    queryKey: [...cardsKey, 'usual', cardId, today],
    queryFn: async ({ signal }): Promise<CardPick[]> => {
      const page = (filter: string) =>
        fetchCards(
          { filter, sorting: 'code, version desc', maxResultCount: MAX_READ, skipCount: 0 },
          signal,
        );
      if (cardId === null)
        return inForce((await page("isActive eq true and kind eq 'Sale'")).items, today);
      const [card] = (await page(`id eq ${cardId}`)).items;
      return card
        ? withVersionBefore(
            (await page(`code eq '${card.code.replaceAll("'", "''")}'`)).items,
            card.id,
          )
        : [];
    },
  });

/** `left`: cards in force beyond the maximum compared. */
export function useCards(search: Pick<SimulatorSearch, 'card' | 'cards'>) {
  const { timezone } = useFormat();
  const ids = cardsIn(search.cards);
  const chosen = useQuery({
    ...chosenQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const usual = useQuery({
    ...usualQuery(search.card ?? null, dayIn(timezone)),
    enabled: ids.length === 0,
  });
  const { data, isLoadingError, error, refetch } = ids.length > 0 ? chosen : usual;
  return {
    cards: data?.slice(0, MAX_CARDS),
    left: Math.max(0, (data?.length ?? 0) - MAX_CARDS),
    error: isLoadingError ? error : null,
    retry: () => void refetch(),
  };
}

/** Finds cards by code or name. */
export async function searchCards(text: string, signal: AbortSignal): Promise<RateCardLine[]> {
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
