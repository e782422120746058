// Puts the server's problems beside the fields they concern.
import { counted } from '#domain/text.ts'
export interface FieldProblem {
  field: string
  message: string
}

function isProblem(value: unknown): value is FieldProblem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    'message' in value &&
    typeof value.field === 'string' &&
    typeof value.message === 'string'
  )
}

/** The `details[{field, message}]` of a failed call, wherever the error carries it; empty without any. */
export function problemsOf(error: unknown): FieldProblem[] {
  if (typeof error !== 'object' || error === null) return []
  if ('details' in error && Array.isArray(error.details)) return error.details.filter(isProblem)
  return 'body' in error ? problemsOf(error.body) : []
}

/** How many fields of a react-hook-form error tree have a message; the form's own `root` is not a field. */
export function countProblems(errors: unknown, isTop = true): number {
  if (typeof errors !== 'object' || errors === null) return 0
  if ('type' in errors && (typeof errors.type === 'string' || typeof errors.type === 'number')) return 1
  return Object.entries(errors).reduce(
    (sum, [key, value]) => sum + (isTop && key === 'root' ? 0 : key === 'ref' ? 0 : countProblems(value, false)),
    0,
  )
}

export function problemCountText(count: number): string {
  return counted(count, ['campo a corrigir', 'campos a corrigir'])
}
