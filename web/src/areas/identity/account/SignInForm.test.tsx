// Tests of sign-in with second step.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loopback, type Reply } from '../../../../test/loopback.ts';
import { endSession } from '../../../api/session.ts';
import { SignInForm } from './SignInForm.tsx';

let server: Awaited<ReturnType<typeof loopback>>;
let answer: (sent: URLSearchParams) => Reply;
const refuse = (word: string, status = 401, more = ''): Reply => ({
  status,
  json: { url: `http://localhost:3000/api/auth/error?error=${word}&provider=credentials${more}` },
});

beforeEach(async () => {
  server = await loopback((request) => {
    if (request.path === '/api/auth/csrf') return { json: { csrfToken: 'c' } };
    if (request.path === '/api/auth/callback/credentials')
      return answer(new URLSearchParams(request.body));
    return { json: {} };
  });
});
afterEach(async () => {
  endSession();
  await server.close();
});

const sent = () =>
  server.received
    .filter((r) => r.path === '/api/auth/callback/credentials')
    .map((r) => Object.fromEntries(new URLSearchParams(r.body)));

async function firstStep(onSignedIn = vi.fn()) {
  const user = userEvent.setup();
  render(<SignInForm returnTo="/" onSignedIn={onSignedIn} />);
  await user.type(screen.getByLabelText('User name or email'), 'robin');
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { user, onSignedIn };
}

test('the code goes out with the password, blanks left out; a wrong one is told and can be mended', async () => {
  answer = (form) => {
    const code = form.get('twoFactorCode');
    if (!code) return refuse('TwoFactorRequired', 401, '&providers=Authenticator');
    return code === '123456'
      ? { json: { url: 'http://localhost:3000/' } }
      : refuse('TwoFactorInvalid', 401, '&providers=Authenticator');
  };
  const { user, onSignedIn } = await firstStep();
  const field = await screen.findByLabelText('Code from your authenticator app');
  expect(screen.queryByRole('button', { name: 'Send a code by email' })).toBeNull();
  await user.type(field, '000000');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The code is incorrect');
  await user.clear(field);
  await user.type(field, '123 456');
  await user.click(screen.getByRole('checkbox', { name: /Remember this browser/ }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent().at(-1)).toMatchObject({
    userName: 'robin',
    password: 'right',
    twoFactorCode: '123456',
    rememberBrowser: 'true',
  });
});

test('a code by email is sent when asked for, and not again at once', async () => {
  answer = () => refuse('TwoFactorRequired', 401, '&providers=Email');
  const { user } = await firstStep();
  await user.click(await screen.findByRole('button', { name: 'Send a code by email' }));
  expect(await screen.findByLabelText('Code from the email')).toBeInTheDocument();
  expect(sent().at(-1)).toMatchObject({ twoFactorProvider: 'Email' });
  expect(sent().at(-1)).not.toHaveProperty('twoFactorCode');
  expect(screen.getByRole('button', { name: /Send another code in/ })).toBeDisabled();
});

test('being locked out in the second step leads back to the first', async () => {
  answer = (form) =>
    form.has('twoFactorCode')
      ? refuse('AccessDenied', 403)
      : refuse('TwoFactorRequired', 401, '&providers=Authenticator');
  const { user } = await firstStep();
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '000000');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByLabelText('Password')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('cannot sign in right now');
});

test('an address that is not confirmed offers the email again', async () => {
  answer = () => refuse('EmailNotConfirmed', 403);
  const { user } = await firstStep();
  expect(await screen.findByRole('alert')).toHaveTextContent('not confirmed yet');
  await user.click(await screen.findByRole('button', { name: 'Resend email' }));
  expect(await screen.findByText('Enter a complete email address.')).toBeInTheDocument();
});
