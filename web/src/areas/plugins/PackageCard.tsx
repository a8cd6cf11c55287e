// A platform plugin with its packages.
import { useId } from 'react';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Pause, Play, Trash2, Undo2, X } from 'lucide-react';
import {
  cn,
  Badge,
  Button,
  Card,
  DropdownMenu,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  type MenuItem,
} from '@waybill/plugin';
import { target } from '../../lib/href.ts';
import { useT } from '../../lib/i18n.ts';
import { sizeText } from '../../lib/size.ts';
import { AskList } from './AskList.tsx';
import { asksAdded, kindText, PACKAGE_STATES, type Package, type PackageGroup } from './model.ts';
import type { PackageOperation } from './PackageOperationDialog.tsx';

function Row({
  group,
  one,
  onDeed,
}: {
  group: PackageGroup;
  one: Package;
  onDeed: (deed: PackageOperation) => void;
}) {
  const t = useT();
  const format = useFormat();
  const state = PACKAGE_STATES[one.state];
  const { version } = one;
  return (
    <Tr>
      <Td className="align-top">
        <span className="block font-medium break-words">{version}</span>
        <span className="block font-mono text-xs text-muted-foreground" title={one.digest}>
          {one.digest.slice(0, 12)}
        </span>
      </Td>
      <Td className="align-top">
        <Badge tone={state.tone} dot>
          {t(state.text)}
        </Badge>
      </Td>
      <Td className="max-w-48 align-top break-words">
        {one.signerName ?? <Badge tone="warning">{t('Not signed by a trusted key')}</Badge>}
      </Td>
      <Td className="align-top whitespace-nowrap tabular-nums max-md:hidden">
        {sizeText(one.size, format.number)}
      </Td>
      <Td className="max-w-48 align-top max-md:hidden">
        <span className="block whitespace-nowrap tabular-nums">
          {format.dateTime(one.creationTime)}
        </span>
        <span className="block truncate text-xs text-muted-foreground" title={one.uploadedBy}>
          {one.uploadedBy}
        </span>
      </Td>
      <Td className="w-px align-top">
        {one.state === 'available' && (
          <span className="flex justify-end gap-1">
            <Button
              variant="outline"
              size="sm"
              aria-label={t('Activate {name} {version}…', { name: group.name, version })}
              onClick={() => onDeed({ act: 'install', group, one })}
            >
              {t('Activate…')}
            </Button>
            <Button
              variant="ghost"
              size="icon"
              className="size-7 text-destructive-text"
              aria-label={t('Delete {name} {version}…', { name: group.name, version })}
              onClick={() => onDeed({ act: 'delete', group, one })}
            >
              <Trash2 aria-hidden />
            </Button>
          </span>
        )}
      </Td>
    </Tr>
  );
}

const STATES = {
  active: PACKAGE_STATES.active,
  suspended: PACKAGE_STATES.suspended,
  none: PACKAGE_STATES.available,
};

export function PackageCard({
  group,
  onDeed,
}: {
  group: PackageGroup;
  onDeed: (deed: PackageOperation) => void;
}) {
  const t = useT();
  const id = useId();
  const { name, current, previous, state, packages } = group;
  const shown = current ?? packages[0];
  const items: MenuItem[] = [
    ...(previous
      ? [
          {
            text: t('Roll back to {version}…', { version: previous.version }),
            icon: <Undo2 aria-hidden />,
            onClick: () => onDeed({ act: 'rollback', group }),
          },
        ]
      : []),
    ...(state === 'active'
      ? [
          {
            text: t('Suspend…'),
            icon: <Pause aria-hidden />,
            onClick: () => onDeed({ act: 'suspend', group }),
          },
        ]
      : []),
    ...(state === 'suspended'
      ? [
          {
            text: t('Resume…'),
            icon: <Play aria-hidden />,
            onClick: () => onDeed({ act: 'resume', group }),
          },
        ]
      : []),
    ...(current
      ? [
          {
            text: t('Remove…'),
            icon: <X aria-hidden />,
            destructive: true,
            onClick: () => onDeed({ act: 'remove', group }),
          },
        ]
      : []),
  ];
  return (
    <Card aria-labelledby={id}>
      <div className="mb-3 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 id={id} className="text-sm font-semibold break-words">
              <Link
                {...target(`/platform/plugins/${encodeURIComponent(group.plugin)}`)}
                className={cn(
                  'rounded underline-offset-2 hover:underline focus-visible:outline-2',
                  'focus-visible:outline-ring',
                )}
              >
                {name}
              </Link>
            </h2>
            <Badge tone={STATES[state].tone} dot>
              {t(STATES[state].text)}
            </Badge>
          </div>
          <p className="mt-0.5 text-xs break-words text-muted-foreground">
            <span className="font-mono">{group.plugin}</span> · {kindText(shown?.kind ?? '', t)}
          </p>
        </div>
        {items.length > 0 && (
          <DropdownMenu
            label={t('Actions for {name}', { name })}
            items={items}
            trigger={
              <Button
                variant="ghost"
                size="icon"
                className="size-7"
                aria-label={t('Actions for {name}', { name })}
              >
                <Ellipsis aria-hidden />
              </Button>
            }
          />
        )}
      </div>
      <Table label={t('Packages of {name}', { name })}>
        <THead>
          <tr>
            <Th>{t('Version')}</Th>
            <Th>{t('Status')}</Th>
            <Th>{t('Signed by')}</Th>
            <Th className="max-md:hidden">{t('Size')}</Th>
            <Th className="max-md:hidden">{t('Uploaded')}</Th>
            <Th>
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          </tr>
        </THead>
        <TBody>
          {packages.map((one) => (
            <Row key={one.id} group={group} one={one} onDeed={onDeed} />
          ))}
        </TBody>
      </Table>
      <details className="mt-3">
        <summary
          className={cn(
            'cursor-pointer rounded text-[13px] font-medium focus-visible:outline-2',
            'focus-visible:outline-ring',
          )}
        >
          {t('Permissions')}
        </summary>
        <div className="mt-2 grid gap-3">
          {packages.map((one) => (
            <section key={one.id} className="grid gap-1">
              <h3 className="text-xs text-muted-foreground">
                {t('Version {version}', { version: one.version })}
              </h3>
              <AskList
                asks={one.asks}
                marked={new Set(asksAdded(one, current).map(({ code }) => code))}
              />
            </section>
          ))}
        </div>
      </details>
    </Card>
  );
}
