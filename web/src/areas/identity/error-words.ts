// What the session service's error words mean to the person signing in.

const SENTENCES: Record<string, string> = {
  CredentialsSignin: 'The user name or password is incorrect.',
  SessionRequired: 'Please sign in to see this page.',
  AccessDenied: 'This account may not sign in now. It may be locked after too many attempts, or switched off.',
  Csrf: 'This page was open for too long. Please sign in again.',
  Verification: 'The link has been used already or has expired.',
  Configuration: 'Signing in is not set up properly on the server. Tell your administrator.',
  OAuthAccountNotLinked: 'Sign in the way you did when the account was made.',
  EmailSignin: 'The e-mail could not be sent.',
  Unreachable: 'The server cannot be reached. Check your connection and try again.',
};

export const errorSentence = (word: string): string => SENTENCES[word] ?? 'Signing in did not work. Please try again.';
