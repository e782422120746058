// The built client: its files, and its one page, in the brand of each host and with the scripts named that its address will need.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasLook, LATER } from '#contract/kept-look.ts'
import { BRAND_NAMES, type Brand, type BrandHosts, brandOf } from '#domain/brands.ts'
import { fail } from '#server/base/fail.ts'
import { sendPage } from './page.ts'

export async function mountClient(app: FastifyInstance, clientDir: string | undefined, brands: BrandHosts): Promise<void> {
  const page = clientDir !== undefined && existsSync(clientDir) ? readPage(clientDir) : undefined
  if (page && clientDir) {
    await app.register(fastifyStatic, {
      root: clientDir,
      // Looked for as asked: a route for each file costs a start a second once a week's builds are kept.
      wildcard: true,
      index: false,
      dotfiles: 'ignore',
      // A folder is none of its files, and the page goes out in the brand of its host.
      allowedPath: path => /\.\w+$/.test(path) && path !== '/index.html',
      // Built beside them, small enough to be worth a slow compression.
      preCompressed: true,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const { url, method } = request
    const [path = ''] = url.split('?')
    // A screen's address belongs to the client; a missing call, file or method does not.
    const isScreen = method === 'GET' && !/^\/(v1|dev|socket\.io|assets)\//.test(url) && !/\.\w+$/.test(path)
    if (page && isScreen) {
      const asked = page(path, hasLook(request.headers.cookie))
      return sendPage(reply.header('cache-control', 'no-store'), branded(asked, brandOf(request.hostname, brands)))
    }
    return refuse404(request, reply)
  })
}

const branded = (page: string, brand: Brand): string =>
  page
    .replace('data-brand="razao"', `data-brand="${brand}"`)
    .replace('/brand/razao.svg', `/brand/${brand}.svg`)
    .replace('<title>Razão<', `<title>${BRAND_NAMES[brand]}<`)

function refuse404(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = fail('resource.not_found')
  return reply
    .code(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure.body(request.id)))
}

/** Screens that are only shown to who is signed in. */
const INSIDE = /^\/(company|organization|notifications)\b/
/** What leads to the sign-in, and the pages that share its form. */
const WAY_IN = /^\/(login|signup|lead)?(\/|$)/

function readPage(clientDir: string): (path: string, isSeen: boolean) => string {
  const index = readFileSync(join(clientDir, 'index.html'), 'utf8')
  const manifest = readManifest(clientDir)
  const linksTo = (...chunks: string[]) => linksOf(manifest, chunks, index)
  const endingHead = (links: string) => index.replace('</head>', `${links}</head>`)
  const framed = (page: string) => page.replace('class="starting"', 'class="starting framed"')
  const house = linksTo('first', 'house')
  const inside = framed(endingHead(house))
  // Sixteen files, though all of them cached, take longer than what the device keeps takes to be shown.
  const seen = framed(endingHead(`${lettersOf(manifest)}<template id="${LATER}">${house}</template>`))
  const wayIn = sheetLast(endingHead(linksTo('first', 'sign-in')))
  const other = endingHead(linksTo('first'))
  return (path, isSeen) => (INSIDE.test(path) ? (isSeen ? seen : inside) : WAY_IN.test(path) ? wayIn : other)
}

/** The outline is painted while the style sheet is on its way: on a slow line a third of a second sooner. Inside it would cost the first rows more. */
function sheetLast(page: string): string {
  const [sheet = ''] = page.match(/<link rel="stylesheet"[^>]*>/) ?? []
  return page.replace(sheet, '').replace('</body>', `${sheet}</body>`)
}

interface BuiltChunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, BuiltChunk>>

function readManifest(clientDir: string): Manifest {
  const path = join(clientDir, '.vite', 'manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
}

/** The font's Latin letters, which a page otherwise asks for once it has words in them. */
const lettersOf = (manifest: Manifest): string =>
  Object.entries(manifest)
    .filter(([source]) => source.endsWith('/inter-latin-wght-normal.woff2'))
    .map(([, { file }]) => `<link rel="preload" as="font" crossorigin href="/${file}">`)
    .join('')

/** Chunks, each after what was named before it and with what it needs, beside what the page names itself: all are fetched with the first script. */
function linksOf(manifest: Manifest, chunks: readonly string[], page: string): string {
  const keys = Object.keys(manifest)
  const needed = new Set<string>()
  for (const chunk of chunks) {
    for (const key of keys) if (manifest[key]?.name === chunk) needed.add(key)
    for (const key of needed) for (const imported of manifest[key]?.imports ?? []) needed.add(imported)
  }
  return [...needed]
    .flatMap(key => manifest[key] ?? [])
    .filter(({ file }) => !page.includes(file))
    .flatMap(({ file, css = [] }) => [
      `<link rel="modulepreload" crossorigin href="/${file}">`,
      ...css.map(sheet => `<link rel="preload" as="style" crossorigin href="/${sheet}">`),
    ])
    .join('')
}
