// The error of a database that cannot be opened; its message is final pt-BR text for the terminal.

/** Thrown before anything is served. Print only `message` (no stack) and exit with a code other than 0. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** The message of anything thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
