// One configuration for the client build, the server build (--ssr) and every vitest project.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const apiPort = process.env.PORT ?? '3210'

export default defineConfig(({ isSsrBuild }) => ({
  root: at('./src/client'),
  publicDir: at('./src/client/public'),
  cacheDir: at('./node_modules/.vite'),
  plugins: isSsrBuild ? [] : [react()],
  build: isSsrBuild
    ? {
        outDir: at('./dist/server'),
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: at('./src/server/main.ts'),
            'reader-thread': at('./src/server/modules/imports/reader-thread.ts'),
            'parser-thread': at('./src/server/parsers/parser-thread.ts'),
          },
        },
      }
    : { outDir: at('./dist/client'), emptyOutDir: true, manifest: true, target: 'es2023', chunkSizeWarningLimit: 1200 },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/socket.io', '/dev', '/version.json', '/runtime-config.json'].map(path => [
        path,
        { target: `http://localhost:${apiPort}`, ws: true },
      ]),
    ),
  },
  test: {
    root: at('./'),
    projects: [
      { extends: true, test: { name: 'unit', environment: 'node', include: ['tests/{domain,contract,commands,house}/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'client', environment: 'jsdom', include: ['tests/client/**/*.test.{ts,tsx}'], setupFiles: ['tests/client/setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/kit/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'proofs',
          environment: 'node',
          include: ['tests/proofs/**/*.proof.ts'],
          globalSetup: ['tests/kit/postgres.ts'],
          execArgv: ['--expose-gc'],
          testTimeout: process.env.RAZAO_PROOFS === 'full' ? 3_600_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}))
