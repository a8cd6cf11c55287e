// The tree of permissions by keyboard and mouse, as assistive technology sees it.
import { useState } from 'react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PermissionTree } from './PermissionTree.tsx';
import type { Permission } from './permission-tree.ts';

const permissions: Permission[] = [
  ['Pages', 'Everything'],
  ['Pages.Booking', 'Bookings'],
  ['Pages.Booking.Create', 'Create bookings'],
  ['Pages.Booking.Edit', 'Edit bookings'],
  ['Pages.Finance', 'Finance'],
  ['Pages.Finance.Invoices', 'Invoices'],
].map(([name = '', displayName = '']) => ({
  name,
  displayName,
  parentName: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : null,
}));

function Harness({
  readOnly = false,
  notable,
}: {
  readOnly?: boolean;
  notable?: ReadonlySet<string>;
}) {
  const [granted, setGranted] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <button type="button">before</button>
      <PermissionTree
        label="Permissions"
        permissions={permissions}
        granted={granted}
        onChange={setGranted}
        readOnly={readOnly}
        {...(notable ? { notable } : {})}
      />
      <output>{[...granted].sort().join(' ')}</output>
    </>
  );
}

const item = (name: string) => screen.getByRole('treeitem', { name });
const granted = () => screen.getByText((_, element) => element?.tagName === 'OUTPUT').textContent;

it('is one stop for the Tab key, and arrows, Home, End and letters move inside', async () => {
  const user = userEvent.setup();
  render(<Harness />);
  screen.getByRole('button', { name: 'Collapse all' }).focus();
  await user.tab();
  expect(item('Everything')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(item('Bookings')).toHaveFocus();
  expect(item('Bookings')).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(item('Create bookings')).toHaveFocus();
  expect(item('Create bookings')).toHaveAttribute('aria-level', '3');
  expect(item('Create bookings')).toHaveAttribute('aria-setsize', '2');
  await user.keyboard('{ArrowLeft}');
  expect(item('Bookings')).toHaveFocus();
  await user.keyboard('f');
  expect(item('Finance')).toHaveFocus();
  await user.keyboard('{Home}{End}');
  expect(item('Finance')).toHaveFocus();
});

it('ticks with the space bar: all, half, and the area alone with Shift', async () => {
  const user = userEvent.setup();
  render(<Harness />);
  item('Bookings').focus();
  await user.keyboard(' ');
  expect(granted()).toBe('Pages Pages.Booking Pages.Booking.Create Pages.Booking.Edit');
  expect(item('Bookings')).toBeChecked();
  expect(item('Everything')).toHaveAttribute('aria-checked', 'mixed');
  await user.keyboard(' ');
  expect(granted()).toBe('Pages');
  await user.keyboard('{Shift>} {/Shift}');
  expect(granted()).toBe('Pages Pages.Booking');
  expect(item('Bookings')).toHaveAttribute('aria-checked', 'mixed');
});

it('finds what is hidden in closed areas and says when there is nothing', async () => {
  const user = userEvent.setup();
  render(<Harness />);
  expect(screen.queryByRole('treeitem', { name: 'Invoices' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'invo');
  expect(within(screen.getByRole('tree')).getAllByRole('treeitem')).toHaveLength(3);
  await user.click(item('Finance'));
  expect(granted()).toBe('Pages Pages.Finance Pages.Finance.Invoices');
  await user.type(screen.getByRole('searchbox'), 'zzz');
  expect(screen.getByText('No matching permissions')).toBeVisible();
});

it('opens what must not hide', () => {
  render(<Harness notable={new Set(['Pages.Finance.Invoices'])} />);
  expect(item('Invoices')).toBeVisible();
  expect(screen.queryByRole('treeitem', { name: 'Create bookings' })).not.toBeInTheDocument();
});

it('changes nothing where it may only be read', async () => {
  const user = userEvent.setup();
  render(<Harness readOnly />);
  await user.click(item('Bookings'));
  item('Bookings').focus();
  await user.keyboard(' ');
  expect(granted()).toBe('');
  expect(item('Bookings')).toHaveAttribute('aria-disabled', 'true');
});
