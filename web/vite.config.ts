// Build of the shell: one page, lazy areas, and shares for plugins.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { hostFederation } from '@waybill/plugin/vite';

const host = process.env.WAYBILL_DEV_HOST ?? 'http://localhost:8080';

/** Small modules that every page needs, and the router and cache below them. */
const FIRST = [
  /web\/src\/api\/(?:auth|client|passkey|proof|query-client|reach)\.ts$/,
  /web\/src\/api\/(?:session|session-service|sign-in|tenant)\.tsx?$/,
  /web\/src\/shell\/(?:LanguageChoice|languages|Loading|preferences|Problems)\.tsx?$/,
  /web\/src\/shell\/(?:TenantLogo|tenant-theme|toast)\.tsx?$/,
  /web\/src\/lib\/i18n\.ts$/,
  /sdk\/web\/src\/(?:api|cn|format|host|i18n|server-messages)\.tsx?$/,
  /sdk\/web\/src\/ui\/(?:button|feedback|field|inputs)\.tsx$/,
  /node_modules\/@tanstack\/(?:history|react-router|react-store|router-core|store)\//,
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), react(), hostFederation()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    // Small modules that every page needs compress better together.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'first', test: (id) => FIRST.some((one) => one.test(id)) }],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': host, '/plugins': host } },
});
