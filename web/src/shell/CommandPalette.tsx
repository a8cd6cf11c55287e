// Results of the search dialog: last seen, actions, pages, settings, records.
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { History, Keyboard } from 'lucide-react';
import { cn, ErrorNote } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { failure as toastFailure } from '../kit/mutate.ts';
import { useDebounced } from '../lib/debounce.ts';
import { target } from '../lib/href.ts';
import { KEYS, keysAt, pressKey, shownKeys } from '../kit/keys.ts';
import { useT } from '../lib/i18n.ts';
import { commandsFor, matching, type PaletteCommand } from './commands.ts';
import { useHint } from './hints.ts';
import { isDark, setPreferences, usePreferences } from './preferences.ts';
import { recents } from './recents.ts';
import {
  exactFirst,
  GROUP_TITLES,
  MINIMUM_LENGTH,
  resultHref,
  toGroups,
} from './search-results.ts';
import { mayOpen } from './settings.ts';
import { tour } from './tour-state.ts';
import { useViewer } from './viewer.ts';

/** Milliseconds from the last key to the search. */
const SEARCH_PAUSE = 500;
const MAX_SHOWN = 6;
const RECENTS_SHOWN = 5;

interface Entry {
  id: string;
  title: string;
  icon?: ReactNode;
  hint?: ReactNode;
  run: () => void;
}

interface Group {
  heading: string;
  entries: Entry[];
}

/** Debounced search results. */
function useFound(text: string) {
  const query = useDebounced(text.trim(), SEARCH_PAUSE);
  const { customerId } = useSession();
  const results = useQuery({
    queryKey: ['search', query, customerId],
    enabled: query.length > MINIMUM_LENGTH,
    queryFn: async ({ signal }) =>
      exactFirst(toGroups(await api.post('/api/search', { query, customerId }, { signal })), query),
  });
  const settled = text.trim() === query;
  const isSearchable = text.trim().length > MINIMUM_LENGTH;
  return {
    groups: isSearchable && settled ? (results.data ?? []) : [],
    isSearchable,
    searching: !settled || results.isFetching,
    failure: results.isLoadingError && isSearchable ? results.error : null,
    retry: () => void results.refetch(),
  };
}

/** Settings sections that the user may open, as commands. */
function useSections(): PaletteCommand[] {
  const t = useT();
  const viewer = useViewer();
  const { isDriver, isPlatformAdmin } = useSession();
  const load = useRouter().routesByPath['/settings/$'].options.staticData?.sections;
  const { data = [] } = useQuery({
    queryKey: ['shell', 'sections'],
    queryFn: () => load?.() ?? [],
    staleTime: Infinity,
  });
  return data
    .filter((section) => mayOpen(section, { ...viewer, isDriver, isPlatformAdmin }))
    .map(({ path, title, description, keywords, icon }) => ({
      id: `set ${path}`,
      text: t(title),
      also: [t('Settings'), t(description), keywords && t(keywords)].join(' '),
      icon,
      to: `/settings/${path}`,
      of: t('Settings'),
    }));
}

/** The entry that Enter runs: the first, or the one reached by arrows or pointer. */
function useActive(
  text: string,
  entries: readonly Entry[],
  isEntered: boolean,
  onActive: (id: string | undefined) => void,
) {
  const base = useId();
  const [chosen, setChosen] = useState<{ text: string; id: string } | null>(null);
  const found = entries.findIndex(({ id }) => chosen?.text === text && chosen.id === id);
  const place = Math.max(0, found);
  const active = entries[place];
  const choose = (id: string | undefined) => id !== undefined && setChosen({ text, id });
  const isByKey = useRef(false);
  const element = active && `${base}${active.id}`;
  useEffect(() => {
    onActive(element);
    if (element && isByKey.current)
      document.getElementById(element)?.scrollIntoView({ block: 'nearest' });
  }, [element, onActive]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || event.isComposing) return;
    event.preventDefault();
    isByKey.current = true;
    choose(entries[(place + step + entries.length) % entries.length]?.id);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, []);
  const run = useEffectEvent(() => active?.run());
  useEffect(() => {
    if (isEntered && element) run();
  }, [isEntered, element]);
  return {
    active,
    idOf: ({ id }: Entry) => `${base}${id}`,
    point: (entry: Entry) => {
      isByKey.current = false;
      if (entry.id !== active?.id) choose(entry.id);
    },
  };
}

export interface PaletteProps {
  text: string;
  /** Enter was pressed after the last change of the text. */
  isEntered: boolean;
  onActive: (element: string | undefined) => void;
  /** The element that had the focus: its keys are actions, too. */
  opener: Element;
  onClose: () => void;
}

