// The members of one organisation unit: found, added and removed.
import { useEffect, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserMinus, UserPlus, Users } from 'lucide-react';
import { Button, Card, CardHeader, Checkbox, cn, Dialog, EmptyState, errorMessage, ErrorNote, Input, Pagination, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { SearchBox } from '../../bookings/list/SearchBox.tsx';
import { Avatar } from '../users/Avatar.tsx';
import { fullName, userPermissions, type User } from '../users/model.ts';
import { findUsers } from '../users/queries.ts';
import { unitPermissions, type Member } from './model.ts';
import type { UnitNode } from './moves.ts';
import { addMembers, membersPerPage, membersQuery, removeMember, unitsKey } from './queries.ts';

export function Members({ node, way }: { node: UnitNode; way: string }) {
  const t = useT();
  const { has } = usePermissions();
  const [text, setText] = useState('');
  const [skip, setSkip] = useState(0);
  const [adding, setAdding] = useState(false);
  const list = useQuery(membersQuery(node.unit.id, text, skip));
  const mayManage = has(unitPermissions.members);
  // Finding users to add is reading users.
  const mayAdd = mayManage && has(userPermissions.see);
  const items = list.data?.items;
  const add = mayAdd && (
    <Button size="sm" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden /> {t('Add members')}
    </Button>
  );
  return (
    <Card aria-label={t('Members of {name}', { name: node.label })}>
      <CardHeader title={t('Members of {name}', { name: node.label })} description={way !== node.label ? way : undefined} actions={items?.length ? add : undefined} />
      {(text || node.unit.memberCount > 10) && (
        <div className="mb-3">
          <SearchBox
            label={t('Search members')}
            placeholder={t('Search members')}
            className="sm:w-64"
            value={text}
            onChange={(next) => {
              setText(next);
              setSkip(0);
            }}
          />
        </div>
      )}
      {list.isError ? (
        <ErrorNote title={t('The members could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState icon={<Users />} title={text ? t('No member matches') : t('No members yet')} description={text ? t('Try fewer letters.') : t('Add the people who work here.')} action={text ? undefined : add} />
      ) : (
        <Table label={t('Members')} aria-busy={!items || list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-60 transition-opacity')}>
          <THead>
            <tr>
              <Th className="w-full">{t('User')}</Th>
              <Th className="max-md:hidden xl:max-2xl:hidden">{t('E-mail')}</Th>
              <Th className="max-md:hidden">{t('Member since')}</Th>
              <Th className="w-px">
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {items
              ? items.map((member) => <Row key={member.id} member={member} node={node} mayManage={mayManage} />)
              : Array.from({ length: Math.min(Math.max(node.unit.memberCount, 1), 6) }, (_, index) => (
                  <tr key={index}>
                    <Td colSpan={4}>
                      <Skeleton className="w-full" />
                    </Td>
                  </tr>
                ))}
          </TBody>
        </Table>
      )}
      {(list.data?.totalCount ?? 0) > membersPerPage && <Pagination skip={skip} take={membersPerPage} total={list.data?.totalCount ?? 0} onChange={setSkip} />}
      {mayAdd && <AddDialog open={adding} node={node} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Row({ member, node, mayManage }: { member: Member; node: UnitNode; mayManage: boolean }) {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const queryClient = useQueryClient();
  const name = fullName(member);
  const renew = () => queryClient.invalidateQueries({ queryKey: unitsKey });
  const remove = useMutation({
    mutationFn: () => removeMember(node.unit.id, member.id),
    onSuccess: async () => {
      // Nothing is lost that one click does not bring back, so it asks nothing.
      const undo = async () => {
        try {
          await addMembers(node.unit.id, [member.id]);
          await renew();
        } catch (error) {
          toast({ title: t('{name} could not be added again', { name }), description: errorMessage(error), variant: 'destructive' });
        }
      };
      toast({ title: t('{name} is no longer a member of {unit}', { name, unit: node.label }), action: { label: t('Undo'), onClick: () => void undo() } });
      await renew();
    },
    onError: (error) => toast({ title: t('{name} could not be removed', { name }), description: errorMessage(error), variant: 'destructive' }),
  });
  return (
    <Tr>
      <Td className="w-full max-w-0 min-w-40">
        <span className="flex items-center gap-2.5">
          <Avatar name={name} userId={member.id} pictureId={member.profilePictureId} />
          <span className="min-w-0">
            {has(userPermissions.see) ? (
              <Link {...target(`/settings/users/${member.id}`)} title={name} className="block truncate font-medium text-link underline-offset-2 hover:underline">
                {name}
              </Link>
            ) : (
              <span className="block truncate font-medium">{name}</span>
            )}
            <span className="block truncate text-xs text-muted-foreground">{member.userName}</span>
          </span>
        </span>
      </Td>
      <Td className="max-md:hidden xl:max-2xl:hidden">
        <span className="block max-w-52 truncate">{member.emailAddress}</span>
      </Td>
      <Td className="whitespace-nowrap tabular-nums max-md:hidden">{format.date(member.addedTime)}</Td>
      <Td className="text-end">
        {mayManage && (
          <Button variant="ghost" size="icon" pending={remove.isPending} aria-label={t('Remove {name}', { name })} title={t('Remove {name}', { name })} onClick={() => remove.mutate()} className="size-7">
            {!remove.isPending && <UserMinus aria-hidden />}
          </Button>
        )}
      </Td>
    </Tr>
  );
}

/** Several people are ticked over several searches, and added together. */
function AddDialog({ open, node, onClose }: { open: boolean; node: UnitNode; onClose: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly User[]>([]);
  useEffect(() => {
    if (open) {
      setText('');
      setChosen([]);
    }
  }, [open]);
  const wanted = useDebounced(text.trim(), 250);
  const found = useQuery({ queryKey: ['users', 'picker', wanted], queryFn: ({ signal }) => findUsers(wanted, signal), enabled: open });
  const add = useMutation({
    mutationFn: () =>
      addMembers(
        node.unit.id,
        chosen.map((user) => user.id),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: unitsKey });
      toast({ title: t('{count} users are members of {unit} now', { count: chosen.length, unit: node.label }, '{count} user is a member of {unit} now') });
      onClose();
    },
  });
  const toggle = (user: User, on: boolean) => setChosen(on ? [...chosen, user] : chosen.filter((entry) => entry.id !== user.id));
  const others = (found.data ?? []).filter((user) => !chosen.some((entry) => entry.id === user.id));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !add.isPending && onClose()}
      title={t('Add members to {name}', { name: node.label })}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={add.isPending}>
            {t('Cancel')}
          </Button>
          <Button pending={add.isPending} disabled={chosen.length === 0} onClick={() => add.mutate()}>
            {chosen.length > 0 ? t('Add {count} users', { count: chosen.length }, 'Add {count} user') : t('Add')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pt-0.5">
        {add.isError && <ErrorNote error={add.error} />}
        <Input type="search" aria-label={t('Search users')} placeholder={t('Name, user name, e-mail, telephone')} value={text} onChange={(event) => setText(event.target.value)} autoFocus />
        <fieldset className="grid max-h-80 min-h-40 content-start gap-px overflow-y-auto rounded-lg border border-border p-2" aria-busy={found.isFetching}>
          <legend className="sr-only">{t('Users')}</legend>
          {found.isError && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
          {[...chosen, ...others].map((user) => (
            <Checkbox
              key={user.id}
              checked={chosen.includes(user)}
              onChange={(event) => toggle(user, event.target.checked)}
              label={<span className="break-words [overflow-wrap:anywhere]">{fullName(user)}</span>}
              hint={[user.emailAddress, user.customerName].filter(Boolean).join(' · ')}
              className="rounded-md px-1.5 py-1 hover:bg-accent"
            />
          ))}
          {found.data?.length === 0 && chosen.length === 0 && <p className="px-2 py-6 text-center text-sm text-muted-foreground">{t('No user matches')}</p>}
        </fieldset>
      </div>
    </Dialog>
  );
}
