// Entry point of the driver pages: security hooks, preferences, worker, application.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { installTrustedTypes } from '../src/app/trusted-types.ts';
import { App } from '../src/areas/driver/App.tsx';
import { startLanguage } from '../src/lib/i18n.ts';
import { startPreferences } from '../src/shell/preferences.ts';
import '../src/areas/driver/driver.css';

const WORKER = '/driver/sw.js';
const SCOPE = '/driver/';

function start(): void {
  installTrustedTypes();
  startPreferences();
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch((error: unknown) => {
      console.warn('The driver pages do not start without a network.', error);
    });
  // Asks the browser not to delete the queue when space is short.
  void navigator.storage?.persist?.();
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
}

// The worker keeps only pages that were opened within its scope, and `/driver` is not.
if (location.pathname.startsWith(SCOPE)) start();
else location.replace(SCOPE);
