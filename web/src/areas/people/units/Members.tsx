// Members of an organisation unit.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { UserMinus, UserPlus, Users } from 'lucide-react';
import { Button, Card, CardHeader, Checkbox, Dialog, ErrorNote, Input } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { DayCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { undoable, useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { Avatar } from '../users/Avatar.tsx';
import { fullName, userPermissions, type User } from '../../../lib/people/model.ts';
import { findUsers, userSearch } from '../../../lib/people/queries.ts';
import { userSorting } from '../users/search.ts';
import { unitPermissions, type Member } from './model.ts';
import type { UnitNode } from './moves.ts';
import { addMembers, fetchMembers, removeMember, unitsKey } from './queries.ts';

/** Members needed for a search. */
const SEARCH_THRESHOLD = 10;

export function Members({ node, way }: { node: UnitNode; way: string }) {
  const t = useT();
  const { has } = usePermissions();
  const [adding, setAdding] = useState(false);
  const mayManage = has(unitPermissions.members);
  // Adding needs to read users.
  const maySee = has(userPermissions.see);
  const mayAdd = mayManage && maySee;
  const list = useList<Member>({
    id: 'units.members',
    key: [...unitsKey, 'members', node.unit.id],
    fetch: (query, signal) => fetchMembers({ ...query, id: node.unit.id }, signal),
    rowKey: (member) => member.id,
    name: fullName,
    ...(maySee ? { href: (member: Member) => `/settings/users/${member.id}` } : {}),
    columns: [
      {
        id: 'name',
        header: t('User'),
        before: (member) => (
          <Avatar
            name={fullName(member)}
            userId={member.id}
            pictureId={member.profilePictureId}
            className="size-5 text-[9px]"
          />
        ),
        cell: fullName,
        sort: 'surname',
        fixed: true,
      },
      { id: 'email', header: t('Email'), cell: (member) => member.emailAddress, narrow: 'line' },
      {
        id: 'since',
        header: t('Member since'),
        cell: (member) => <DayCell value={member.addedTime} />,
      },
    ],
    ...(node.unit.memberCount > SEARCH_THRESHOLD ? { search: userSearch } : {}),
    sort: 'surname',
    sorting: userSorting,
    pageSize: 25,
    state: 'here',
  });
  const add = mayAdd && (
    <Button size="sm" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden /> {t('Add members')}
    </Button>
  );
  return (
    <Card aria-label={t('Members of {name}', { name: node.label })}>
      <CardHeader
        title={t('Members of {name}', { name: node.label })}
        description={way !== node.label ? way : undefined}
        actions={list.total > 0 ? add : undefined}
      />
      <RecordList
        list={list}
        title={t('Members')}
        aside={mayManage ? (member) => <Remove member={member} node={node} /> : undefined}
        texts={{
          failed: t('The members could not be loaded'),
          search: { label: t('Search members') },
          empty: {
            icon: <Users />,
            title: t('No members yet'),
            description: t('Add the users who belong to this unit.'),
            action: add,
          },
          none: {
            title: t('No matching members'),
            description: t('Try a shorter search.'),
            clear: t('Show all'),
          },
        }}
      />
      {mayAdd && <AddDialog open={adding} node={node} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Remove({ member, node }: { member: Member; node: UnitNode }) {
  const t = useT();
  const name = fullName(member);
  const remove = useMutate({
    call: () => removeMember(node.unit.id, member.id),
    stale: [unitsKey],
    // Undo replaces a confirmation.
    notice: undoable(
      { title: t('{name} removed from {unit}', { name, unit: node.label }) },
      { call: () => addMembers(node.unit.id, [member.id]), stale: [unitsKey] },
    ),
    failed: t('{name} could not be removed', { name }),
  });
  return (
    <Button
      variant="ghost"
      size="icon"
      pending={remove.isPending}
      aria-label={t('Remove {name}', { name })}
      title={t('Remove {name}', { name })}
      onClick={() => remove.mutate()}
      className="size-6"
    >
      {!remove.isPending && <UserMinus aria-hidden />}
    </Button>
  );
}

function AddDialog({
  open,
  node,
  onClose,
}: {
  open: boolean;
  node: UnitNode;
  onClose: () => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly User[]>([]);
  useEffect(() => {
    if (open) {
      setText('');
      setChosen([]);
    }
  }, [open]);
  const searchText = useDebounced(text.trim(), 250);
  const found = useQuery({
    queryKey: ['users', 'picker', searchText],
    queryFn: ({ signal }) => findUsers(searchText, signal),
    enabled: open,
  });
  const add = useMutate({
    call: () =>
      addMembers(
        node.unit.id,
        chosen.map((user) => user.id),
      ),
    stale: [unitsKey],
    notice: () =>
      t(
        '{count} users added to {unit}',
        { count: chosen.length, unit: node.label },
        '{count} user added to {unit}',
      ),
    after: onClose,
  });
  const toggle = (user: User, on: boolean) =>
    setChosen(on ? [...chosen, user] : chosen.filter((entry) => entry.id !== user.id));
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
          <Button
            pending={add.isPending}
            disabled={chosen.length === 0}
            onClick={() => add.mutate()}
          >
            {chosen.length > 0
              ? t('Add {count} users', { count: chosen.length }, 'Add {count} user')
              : t('Add')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pt-0.5">
        {add.isError && <ErrorNote error={add.error} />}
        <Input
          type="search"
          aria-label={t('Search users')}
          placeholder={t('Name, user name, email, telephone')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoFocus
        />
        <fieldset
          className="grid max-h-80 min-h-40 content-start gap-px overflow-y-auto rounded-lg border border-border p-2"
          aria-busy={found.isFetching}
        >
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
          {found.data?.length === 0 && chosen.length === 0 && (
            <p className="px-2 py-6 text-center text-sm text-muted-foreground">
              {t('No matching users')}
            </p>
          )}
        </fieldset>
      </div>
    </Dialog>
  );
}
