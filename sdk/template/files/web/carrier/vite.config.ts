// Builds the front end of {{id}}: the account form.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { pluginConfig } from '@waybill/plugin/vite';

export default defineConfig(
  pluginConfig({
    id: '{{id}}',
    uses: ['@waybill/plugin/forms'],
    exposes: { './AccountForm': './src/AccountForm.tsx' },
    plugins: [tailwindcss(), react()],
  }),
);
