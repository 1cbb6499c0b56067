import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { budgets } from './build/budgets.ts';
import { finish, invitations, rulesPages } from './build/plugins.ts';

/** Where `baize serve` listens while the page is served by `npm run dev`. */
const server = process.env.BAIZE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [rulesPages(), svelte(), budgets(), invitations(), finish()],
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2022',
    // Small pictures stay files: the content policy and the cache are simpler with files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: true,
  },
  test: {
    // What takes longer is named at the end of a run.
    slowTestThreshold: 20_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts', 'build/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/*.test.ts'],
          exclude: ['tests/engines.test.ts'],
          // Only for what hangs: what the scripts wait for has its own patience and says what it was.
          testTimeout: 400_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          environment: 'node',
          include: ['tests/engines.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'measure', environment: 'node', include: ['tests/measure.ts'], testTimeout: 400_000, hookTimeout: 120_000 },
      },
      {
        extends: true,
        test: { name: 'pictures', environment: 'node', include: ['tests/pictures.ts'], testTimeout: 240_000, hookTimeout: 120_000 },
      },
    ],
  },
});
