// What the session service's error words mean to the person signing in, and what they can do about it.
import { msg, type Translate } from '../../../lib/i18n.ts';

const SENTENCES: Record<string, string> = {
  CredentialsSignin: msg('The user name or password is incorrect.'),
  SessionRequired: msg('Please sign in to see this page.'),
  AccessDenied: msg('This account may not sign in now. It may be locked after too many attempts, or switched off. Wait a few minutes, or ask your administrator.'),
  EmailNotConfirmed: msg('Your e-mail address is not confirmed yet. Open the link in the e-mail we sent you, or have it sent again.'),
  TwoFactorRequired: msg('A second step is needed to sign in here. Please sign in with your password.'),
  TwoFactorInvalid: msg('The code is not right, or no longer. Take the newest one and try again.'),
  Csrf: msg('This page was open for too long. Please sign in again.'),
  Verification: msg('The link has been used already or has expired. Ask for a new one.'),
  Configuration: msg('Signing in is not set up properly on the server. Tell your administrator.'),
  Signin: msg('This way of signing in did not work. Try another one, or try again later.'),
  OAuthSignin: msg('The sign-in provider could not be reached. Try again in a moment, or sign in another way.'),
  OAuthCallback: msg('The sign-in provider sent an answer that could not be trusted. Please start again.'),
  Callback: msg('The sign-in provider sent an answer that could not be used. Please start again.'),
  DirectorySilent: msg('The company directory does not answer. Try again in a moment, or tell your administrator.'),
  OAuthCreateAccount: msg('You have no account here, and none is made for you by itself. Ask your administrator for one.'),
  EmailCreateAccount: msg('No account could be made with this e-mail address. Ask your administrator for one.'),
  OAuthAccountNotLinked: msg('An account with your e-mail address exists already. Sign in the way you did when it was made.'),
  EmailSignin: msg('The e-mail could not be sent. Try again in a few minutes.'),
  Unreachable: msg('The server cannot be reached. Check your connection and try again.'),
};

/** Whole minutes read better than many seconds. */
function pause(t: Translate, seconds: number): string {
  if (seconds <= 90) return t('Too many attempts. Try again in {seconds} seconds.', { seconds });
  return t('Too many attempts. Try again in {minutes} minutes.', { minutes: Math.ceil(seconds / 60) });
}

/** The word of a refused sign-in by form; a directory that does not answer has no word of its own. */
export const refusalWord = ({ error, status }: { error: string | null; status?: number }): string => (status === 503 && error === 'Callback' ? 'DirectorySilent' : (error ?? 'Default'));

export function errorSentence(t: Translate, word: string, retryAfter?: number): string {
  if (retryAfter) return pause(t, retryAfter);
  return t(SENTENCES[word] ?? msg('Signing in did not work. Please try again.'));
}