export default function CommandPalette({
  text,
  isEntered,
  onActive,
  opener,
  onClose,
}: PaletteProps) {
  const t = useT();
  const { groups: found, isSearchable, searching, failure, retry } = useFound(text);
  const user = String(useSession().data?.user.id ?? '');
  const { sidebar } = usePreferences();
  const setUp = useHint('set-up');
  const navigate = useNavigate();
  const viewer = useViewer();
  const sections = useSections();
  const here = useRouterState({ select: (state) => state.location.pathname });
  const dark = isDark();
  const all = commandsFor(viewer, dark, t);
  const typed = text.trim() !== '';
  const commands = typed
    ? matching([...all, ...sections], text).slice(0, MAX_SHOWN)
    : all.filter(({ id }) => id.startsWith('do '));
  const recentLinks = recents(user).filter(({ href }) => href.split('?')[0] !== here);
  const last = typed
    ? matching(
        recentLinks.map((one) => ({ ...one, text: one.title })),
        text,
      ).slice(0, 2)
    : recentLinks.slice(0, RECENTS_SHOWN);
  const open = (href: string) => {
    onClose();
    void navigate(target(href));
  };
  const run = (command: PaletteCommand) => {
    if (command.does === 'set-up')
      void setUp.hide(false).catch(toastFailure(t('The change could not be saved')));
    if (command.to) return open(command.to);
    onClose();
    if (command.does === 'theme') setPreferences({ theme: dark ? 'light' : 'dark' });
    if (command.does === 'sidebar') setPreferences({ sidebar: !sidebar });
    if (command.does === 'keys') pressKey(KEYS.help.key);
    if (command.does === 'tour') tour.ask(true);
  };
  const [hereKeys] = useState(() => {
    const isOnRow = opener.closest('[data-row-index]') !== null;
    return keysAt(opener).filter(
      ({ group }) => group === 'page' || (group === 'record' && isOnRow),
    );
  });
  const actions = hereKeys
    .map(({ key, text: name }) => ({ key, text: t(name) }))
    .filter(({ text: name }) => all.every((command) => command.text !== name));
  const groups: Group[] = [
    {
      heading: t('Last seen'),
      entries: last.map(({ href, title }) => ({
        id: `seen ${href}`,
        title,
        icon: <History aria-hidden />,
        run: () => open(href),
      })),
    },
    {
      heading: t('This page'),
      entries: (typed ? matching(actions, text).slice(0, MAX_SHOWN) : actions.slice(0, 3)).map(
        ({ key, text: title }) => ({
          id: `key ${key}`,
          title,
          icon: <Keyboard aria-hidden />,
          hint: <kbd className="font-sans">{shownKeys(key).join(' ')}</kbd>,
          run: () => {
            onClose();
            pressKey(key, opener.isConnected ? opener : document.body);
          },
        }),
      ),
    },
    {
      heading: t('Actions and pages'),
      entries: commands.map((command) => ({
        id: command.id,
        title: command.text,
        icon: <command.icon aria-hidden />,
        hint: command.keys ? <kbd className="font-sans">{command.keys}</kbd> : command.of,
        run: () => run(command),
      })),
    },
    ...found.map(({ name, results }) => ({
      heading: t(GROUP_TITLES[name]),
      entries: results.map((result): Entry => {
        const href = resultHref(name, result.ref);
        return {
          id: `${name} ${result.key}`,
          title: result.title,
          hint: result.hint,
          run: () => href && open(href),
        };
      }),
    })),
  ].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const { active, idOf, point } = useActive(text, entries, isEntered, onActive);
  const isEmpty = found.length === 0 && (!typed || entries.length === 0 || searching);
  const message = !typed
    ? t('Search for something')
    : !isSearchable
      ? t('Type at least {count} characters.', { count: MINIMUM_LENGTH + 1 })
      : searching
        ? t('Searching..')
        : t('We could not find anything.');
  return (
    <>
      {groups.length > 0 && (
        <div
          role="listbox"
          id="found"
          aria-label={t('Results')}
          className={cn(
            'overflow-y-auto overscroll-contain p-2',
            found.length > 0 ? 'max-h-80' : 'max-h-[300px]',
          )}
        >
          {groups.map((group) => (
            <div key={group.heading} role="group" aria-label={group.heading}>
              <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-muted-foreground">
                {group.heading}
              </p>
              {group.entries.map((entry) => (
                <div
                  key={entry.id}
                  id={idOf(entry)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === active}
                  onPointerMove={() => point(entry)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={entry.run}
                  className={cn(
                    'flex cursor-pointer scroll-my-2 items-center gap-3 rounded-md px-2 py-1.5',
                    'text-sm aria-selected:bg-accent [&_svg]:size-4 [&_svg]:shrink-0',
                    '[&_svg]:text-muted-foreground',
                  )}
                >
                  {entry.icon}
                  <span className="min-w-0 flex-1 truncate">{entry.title}</span>
                  {entry.hint && (
                    <span className="max-w-1/2 shrink-0 truncate text-xs text-muted-foreground">
                      {entry.hint}
                    </span>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      {failure ? (
        <ErrorNote error={failure} onRetry={retry} />
      ) : (
        isEmpty && (
          <p role="status" className="px-3 py-3 text-center text-sm text-muted-foreground">
            {message}
          </p>
        )
      )}
      <p className="border-t border-border px-4 py-2 text-xs text-muted-foreground">
        {t('Press esc to cancel.')}
      </p>
    </>
  );
}
