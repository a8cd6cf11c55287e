// Build of the kit's page: like the shell, with the same shares, into its output.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { hostFederation } from '@waybill/plugin/vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/kit/',
  publicDir: false,
  plugins: [tailwindcss(), react(), hostFederation()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    outDir: '../dist/kit',
    emptyOutDir: true,
    // axe is one large file, and its licence (MPL-2.0) stays in it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { comments: { legal: true } } },
  },
});
