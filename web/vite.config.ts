// How the shell is built: one page, areas fetched when shown, and the shares that plugins consume.
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
