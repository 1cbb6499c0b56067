import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { budgets } from './build/budgets.ts';
import { licenses } from './build/licenses.ts';
import { finish, invitations, rulesPages } from './build/plugins.ts';

/** Where `baize serve` listens while the page is served by `npm run dev`. */
const server = process.env.BAIZE_SERVER ?? 'http://127.0.0.1:8080';

/** Begins with the games in Firefox and WebKit: one short file that runs for longer than most. */
class EnginesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLater = ({ project }: TestSpecification) => Number(project.name !== 'engines');
    return (await super.sort(files)).sort((one, other) => isLater(one) - isLater(other));
  }
}

export default defineConfig({
  // Addresses lead from where a file lies: any folder of any host can have the page.
  base: './',
  worker: { format: 'es' },
  plugins: [rulesPages(), svelte(), budgets(), invitations(), licenses(), finish()],
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
    // Scripts wait for their pages much of the time, so more of them than cores keep a machine busy.
    maxWorkers: availableParallelism() * 2,
    // What takes longer is named at the end of a run.
    slowTestThreshold: 20_000,
    sequence: { sequencer: EnginesFirst },
    // What is looked at again and again is given up as a hang, not as slowness.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts', 'build/**/*.test.ts'], testTimeout: 120_000 },
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
