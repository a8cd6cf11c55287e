// Texts for sign-in error codes.
import { msg, type Translate } from '../../../lib/i18n.ts';

const SENTENCES: Record<string, string> = {
  CredentialsSignin: msg('The user name or password is incorrect.'),
  SessionRequired: msg('Please sign in to see this page.'),
  AccessDenied: msg(
    'This account cannot sign in right now. It may be locked or deactivated. Wait a few ' +
      'minutes, or contact your administrator.',
  ),
  EmailNotConfirmed: msg(
    'Your email address is not confirmed yet. Open the link in the email we sent you, or request a new one.',
  ),
  TwoFactorRequired: msg(
    'Two-factor authentication is required here. Please sign in with your password.',
  ),
  TwoFactorInvalid: msg('The code is incorrect or has expired. Try again with the latest code.'),
  Passkey: msg('The passkey was not accepted. Try again, or sign in another way.'),
  Csrf: msg('Your session has expired. Please sign in again.'),
  Verification: msg('The link has already been used or has expired. Request a new one.'),
  Configuration: msg(
    'Sign-in is not configured correctly on the server. Contact your administrator.',
  ),
  Signin: msg('Sign-in failed. Try another method, or try again later.'),
  OAuthSignin: msg(
    'The sign-in provider could not be reached. Try again in a moment, or sign in another way.',
  ),
  OAuthCallback: msg(
    'The sign-in provider sent an answer that could not be trusted. Please start again.',
  ),
  Callback: msg('The sign-in provider sent an answer that could not be used. Please start again.'),
  DirectorySilent: msg(
    'The company directory is not responding. Try again in a moment, or contact your administrator.',
  ),
  OAuthCreateAccount: msg('You do not have an account here. Ask your administrator for one.'),
  EmailCreateAccount: msg(
    'No account could be created with this email address. Ask your administrator.',
  ),
  OAuthAccountNotLinked: msg(
    'An account with your email address already exists. Sign in the way you did when you created it.',
  ),
  EmailSignin: msg('The email could not be sent. Try again in a few minutes.'),
  Unreachable: msg('The server cannot be reached. Check your connection and try again.'),
};

/** Minutes above 90 seconds. */
function pause(t: Translate, seconds: number): string {
  if (seconds <= 90) return t('Too many attempts. Try again in {seconds} seconds.', { seconds });
  return t('Too many attempts. Try again in {minutes} minutes.', {
    minutes: Math.ceil(seconds / 60),
  });
}

/** An unresponsive directory has no code. */
export const refusalWord = ({ error, status }: { error: string | null; status?: number }): string =>
  status === 503 && error === 'Callback' ? 'DirectorySilent' : (error ?? 'Default');

export function errorSentence(t: Translate, word: string, retryAfter?: number): string {
  if (retryAfter) return pause(t, retryAfter);
  return t(SENTENCES[word] ?? msg('Sign-in failed. Please try again.'));
}
