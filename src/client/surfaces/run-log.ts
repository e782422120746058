// One line per run: what ran, from where, how long it took.
import type { RunSource } from './steps.ts'

const LOG_KEPT = 200

export interface RunRecord {
  readonly id: string
  readonly source: RunSource
  /** From the end of the questions to the end of the run. */
  readonly ms: number
  readonly ok: boolean
}
const log: RunRecord[] = []
/** The last runs of this page, oldest first. */
export const runLog = (): readonly RunRecord[] => log

export function keepRun(run: RunRecord): void {
  log.push(run)
  if (log.length > LOG_KEPT) log.shift()
}
