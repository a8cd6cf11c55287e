// Build of the shell: one page, lazy areas, and shares for plugins.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { hostFederation } from '@waybill/plugin/vite';

const host = process.env.WAYBILL_DEV_HOST ?? 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), react(), hostFederation()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': host, '/plugins': host } },
});
