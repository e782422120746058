// Files of earlier builds stay a week after they left the build, not after they were written.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyButAssets, pruneAssets } from '#client/earlier-assets.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 10, 1)

let built: string
let folder: string
let record: string

beforeEach(() => {
  built = mkdtempSync(join(tmpdir(), 'razao-assets-'))
  folder = join(built, 'client', 'assets')
  record = join(built, '.earlier-assets.json')
  mkdirSync(folder, { recursive: true })
})
afterEach(() => rmSync(built, { recursive: true }))

/** A build on that day: its files are written, then the folder is pruned. */
function build(day: number, ...files: string[]): string[] {
  for (const file of files) for (const name of [file, `${file}.br`]) writeFileSync(join(folder, name), '')
  pruneAssets(folder, record, new Set(files), START + day * DAY)
  return readdirSync(folder)
    .filter(name => !name.endsWith('.br'))
    .sort()
}

describe('assets of earlier builds', () => {
  it('stay seven days after the build that replaced them, however old they are, and go with their compressed twin', () => {
    expect(build(0, 'a-1.js')).toEqual(['a-1.js'])
    expect(build(90, 'a-2.js')).toEqual(['a-1.js', 'a-2.js'])
    expect(build(96, 'a-3.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
    expect(build(97.5, 'a-3.js')).toEqual(['a-2.js', 'a-3.js'])
    expect(existsSync(join(folder, 'a-1.js.br'))).toBe(false)
    expect(build(104, 'a-3.js')).toEqual(['a-3.js'])
  })

  it('start anew when a file comes back', () => {
    build(0, 'a-1.js')
    build(1, 'a-2.js')
    build(6, 'a-1.js')
    expect(build(9, 'a-3.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
    expect(build(14, 'a-3.js')).toEqual(['a-1.js', 'a-3.js'])
  })

  it.each(['', 'null', '[1', '{"a-1.js":"ontem"}', '{"a-1.js":9e99}'])('count from now with the record %j', text => {
    build(0, 'a-1.js')
    writeFileSync(record, text)
    expect(build(30, 'a-2.js')).toEqual(['a-1.js', 'a-2.js'])
    expect(build(38, 'a-2.js')).toEqual(['a-2.js'])
  })

  it('are all that a new build finds of the old one', () => {
    writeFileSync(join(built, 'client', 'index.html'), '')
    mkdirSync(join(built, 'client', 'brand'))
    emptyButAssets(join(built, 'client'))
    expect(readdirSync(join(built, 'client'))).toEqual(['assets'])
  })
})
