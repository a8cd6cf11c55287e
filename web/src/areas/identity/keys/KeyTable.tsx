// A table of API keys, each of which can be revoked; with whose they are where that is not plain.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Button, cn, ConfirmDialog, Pagination, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { deleteKey, keysPerPage, type ApiKey } from './queries.ts';

export interface KeyTableProps {
  keys: ApiKey[] | undefined;
  total: number;
  skip: number;
  onSkip: (skip: number) => void;
  showsUser: boolean;
  stale: boolean;
}

export function KeyTable({ keys, total, skip, onSkip, showsUser, stale }: KeyTableProps) {
  const t = useT();
  const format = useFormat();
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const columns = showsUser ? 5 : 4;
  return (
    <>
      <Table label={t('API keys')} aria-busy={!keys || stale} className={cn(stale && 'opacity-60 transition-opacity')}>
        <THead>
          <tr>
            <Th>{t('Client ID')}</Th>
            {showsUser && <Th className="w-full">{t('User')}</Th>}
            <Th className="max-md:hidden">{t('Created')}</Th>
            <Th>{t('Last used')}</Th>
            <Th className="w-px">
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          </tr>
        </THead>
        <TBody>
          {keys
            ? keys.map((key) => (
                <Tr key={key.id}>
                  <Td className="font-mono">{key.id}</Td>
                  {showsUser && (
                    <Td className="w-full max-w-0 min-w-28">
                      <Link {...target(`/settings/users/${key.userId}?tab=keys`)} title={key.userFullName} className="block truncate font-medium text-link underline-offset-2 hover:underline">
                        {key.userFullName || key.userName}
                      </Link>
                      <span className="block truncate text-xs text-muted-foreground">{key.userName}</span>
                    </Td>
                  )}
                  <Td className="whitespace-nowrap tabular-nums max-md:hidden">{format.dateTime(key.creationTime)}</Td>
                  <Td className="tabular-nums md:whitespace-nowrap">{key.lastUsedTime ? format.dateTime(key.lastUsedTime) : t('Never')}</Td>
                  <Td className="text-end">
                    <Button variant="ghost" size="sm" aria-label={t('Revoke the key {id}', { id: key.id })} onClick={() => setRevoking(key)} className="text-destructive-text">
                      <Trash2 aria-hidden /> <span className="max-md:hidden">{t('Revoke')}</span>
                    </Button>
                  </Td>
                </Tr>
              ))
            : [0, 1, 2].map((row) => (
                <tr key={row}>
                  <Td colSpan={columns}>
                    <Skeleton className="w-full" />
                  </Td>
                </tr>
              ))}
        </TBody>
      </Table>
      {total > keysPerPage && <Pagination skip={skip} take={keysPerPage} total={total} onChange={onSkip} />}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t('Revoke the key {id}?', { id: revoking?.id ?? '' })}
        description={t('The program that uses it can do nothing more from now on. This cannot be undone.')}
        confirmLabel={t('Revoke')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!revoking) return;
          await deleteKey(revoking.id);
          await queryClient.invalidateQueries({ queryKey: ['users', 'keys'] });
          toast({ title: t('The key {id} is revoked', { id: revoking.id }) });
        }}
      />
    </>
  );
}
