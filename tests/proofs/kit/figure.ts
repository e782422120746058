// How long a proof runs and where its figure goes: short within `npm test`, whole within `npm run proofs`.
import { appendFileSync } from 'node:fs'

export const isFull = process.env.RAZAO_PROOFS === 'full'

/** The count of a proof: the first in `npm test`, the second at full length. */
export const times = (short: number, whole: number): number => (isFull ? whole : short)

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
