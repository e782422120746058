// What the one page of the client names ahead: the scripts of the house where only who is signed in goes, those of the sign-in on the way in.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookCookie } from '#contract/kept-look.ts'
import { handlers } from '#server/areas/index.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { clientFolder } from '#tests/kit/client-folder.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', name: 'index', isEntry: true, imports: ['_boot.js'] },
  '_boot.js': { file: 'assets/boot-7.js', name: 'boot', css: ['assets/boot-8.css'] },
  '_first.js': { file: 'assets/first-9.js', name: 'first', imports: ['_boot.js'] },
  '_house.js': { file: 'assets/house-2.js', name: 'house', imports: ['_first.js', '_shared.js'], css: ['assets/house-3.css'] },
  '_shared.js': { file: 'assets/shared-4.js', name: 'shared' },
  'login.tsx': {
    file: 'assets/sign-in-6.js',
    name: 'sign-in',
    imports: ['_boot.js', '_shared.js', '_first.js'],
    css: ['assets/sign-in-11.css'],
  },
  '../fonts/inter-latin-wght-normal.woff2': { file: 'assets/inter-latin-wght-normal-10.woff2' },
  'grid.tsx': { file: 'assets/grid-5.js', name: 'grid' },
}

let server: TestServer
let dir: string
beforeAll(async () => {
  server = await testServer()
  const page = readFileSync('src/client/index.html', 'utf8')
  dir = clientFolder(
    page
      .replace('<script type="module" src="./boot.ts">', '<script src="/assets/index-1.js"></script><script src="/assets/boot-7.js">')
      .replace('</head>', '<link rel="stylesheet" href="/assets/boot-8.css"></head>'),
    brand => `<main>${brand} $&</main>`,
  )
  mkdirSync(join(dir, '.vite'))
  writeFileSync(join(dir, '.vite', 'manifest.json'), JSON.stringify(MANIFEST))
  writeFileSync(join(dir, 'assets', 'grid-5.js'), 'export {}')
})
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await server.close()
})

test('the address of a company names the scripts and styles of the house, the way in those of its form, any other the first alone; the page has its start itself', async () => {
  const app = await buildHttp({ services: server.services, handlers, clientDir: dir, version: 'v', ready: async () => true })
  const named = async (url: string) =>
    [...(await app.inject({ url })).body.matchAll(/<link rel="(?:modulepreload|preload)"[^>]*href="\/(assets\/[^"]+(?:js|css))"/g)].map(
      ([, file]) => file,
    )
  for (const url of ['/company/k/bills?periodo=tudo', '/organization', '/notifications'])
    expect(await named(url), url).toEqual(['assets/first-9.js', 'assets/house-2.js', 'assets/house-3.css', 'assets/shared-4.js'])
  for (const url of ['/', '/login', '/login/verify-otp', '/signup/user-data'])
    expect(await named(url), url).toEqual(['assets/first-9.js', 'assets/sign-in-6.js', 'assets/sign-in-11.css', 'assets/shared-4.js'])
  for (const url of ['/companyish', '/loginish', '/question/t']) expect(await named(url), url).toEqual(['assets/first-9.js'])
  const sheetComesFirst = async (url: string) => /<link rel="stylesheet".*id="root"/s.test((await app.inject({ url })).body)
  expect([await sheetComesFirst('/company/k/bills'), await sheetComesFirst('/login')]).toEqual([true, false])
  const outlined = async (url: string) => (await app.inject({ url })).body.includes('class="starting framed"')
  expect([await outlined('/company/k/bills'), await outlined('/login')]).toEqual([true, false])
  for (const url of ['/', '/?novo=1', '/login', '/login/', '/assets', '/company/k/bills']) {
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers['content-type']], url).toEqual([200, 'text/html; charset=utf-8'])
  }
  await app.close()
})

test('a page whose last look the browser keeps begins with its style sheet and letters alone, and holds the links to its code', async () => {
  const app = await buildHttp({ services: server.services, handlers, clientDir: dir, version: 'v', ready: async () => true })
  const page = async (url: string, cookie: string) => (await app.inject({ url, headers: { cookie } })).body
  const cookie = `other=2; ${lookCookie('/company/k/bills', 60).split(';')[0]}`
  const seen = await page('/company/k/bills', cookie)
  const [held = ''] = seen.match(/<template id="later">.*<\/template>/s) ?? []
  expect(Array.from(held.matchAll(/href="([^"]+)"/g), ([, file]) => file)).toEqual([
    '/assets/first-9.js',
    '/assets/house-2.js',
    '/assets/house-3.css',
    '/assets/shared-4.js',
  ])
  const asked = Array.from(seen.replace(held, '').matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, file]) => file)
  expect(asked.sort()).toEqual([
    '/assets/boot-7.js',
    '/assets/boot-8.css',
    '/assets/index-1.js',
    '/assets/inter-latin-wght-normal-10.woff2',
  ])
  for (const [url, sent] of [
    ['/company/k/bills', 'other=2'],
    ['/login/verify-otp', cookie],
  ] as const)
    expect(await page(url, sent), url).not.toContain('<template')
  await app.close()
})

test('the sign-in brings its form in the brand of the host, and waits for its style sheets and letters alone; the index holds nothing back', async () => {
  const app = await buildHttp({ services: server.services, handlers, clientDir: dir, version: 'v', ready: async () => true })
  const asked = (page: string) => Array.from(page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, file]) => file).sort()
  const held = /<template id="later">.*?<\/template>/s
  for (const [host, brand] of [
    ['localhost', 'razao'],
    ['mare.localhost', 'mare'],
  ] as const)
    for (const url of ['/', '/login', '/login/']) {
      const page = (await app.inject({ url, headers: { host } })).body
      expect(page, `${host}${url}`).toMatch(new RegExp(`<template id="sign-in"><main>${brand} \\$&</main></template>.*<script`, 's'))
      expect(page.match(/<link rel="stylesheet"[^>]*>/g), url).toEqual([
        '<link rel="stylesheet" href="/assets/boot-8.css">',
        '<link rel="stylesheet" crossorigin href="/assets/sign-in-11.css">',
      ])
      expect(held.test(page), url).toBe(url !== '/')
      expect(asked(page.replace(held, '')).includes('/assets/first-9.js'), url).toBe(url === '/')
      expect(asked(page)).toContain('/assets/sign-in-6.js')
    }
  await app.close()
})

test('a file is given as it was built and kept for good; the bare page, the build’s own record and what is not there are not', async () => {
  const app = await buildHttp({ services: server.services, handlers, clientDir: dir, version: 'v', ready: async () => true })
  const asset = await app.inject({ url: '/assets/grid-5.js' })
  expect([asset.statusCode, asset.body, asset.headers['cache-control']]).toEqual([200, 'export {}', 'public, max-age=31536000, immutable'])
  for (const url of ['/index.html', '/.vite/manifest.json', '/assets/grid-6.js', '/assets/../../package.json', '/assets/%2e%2e/index.html'])
    expect((await app.inject({ url })).statusCode, url).toBe(404)
  await app.close()
})
