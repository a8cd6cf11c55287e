// How the face of {{id}} is built: a page of its own.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { pluginConfig } from '@waybill/plugin/vite';

export default defineConfig(
  pluginConfig({
    id: '{{id}}',
    exposes: { './Page': './src/Page.tsx' },
    plugins: [tailwindcss(), react()],
  }),
);
