// The score of Lighthouse for a page, by its own program: npx fetches it, two hundred packages that nothing else needs.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from './browser.ts'
import { note } from './report.ts'
import { median } from './statistics.ts'

/** The last line that runs on Node 20. */
const PROGRAM = 'lighthouse@12.8.2'
const ROUNDS = 3

interface Told {
  categories: { performance: { score: number | null } }
  audits: Record<string, { numericValue?: number }>
}

const SHOWN = {
  'first-contentful-paint': 'primeira pintura',
  'largest-contentful-paint': 'maior pintura',
  'total-blocking-time': 'bloqueado',
} as const

/** Points of speed, 0 to 100, the median of three; undefined where the program cannot be had. */
export async function lighthousePoints(url: string, device: 'celular' | 'computador'): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'razao-lighthouse-'))
  try {
    const points: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { categories, audits } = await tellOf(url, device, join(folder, `${round}.json`))
      points.push(Math.round((categories.performance.score ?? 0) * 100))
      const parts = Object.entries(SHOWN).map(([id, name]) => `${name} ${Math.round(audits[id]?.numericValue ?? Number.NaN)} ms`)
      note(`Lighthouse, ${device}: ${points.at(-1)} pontos, ${parts.join(', ')}`)
    }
    return median(points)
  } catch (error) {
    note(`Lighthouse não rodou: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tellOf(url: string, device: 'celular' | 'computador', path: string): Promise<Told> {
  const args = ['--yes', PROGRAM, url, '--only-categories=performance', '--quiet', '--output=json', `--output-path=${path}`]
  if (device === 'computador') args.push('--preset=desktop')
  await promisify(execFile)('npx', [...args, '--chrome-flags=--headless=new --no-sandbox'], {
    env: { ...process.env, CHROME_PATH: await findBrowser() },
  })
  return JSON.parse(await readFile(path, 'utf8')) as Told
}
