// The catalogue is whole: what it names is thrown somewhere and met by a test, and nothing is refused outside it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') }))

const thrown = [...read('src/server'), ...read('src/domain')].filter(({ path }) => !path.endsWith('openapi-components.ts'))
const met = [...read('tests/server'), ...read('tests/proofs')]
const ids = Object.keys(ERRORS)

describe('every id', () => {
  test('is refused with somewhere', () => {
    expect(ids.filter(id => !thrown.some(({ text }) => text.includes(`'${id}'`)))).toEqual([])
  })

  test('is met by a test of the server', () => {
    expect(ids.filter(id => !met.some(({ text }) => text.includes(`'${id}'`)))).toEqual([])
  })

  test('has a title and a final sentence of its own', () => {
    for (const [id, { title, message, status }] of Object.entries(ERRORS)) {
      expect(id).toMatch(/^[a-z_]+\.[a-z_]+$/)
      expect(title, id).toMatch(/^[A-ZÀ-Ú]/)
      expect(message, id).toMatch(/^(\{motivo\}|[A-ZÀ-Ú{].*\.)$/)
      expect([202, 400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 429, 500, 503], id).toContain(status)
    }
  })
})

test('the server refuses through the catalogue only', () => {
  const own = (path: string) => /(base\/fail|kernel\/http)\.ts$/.test(path)
  const outside = thrown.filter(({ path, text }) => !own(path) && /new Failure\(|reply\.code\([45]|statusCode = [45]/.test(text))
  expect(outside.map(({ path }) => path)).toEqual([])
})
