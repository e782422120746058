// One configuration for the client build, the server build (--ssr) and every vitest project.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'
import { keepEarlierAssets } from './src/client/earlier-assets.ts'
import { LongestFirst } from './tests/kit/longest-first.ts'
import { projects } from './tests/projects.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** One chunk of all that a module needs: left to the bundler it is a hundred small files. */
function allOf(name: string, entry: string): (id: string, modules: Modules) => string | null {
  let needed: Set<string> | undefined
  const staticGraph = (modules: Modules) => {
    const found = new Set([at(entry)])
    for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
    return found
  }
  return (id, modules) => {
    needed ??= staticGraph(modules)
    return needed.has(id) ? name : null
  }
}

/** The page starts as soon as its first script is there, and not at its own end; the outline stands by then. */
const startEarly: Plugin = {
  name: 'start-early',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const [script = '', address = ''] = page.match(/<script type="module" crossorigin (src=".*")><\/script>/) ?? []
      return page
        .replace(script, `<link rel="modulepreload" crossorigin ${address.replace('src', 'href')}>`)
        .replace('</body>', `<script async type="module" crossorigin ${address}></script></body>`)
    },
  },
}

const zodOfTheClient = [
  { find: /^zod$/, replacement: at('./src/client/strict-zod.ts') },
  {
    find: /^\.\.?\/(core\/)?(json-schema-processors|json-schema-generator|to-json-schema)\.js$/,
    replacement: at('./src/client/no-json-schema.ts'),
  },
]

const apiPort = process.env.PORT ?? '3210'

export default defineConfig(({ command, isSsrBuild }) => ({
  root: at('./src/client'),
  publicDir: at('./src/client/public'),
  cacheDir: at('./node_modules/.vite'),
  // These packages are hundreds of files; finding and reading them took half a second of every start. The build holds them in its own.
  ssr: { noExternal: ['zod', 'kysely', 'jose', 'fast-xml-parser', /^@?date-fns/, '@brazilian-utils/brazilian-utils'] },
  resolve: { alias: command === 'build' && !isSsrBuild ? zodOfTheClient : [] },
  // Every asset has its compressed twin; index.html has a nonce of its own each time
  plugins: isSsrBuild
    ? []
    : [
        react(),
        startEarly,
        keepEarlierAssets(at('./dist/client'), at('./dist/.earlier-assets.json')),
        compression({
          algorithms: [defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
          include: /\.(m?js|css|svg|wasm|json)$/,
          threshold: 0,
        }),
      ],
  // `cut` of text.module.css is `cut-text` on the page; tests/house/styles.test.ts proves that no two sheets share a name
  css: { modules: { generateScopedName: (name, file) => `${name}-${basename(file.split('?')[0] ?? file, '.module.css')}` } },
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
            'reader-thread': at('./src/server/parsers/reader-thread.ts'),
            'parser-thread': at('./src/server/parsers/parser-thread.ts'),
            'note-thread': at('./src/server/fiscal/received/note-thread.ts'),
          },
        },
      }
    : {
        outDir: at('./dist/client'),
        // keepEarlierAssets empties it
        emptyOutDir: false,
        manifest: true,
        target: 'es2023',
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          // zod's own, of what no-json-schema.ts has not; TypeScript finds ours.
          checks: { importIsUndefined: false },
          output: {
            codeSplitting: {
              groups: [
                // A chunk runs in one go, and the page answers nothing meanwhile: the house comes in parts (fetch-house.ts).
                // React changes more seldom than what is ours, and stays in the browser's cache.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|client\/create-root/, priority: 8 },
                { name: allOf('boot', './src/client/boot.ts'), debugName: 'boot', priority: 7 },
                { name: allOf('schemas', './src/contract/auth.ts'), debugName: 'schemas', priority: 6 },
                { name: allOf('first', './src/client/main.tsx'), debugName: 'first', priority: 5 },
                { name: allOf('contract', './src/contract/index.ts'), debugName: 'contract', priority: 4 },
                { name: allOf('commands', './commands/index.ts'), debugName: 'commands', priority: 3 },
                { name: allOf('sign-in', './src/client/features/auth/login.tsx'), debugName: 'sign-in', priority: 2.5 },
                { name: allOf('house', './src/client/shell/house.tsx'), debugName: 'house', priority: 2 },
                { name: 'shared', minShareCount: 6, maxSize: 400_000, priority: 1 },
              ],
            },
          },
        },
      },
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
    // Files of one worker share their modules, which are most of what a file costs; what a test changes it puts back.
    isolate: false,
    // A bigger nursery is collected less often, and most of what a test makes is dead by then.
    execArgv: ['--max-semi-space-size=64'],
    // The names that the build gives: the sign-in's form is drawn here (tests/client/auth/prepared-form.test.tsx).
    css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' } },
    // Only a hang is meant to end a test: a busy machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    // A source is transformed once until it changes, not once a run.
    experimental: { fsModuleCache: true, fsModuleCachePath: at('./node_modules/.vite/vitest-modules') },
    projects,
  },
}))
