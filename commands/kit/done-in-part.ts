// A run that did some of what its form asked: that part stands and is told, the rest goes back to the form.
import type { Outcome } from './command.ts'

/** What was not done, by the name its form knows it under, and why. */
export interface Undone {
  readonly field: string
  readonly message: string
}

export class DoneInPart extends Error {
  override name = 'DoneInPart'
  constructor(
    readonly done: Outcome,
    readonly details: readonly Undone[],
    message: string,
  ) {
    super(message)
  }
}

/** Nothing was done: the refusal belongs beside this field. */
export const besideField = (error: Error, field: string): DoneInPart =>
  new DoneInPart({}, [{ field, message: error.message }], error.message)

/** What was wrong with a certificate and its password, beside the one it is about; any other failure as it came. */
export function besideCertificate(error: unknown): unknown {
  const id = refusalId(error)
  if (!(error instanceof Error) || id?.startsWith('certificate.') !== true) return error
  return besideField(error, id === 'certificate.password_wrong' ? 'password' : 'file')
}

/** The id of a refusal in the catalogue; undefined for any other failure. */
export const refusalId = (error: unknown): string | undefined =>
  error instanceof Error && 'id' in error && typeof error.id === 'string' ? error.id : undefined
