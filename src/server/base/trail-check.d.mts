// What TypeScript knows of trail-check.mjs.
export interface TrailFault {
  readonly seq: number | undefined
  readonly batch_id: string | undefined
  readonly label: string | undefined
  readonly created_at: string | undefined
  /** In pt-BR. */
  readonly fault: string
}
export interface TrailResult {
  /** The number of the last link. */
  readonly links: number
  readonly batches: number
  readonly rows: number
  readonly withheld: number
  /** Lines that an erasure of personal data changed. */
  readonly erased: number
  readonly pruned: number
  /** The last link. */
  readonly link: string
  readonly first: string | undefined
  readonly last: string | undefined
  readonly faults: readonly TrailFault[]
}
export class TrailCheck {
  constructor(known?: readonly (readonly [seq: number, link: string])[])
  add(line: string): void
  end(options?: { closing?: boolean }): TrailResult
}
export function faultWords(fault: TrailFault): string
