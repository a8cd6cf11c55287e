// Search over everything, opened with Cmd or Ctrl and K.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { Search } from 'lucide-react';
import { ErrorNote } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { useDebounced } from '../lib/debounce.ts';
import { useT } from '../lib/i18n.ts';
import { GROUP_TITLES, MINIMUM_LENGTH, resultHref, toGroups } from './search-results.ts';

const SEARCH_PAUSE = 500;

export default function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim(), SEARCH_PAUSE);
  const { customerId } = useSession();
  const navigate = useNavigate();
  const results = useQuery({
    queryKey: ['search', wanted, customerId],
    enabled: open && wanted.length > MINIMUM_LENGTH,
    queryFn: async ({ signal }) => toGroups(await api.post('/api/search', { query: wanted, customerId }, { signal })),
  });
  const settled = text.trim() === wanted;
  const asked = text.trim().length > MINIMUM_LENGTH;
  const groups = asked && settled ? (results.data ?? []) : [];
  const message = !text.trim() ? t('Search for something') : !asked ? t('Type at least {count} characters.', { count: MINIMUM_LENGTH + 1 }) : !settled || results.isFetching ? t('Searching..') : t('We could not find anything.');
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=open]:animate-in data-[state=open]:fade-in-0" />
        <Dialog.Content aria-describedby={undefined} className="fixed top-[12vh] left-1/2 z-50 w-[40rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-xl border border-border bg-popover text-popover-foreground shadow-2xl data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-98">
          <Dialog.Title className="sr-only">{t('Search')}</Dialog.Title>
          <Command shouldFilter={false} label={t('Search')}>
            <div className="flex items-center gap-2.5 border-b border-border px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              <Command.Input value={text} onValueChange={setText} placeholder={t('Search...')} className="h-12 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground" />
            </div>
            <Command.List className="max-h-80 overflow-y-auto p-2">
              {results.isError && asked ? (
                <ErrorNote error={results.error} onRetry={() => void results.refetch()} />
              ) : (
                groups.length === 0 && (
                  <p role="status" className="px-3 py-8 text-center text-sm text-muted-foreground">
                    {message}
                  </p>
                )
              )}
              {groups.map((group) => (
                <Command.Group
                  key={group.name}
                  heading={t(GROUP_TITLES[group.name])}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground"
                >
                  {group.results.map((result) => {
                    const href = resultHref(group.name, result.ref);
                    return (
                      <Command.Item
                        key={result.ref}
                        value={`${group.name} ${result.ref}`}
                        onSelect={() => {
                          if (!href) return;
                          onOpenChange(false);
                          void navigate({ to: href });
                        }}
                        className="flex cursor-pointer items-baseline gap-3 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-accent"
                      >
                        <span className="min-w-0 flex-1 truncate">{result.title}</span>
                        {result.hint && <span className="max-w-1/2 shrink-0 truncate text-xs text-muted-foreground">{result.hint}</span>}
                      </Command.Item>
                    );
                  })}
                </Command.Group>
              ))}
            </Command.List>
            <p className="border-t border-border px-4 py-2 text-xs text-muted-foreground">
              {t('Press esc to cancel.')}
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
