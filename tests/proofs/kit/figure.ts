// How long a proof runs and where its figure goes: short within `npm test`, whole within `npm run proofs`.
import { appendFileSync } from 'node:fs'

/** RAZAO_PROOFS is 'full', or how much of the full length to run: '0.01'. */
const share = process.env.RAZAO_PROOFS === 'full' ? 1 : Number(process.env.RAZAO_PROOFS ?? 0)

export const isFull = share > 0

/** The count of a proof: the first in `npm test`, the second at full length. */
export const times = (short: number, whole: number): number => (isFull ? Math.max(short, Math.ceil(whole * share)) : short)

/** What a generated proof runs by; RAZAO_REPLAY='seed' or 'seed:path', as a failure prints them, runs that again. */
export function seeded(numRuns: number): { numRuns: number; seed: number; path?: string } {
  const [seed = '20260311', ...path] = (process.env.RAZAO_REPLAY ?? '').split(':').filter(part => part !== '')
  return { numRuns, seed: Number(seed), ...(path.length > 0 ? { path: path.join(':') } : {}) }
}

export interface Figure {
  /** 'C1': the line of the promises it proves. */
  promise: string
  what: string
  ours: string
  floor: string
}

/** Prints what was measured beside what was promised; `npm run proofs` gathers them in one table. */
export function figure(measured: Figure): void {
  console.log(`${measured.promise}  ${measured.what}: ${measured.ours} (piso: ${measured.floor})`)
  const report = process.env.RAZAO_PROOFS_REPORT
  if (report) appendFileSync(report, `${JSON.stringify(measured)}\n`)
}
