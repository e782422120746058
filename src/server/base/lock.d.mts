// What TypeScript knows of lock.mjs.
export class LockHeld extends Error {
  readonly pid: number
}
export interface Lock {
  release(): Promise<void>
}
export function holdLock(directory: string): Promise<Lock>
export function lockHolder(directory: string): Promise<number | undefined>
