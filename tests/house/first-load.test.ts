// What is loaded first: by the page, before it may ask who is there (sign-in and the pages behind a link wait for nothing else), and by a start
// of the server.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { neededBy, sources } from './imports.ts'

const isOurs = (path: string) => /\.tsx?$/.test(path)

/** Every file and package that a file reaches without a dynamic import, by the file that asked for it. */
function reachOf(entry: string): Map<string, string> {
  const reached = new Map([[entry, '']])
  for (const path of reached.keys()) {
    if (!isOurs(path)) continue
    for (const needed of neededBy(path)) if (!reached.has(needed)) reached.set(needed, path)
  }
  return reached
}

/** The house and what only a signed-in person needs; the barrel of radix-ui brings all of it, its single parts do not. */
const LATER = [
  /^src\/client\/shell\/house/,
  /^src\/client\/surfaces\/(palette|dispatcher|runner|house|form-|asked|ledger|listing)/,
  /^src\/client\/features\/(?!auth\/)/,
  /^commands\/(index|kit\/(registry|search|gate|keys))\.ts$/,
  /^src\/contract\/index\.ts$/,
  /^src\/client\/kit\/(grid\/(?!load-grid)|charts|listing|dialog|menu|popover|tooltip)/,
  /^src\/client\/kit\/form\//,
  /^(react-hook-form|socket\.io-client|ag-grid-community|cmdk|radix-ui|@tanstack\/react-table|@tanstack\/react-virtual)$/,
]

describe('the first load', () => {
  const reached = reachOf('src/client/main.tsx')

  it('was really followed', () => {
    expect([...reached.keys()]).toEqual(
      expect.arrayContaining(['src/client/features/auth/session-rule.ts', 'src/contract/auth.ts', 'react-dom/client']),
    )
    expect(reachOf('src/client/shell/house.tsx').has('src/client/surfaces/palette.tsx')).toBe(true)
  })

  it('holds nothing of the house', () => {
    const early = [...reached].filter(([path]) => LATER.some(rule => rule.test(path)))
    expect(early.map(([path, by]) => `${by} → ${path}`)).toEqual([])
  })

  it('brings the socket after the house', () => {
    expect(reachOf('src/client/shell/house.tsx').has('src/client/shell/use-realtime.ts')).toBe(true)
    expect(reachOf('src/client/shell/house.tsx').has('socket.io-client')).toBe(false)
  })
})

describe('the start of the page', () => {
  it('holds no library, so that it runs while the client’s own code is on its way', () => {
    const reached = [...reachOf('src/client/boot.ts').keys()]
    expect(reached).toContain('src/client/kit/page-snapshot.ts')
    expect(reached.filter(path => !isOurs(path) && !path.endsWith('.css'))).toEqual([])
  })
})

/** Zod makes them of the code of JSON Schema, which the built client has none of (no-json-schema.ts). */
const OF_JSON_SCHEMA = /\btoJSONSchema\b|\.(?:min|max)(?:Length|Value)\b|\.isInt\b/

describe('the built client', () => {
  it('asks zod for nothing that is made by its JSON Schema', () => {
    const files = ['src/client', 'commands', 'src/resources', 'src/contract', 'src/domain'].flatMap(folder => [...sources(folder)])
    const asking = files.filter(path => OF_JSON_SCHEMA.test(readFileSync(path, 'utf8')))
    expect(asking).toEqual(['src/client/no-json-schema.ts'])
  })
})

/** Read when the first person or party needs them, in a thread or after a question to the database: together a second of every start. */
const WHEN_NEEDED = [/^(pdfmake|stripe|nodemailer|qrcode|@e965\/xlsx)$/, /^src\/server\/(demo\/demo|upkeep)\.ts$/]

describe('a start of the server', () => {
  const reached = reachOf('src/server/serve.ts')

  it('was really followed', () => {
    expect([...reached.keys()]).toEqual(expect.arrayContaining(['fastify', 'src/server/base/pdf.ts', 'src/server/areas/index.ts']))
    expect(reachOf('src/server/parsers/reader-thread.ts').has('@e965/xlsx')).toBe(true)
  })

  it('reads nothing that waits until it is needed', () => {
    const early = [...reached].filter(([path]) => WHEN_NEEDED.some(rule => rule.test(path)))
    expect(early.map(([path, by]) => `${by} → ${path}`)).toEqual([])
  })

  it('opens the database before the server is read', () => {
    expect(reachOf('src/server/main.ts').has('src/server/db/connect.ts')).toBe(true)
    expect(reachOf('src/server/main.ts').has('src/server/serve.ts')).toBe(false)
  })
})
