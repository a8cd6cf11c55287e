// How the face of australia-post is built: the form of its accounts.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { pluginConfig } from '@waybill/plugin/vite';

export default defineConfig(
  pluginConfig({
    id: 'australia-post',
    uses: ['@waybill/plugin/forms'],
    exposes: { './AccountForm': './src/AccountForm.tsx' },
    plugins: [tailwindcss(), react()],
  }),
);
