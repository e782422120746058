// What is wrong with a file that did not come whole.

export interface Fault {
  /** The byte, from 0. */
  at: number
  /** The file ends there; else what stands there is not what should. */
  isCut: boolean
}

/** The first thing that is missing or wrong; a file behind its first bytes, which are checked before. */
export type WholeCheck = (bytes: Buffer) => Fault | undefined

export const cut = (bytes: Buffer): Fault => ({ at: bytes.length, isCut: true })
export const damaged = (at: number): Fault => ({ at, isCut: false })
