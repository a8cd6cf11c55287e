// Entry point: security hooks, preferences, application.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { App } from './app/App.tsx';
import { installTrustedTypes } from './app/trusted-types.ts';
import { startLanguage } from './lib/i18n.ts';
import { startPreferences } from './shell/preferences.ts';
import './styles/app.css';

// The scroll lock's <style> needs the policy's nonce.
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
