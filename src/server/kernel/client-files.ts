// The built client: its files, and its one page, in the brand of each host and with the scripts named that its address will need.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasLook, LATER, SIGN_IN } from '#contract/kept-look.ts'
import { BRAND_NAMES, BRANDS, type Brand, type BrandHosts, brandOf } from '#domain/brands.ts'
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
      const asked = page(path, brandOf(request.hostname, brands), hasLook(request.headers.cookie))
      return sendPage(reply.header('cache-control', 'no-store'), asked)
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
/** The pages that share the sign-in's form. */
const WAY_IN = /^\/(login|signup|lead)(\/|$)/

const SIGN_IN_FORM = `<template id="${SIGN_IN}"></template>`

function readPage(clientDir: string): (path: string, brand: Brand, isSeen: boolean) => string {
  const index = readFileSync(join(clientDir, 'index.html'), 'utf8')
  const manifest = readManifest(clientDir)
  const letters = lettersOf(manifest)
  const linksTo = (...chunks: string[]) => linksOf(manifest, chunks, index)
  const endingHead = (links: string) => index.replace('</head>', `${links}</head>`)
  const framed = (page: string) => page.replace('class="starting"', 'class="starting framed"')
  // Sixteen files, though all of them cached, take longer than a look takes to be shown.
  const afterLook = (links: string) => endingHead(`${letters}<template id="${LATER}">${links}</template>`)
  const house = linksTo('first', 'house')
  const form = linksTo('first', 'sign-in')
  const inside = framed(endingHead(house))
  const seen = framed(afterLook(house))
  const signIn = afterOutline(afterLook(form), `${sheetsOf(form)}${SIGN_IN_FORM}`)
  // Who is signed in is led on from here, and waits for no look.
  const entrance = afterOutline(endingHead(`${letters}${form}`), `${sheetsOf(form)}${SIGN_IN_FORM}`)
  const wayIn = afterOutline(endingHead(form))
  const other = endingHead(linksTo('first'))
  const forms = Object.fromEntries(BRANDS.map(brand => [brand, signInForm(clientDir, brand)]))
  const pageAt = (path: string, isSeen: boolean) => {
    if (INSIDE.test(path)) return isSeen ? seen : inside
    if (/^\/login\/?$/.test(path)) return signIn
    return path === '/' ? entrance : WAY_IN.test(path) ? wayIn : other
  }
  return (path, brand, isSeen) =>
    branded(
      pageAt(path, isSeen).replace(SIGN_IN_FORM, () => forms[brand] ?? ''),
      brand,
    )
}

/** As the client draws it: tests/client/auth/prepared-form.test.tsx writes the files. */
const signInForm = (clientDir: string, brand: Brand): string =>
  SIGN_IN_FORM.replace('><', () => `>${readFileSync(join(clientDir, 'brand', `${brand}-entrar.html`), 'utf8')}<`)

const sheetsOf = (links: string): string =>
  links
    .match(/<link rel="preload" as="style"[^>]*>/g)
    ?.join('')
    .replaceAll('rel="preload" as="style"', 'rel="stylesheet"') ?? ''

/**
 * With the style sheet and `more` after the outline, which is painted while they are on their way: on a slow line a third of a second sooner.
 * Inside it would cost the first rows more. The script follows them, and finds them in the page.
 */
function afterOutline(page: string, more = ''): string {
  const [sheet = ''] = page.match(/<link rel="stylesheet"[^>]*>/) ?? []
  return page.replace(sheet, '').replace(/<div id="root">.*?<\/div>/s, outline => `${outline}${sheet}${more}`)
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
