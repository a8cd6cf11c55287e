// The marked option of a list is the one that the field names to readers.
import { useState } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Choice, ChoiceList } from './ChoiceList.tsx';

const NAMES = ['Zoe', 'Abel', 'Zed'];

function People() {
  const [text, setText] = useState('');
  const found = NAMES.filter((name) => name.toLowerCase().startsWith(text));
  return (
    <ChoiceList
      label="Drivers"
      placeholder="Name"
      text={text}
      onText={setText}
      isBusy={false}
      best={found[0]}
    >
      {found.map((name) => (
        <Choice key={name} value={name}>
          {name}
        </Choice>
      ))}
    </ChoiceList>
  );
}

const named = () => {
  const id = screen.getByPlaceholderText('Name').getAttribute('aria-activedescendant');
  return id === null ? null : (document.getElementById(id)?.textContent ?? 'nothing');
};

test('the field names the option that is marked, after each change of the list', async () => {
  const user = userEvent.setup();
  render(<People />);
  await user.click(screen.getByPlaceholderText('Name'));
  await waitFor(() => expect(named()).toBe('Zoe'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(named()).toBe('Abel'));
  await user.keyboard('z');
  await waitFor(() => expect(named()).toBe('Zoe'));
  await user.keyboard('ed');
  await waitFor(() => expect(named()).toBe('Zed'));
  await user.keyboard('x');
  await waitFor(() => expect(named()).toBe(null));
});
