// Command palette (Cmd or Ctrl and K): pages, actions, recents, search results.
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { History, Search } from 'lucide-react';
import { cn, ErrorNote } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { failure as toastFailure } from '../kit/mutate.ts';
import { useDebounced } from '../lib/debounce.ts';
import { target } from '../lib/href.ts';
import { useT } from '../lib/i18n.ts';
import { commandsFor, matching, type PaletteCommand } from './commands.ts';
import { useHint } from './hints.ts';
import { isDark, setPreferences, usePreferences } from './preferences.ts';
import { recents } from './recents.ts';
import { GROUP_TITLES, MINIMUM_LENGTH, resultHref, toGroups } from './search-results.ts';
import { useViewer } from './viewer.ts';

const SEARCH_PAUSE = 500;
const MAX_SHOWN = 6;
const RECENTS_SHOWN = 5;

const HEADED =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 ' +
  '[&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs ' +
  '[&_[cmdk-group-heading]]:font-medium ' +
  '[&_[cmdk-group-heading]]:text-muted-foreground';
const ROW =
  'flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-sm ' +
  'data-[selected=true]:bg-accent [&_svg]:size-4 [&_svg]:shrink-0 ' +
  '[&_svg]:text-muted-foreground';

function Row({
  value,
  title,
  icon,
  hint,
  onSelect,
}: {
  value: string;
  title: string;
  icon?: ReactNode;
  hint?: ReactNode;
  onSelect: () => void;
}) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={ROW}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {hint && (
        <span className="max-w-1/2 shrink-0 truncate text-xs text-muted-foreground">{hint}</span>
      )}
    </Command.Item>
  );
}

/** Debounced search results. */
function useFound(text: string) {
  const query = useDebounced(text.trim(), SEARCH_PAUSE);
  const { customerId } = useSession();
  const results = useQuery({
    queryKey: ['search', query, customerId],
    enabled: query.length > MINIMUM_LENGTH,
    queryFn: async ({ signal }) =>
      toGroups(await api.post('/api/search', { query, customerId }, { signal })),
  });
  const settled = text.trim() === query;
  const isSearchable = text.trim().length > MINIMUM_LENGTH;
  return {
    groups: isSearchable && settled ? (results.data ?? []) : [],
    isSearchable,
    searching: !settled || results.isFetching,
    failure: results.isError && isSearchable ? results.error : null,
    retry: () => void results.refetch(),
  };
}

export default function CommandPalette({
  onClose,
  onKeys,
  onTour,
}: {
  onClose: () => void;
  onKeys: () => void;
  onTour: () => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const { groups, isSearchable, searching, failure, retry } = useFound(text);
  const user = String(useSession().data?.user.id ?? '');
  const { sidebar } = usePreferences();
  const setUp = useHint('set-up');
  const navigate = useNavigate();
  const viewer = useViewer();
  const here = useRouterState({ select: (state) => state.location.pathname });
  const dark = isDark();
  const all = commandsFor(viewer, dark, t);
  const typed = text.trim() !== '';
  const commands = typed
    ? matching(all, text).slice(0, MAX_SHOWN)
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
    if (command.does === 'keys') onKeys();
    if (command.does === 'tour') onTour();
  };
  const isEmpty =
    groups.length === 0 && (!typed || (commands.length === 0 && last.length === 0) || searching);
  const message = !typed
    ? t('Search for something')
    : !isSearchable
      ? t('Type at least {count} characters.', { count: MINIMUM_LENGTH + 1 })
      : searching
        ? t('Searching..')
        : t('We could not find anything.');
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          className={cn(
            'fixed inset-0 z-40 bg-overlay data-[state=open]:animate-in',
            'data-[state=open]:fade-in-0',
          )}
        />
        <Dialog.Content
          aria-describedby={undefined}
          className={cn(
            'fixed top-[12vh] left-1/2 z-50 w-[40rem] max-w-[calc(100vw-2rem)]',
            '-translate-x-1/2 overflow-hidden rounded-xl border border-border',
            'bg-popover text-popover-foreground shadow-2xl',
            'data-[state=open]:animate-in data-[state=open]:fade-in-0',
            'data-[state=open]:zoom-in-98',
          )}
        >
          <Dialog.Title className="sr-only">{t('Search')}</Dialog.Title>
          <Command shouldFilter={false} label={t('Search')}>
            <div className="flex items-center gap-2.5 border-b border-border px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={t('Search...')}
                className="h-12 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground"
              />
            </div>
            <Command.List className="max-h-[300px] overflow-y-auto p-2">
              {last.length > 0 && (
                <Command.Group heading={t('Last seen')} className={HEADED}>
                  {last.map(({ href, title }) => (
                    <Row
                      key={href}
                      value={`seen ${href}`}
                      title={title}
                      icon={<History aria-hidden />}
                      onSelect={() => open(href)}
                    />
                  ))}
                </Command.Group>
              )}
              {commands.length > 0 && (
                <Command.Group heading={t('Actions and pages')} className={HEADED}>
                  {commands.map((command) => (
                    <Row
                      key={command.id}
                      value={command.id}
                      title={command.text}
                      icon={<command.icon aria-hidden />}
                      hint={command.keys && <kbd className="font-sans">{command.keys}</kbd>}
                      onSelect={() => run(command)}
                    />
                  ))}
                </Command.Group>
              )}
              {groups.map((group) => (
                <Command.Group
                  key={group.name}
                  heading={t(GROUP_TITLES[group.name])}
                  className={HEADED}
                >
                  {group.results.map((result) => {
                    const href = resultHref(group.name, result.ref);
                    const select = () => href && open(href);
                    const value = `${group.name} ${result.key}`;
                    return (
                      <Row
                        key={result.key}
                        value={value}
                        title={result.title}
                        hint={result.hint}
                        onSelect={select}
                      />
                    );
                  })}
                </Command.Group>
              ))}
            </Command.List>
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
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
