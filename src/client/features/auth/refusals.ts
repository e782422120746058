// What a refused call says: beside its field where the catalogue says so, else in the one toast (SPEC.md, Errors).
import { ApiError, OfflineError, SchemaError } from '#client/data/api.ts'
import type { FieldProblem } from '#client/kit/form/problems.ts'
import { showToast } from '#client/kit/toast.ts'
import { DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_TITLE, type ErrorId, isErrorId } from '#contract/errors.ts'

/** The form as a whole: its line stands above the button. */
export const WHOLE_FORM = 'root'

/** Answers the problems of the fields; what belongs to no field is said in a toast. `fields` names where an id belongs. */
export function problemsIn(error: unknown, fields: Partial<Record<ErrorId, string>> = {}): FieldProblem[] {
  if (error instanceof ApiError && isErrorId(error.id)) {
    if (error.details.length > 0) return [...error.details]
    const field = fields[error.id]
    if (field !== undefined) return [{ field, message: lineOf(error) }]
  }
  complain(error)
  return []
}

/** A text that says when to come back needs the title to say why. */
const lineOf = (error: ApiError): string => (error.status === 429 ? `${error.title}. ${error.message}` : error.message)

/** A destructive toast with the catalogue's title, else the default one. */
export function complain(error: unknown): void {
  if (error instanceof ApiError) {
    if (!SAID_ELSEWHERE.has(error.id)) showToast({ title: error.title, description: error.message, variant: 'destructive' })
    return
  }
  const offline = error instanceof OfflineError
  showToast({
    title: offline ? 'Sem conexão' : DEFAULT_ERROR_TITLE,
    description: offline || error instanceof SchemaError ? error.message : DEFAULT_ERROR_MESSAGE,
    variant: 'destructive',
  })
}

/** The dialog that asked for a code was left, or the page is on its way to the sign-in. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set<ErrorId>(['auth.step_up_required', 'auth.token_expired', 'auth.session_revoked'])
