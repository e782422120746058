// What an operator is given to run: every variable it sets is one that the server reads, and every file it names is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'src/server/deploy')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

const known = new Set(
  [...readFileSync(join(root, 'src/server/env.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name),
)

/** The variables that each file gives to a process of ours. */
const given: Record<string, string[]> = {
  'compose.yaml': [...(/x-environment:[\s\S]*?\n\n/.exec(read('compose.yaml'))?.[0] ?? '').matchAll(/^ {2}([A-Z]\w+):/gm)]
    .concat([...read('compose.yaml').matchAll(/^ {6}(RAZAO_\w+):/gm)])
    .map(([, name = '']) => name),
  'kubernetes/razao.yaml': [...read('kubernetes/razao.yaml').matchAll(/env: \[\{ name: (\w+)/g)].map(([, name = '']) => name),
  'razao.service': [...read('razao.service').matchAll(/^Environment=(.*)$/gm)]
    .flatMap(([, line = '']) => [...line.matchAll(/(\w+)=/g)])
    .map(([, name = '']) => name),
  Containerfile: [...read('Containerfile').matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, line = '']) => [...line.matchAll(/(\w+)=/g)])
    .map(([, name = '']) => name),
}

test('the environment of the server is known', () => {
  expect(known.size).toBeGreaterThan(40)
  expect(known).toContain('DATABASE_DIRECT_URL')
})

test.each(Object.entries(given))('%s sets variables, all of which the server reads', (_, names) => {
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter(name => !known.has(name))).toEqual([])
})

test('compose asks `.env` for nothing that the guide does not name', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  const [env = ''] = /^DOMAIN=[\s\S]*?```/m.exec(read('README.md')) ?? []
  const named = [...env.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
  expect([...new Set(asked)].sort()).toEqual(named.sort())
})

test('what production demands is set, and the probes and files that are named exist', () => {
  expect(given['compose.yaml']).toEqual(expect.arrayContaining(['DATABASE_URL', 'RAZAO_SECRET', 'SMTP_URL', 'MAIL_FROM', 'RAZAO_ROLES']))
  for (const [, path = ''] of read('compose.yaml').matchAll(/- \.\/(\w+):/g)) expect(readdirSync(folder)).toContain(path)
  for (const [, path = ''] of read('Containerfile').matchAll(/^COPY (?!--)(.+) \.\/$/gm))
    for (const each of path.split(' ')) expect(existsSync(join(root, each))).toBe(true)
  const http = readFileSync(join(root, 'src/server/kernel/http.ts'), 'utf8')
  const probes = ['compose.yaml', 'kubernetes/razao.yaml', 'Caddyfile', 'Containerfile'].flatMap(name => [
    ...read(name).matchAll(/\/(ready|health)\b/g),
  ])
  expect(probes.length).toBeGreaterThan(3)
  for (const [path] of probes) expect(http).toContain(`app.get('${path}'`)
})

test('the dashboard asks for measures that the product takes, by labels that they have', () => {
  const metrics = readFileSync(join(root, 'src/server/kernel/metrics.ts'), 'utf8')
  const taken = new Set([...metrics.matchAll(/'(razao_\w+)'/g)].map(([, name = '']) => name))
  const { panels } = JSON.parse(read('grafana.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/razao_\w+/g) ?? []))
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.map(name => name.replace(/_(bucket|count|sum)$/, '')).filter(name => !taken.has(name))).toEqual([])
  expect([...taken].filter(name => !/uptime|heap/.test(name) && !asked.some(each => each.startsWith(name)))).toEqual([])
})
