// Where the page starts: the security hooks, the person's preferences, then the application.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { App } from './app/App.tsx';
import { installTrustedTypes } from './app/trusted-types.ts';
import { startLanguage } from './lib/i18n.ts';
import { startPreferences } from './shell/preferences.ts';
import './styles/app.css';

// The scroll lock of dialogs adds a <style> of its own, which the policy lets in by this nonce only.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);
installTrustedTypes();
startPreferences();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to render into.');
const page = createRoot(root);
void startLanguage().then(() =>
  page.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
