// Build of own-fleet's front end: account form and booking panel.
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { pluginConfig } from '@waybill/plugin/vite';

export default defineConfig(
  pluginConfig({
    id: 'own-fleet',
    uses: ['@waybill/plugin/forms'],
    exposes: {
      './AccountForm': './src/AccountForm.tsx',
      './BookingPanel': './src/BookingPanel.tsx',
    },
    plugins: [tailwindcss(), react()],
  }),
);
