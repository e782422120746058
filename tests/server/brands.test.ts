// The brand of a page by its host name, over the real HTTP server and the client's own index.html; and the mapping of the environment.
import { readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BRANDS } from '#domain/brands.ts'
import { handlers } from '#server/areas/index.ts'
import { readEnvironment } from '#server/env.ts'
import { buildHttp } from '#server/kernel/http.ts'
import { clientFolder } from '#tests/kit/client-folder.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let dir: string
beforeAll(async () => {
  server = await testServer()
  dir = clientFolder(readFileSync('src/client/index.html', 'utf8'))
})
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await server.close()
})

const read = (RAZAO_BRANDS: string) => readEnvironment({ RAZAO_DIR: dir, RAZAO_BRANDS }).brands

test('a page comes in the brand of its host name, whatever its port, and in the default one for any other host', async () => {
  const brands = read('contas.exemplo.com.br = mare, APP.outro.com.br=ipe,grafite.razao.app=aurora')
  const app = await buildHttp({ services: { ...server.services, brands }, handlers, clientDir: dir, version: 'v', ready: async () => true })
  const shown = async (host: string) => {
    const { body } = await app.inject({ url: '/login', headers: { host } })
    const [, brand] = /<html[^>]* data-brand="(\w+)"/.exec(body) ?? []
    const [, icon] = /href="\/brand\/(\w+)\.svg"/.exec(body) ?? []
    const [, title] = /<title>(.*)<\/title>/.exec(body) ?? []
    expect(body).toContain(`<main>${brand}</main>`)
    return [brand, icon, title]
  }
  expect(await shown('contas.exemplo.com.br')).toEqual(['mare', 'mare', 'Maré'])
  expect(await shown('contas.exemplo.com.br:8443')).toEqual(['mare', 'mare', 'Maré'])
  expect(await shown('app.outro.com.br')).toEqual(['ipe', 'ipe', 'Ipê'])
  expect(await shown('cerrado.localhost:4599')).toEqual(['cerrado', 'cerrado', 'Cerrado'])
  expect(await shown('grafite.razao.app')).toEqual(['aurora', 'aurora', 'Aurora'])
  for (const host of ['exemplo.com.br', 'contas.exemplo.com.br.outro.com', 'localhost']) {
    expect(await shown(host)).toEqual(['razao', 'razao', 'Razão'])
  }
  await app.close()
})

test.each([
  ['mare', /escreva host=marca/],
  ['a.b=mare=ipe', /escreva host=marca/],
  ['https://a.b=mare', /sem https/],
  ['a.b:8080=mare', /sem https:\/\/ e sem porta/],
  ['a.b=azul', new RegExp(BRANDS.join(', '))],
  ['a.b=mare,A.B=ipe', /já tem uma marca/],
])('the mapping %s stops the start with its reason', (mapping, why) => {
  expect(() => read(mapping)).toThrow(why)
})
