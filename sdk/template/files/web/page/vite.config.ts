// Builds the front end of {{id}}: a page.
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
