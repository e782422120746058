// What a lookup or a read that failed says: beside the fields, or by the catalogue, like any command's failure.
import { problemsOf } from '#client/kit/form/problems.ts'
import { showToast } from '#client/kit/toast.ts'
import { houseOptions } from './house.ts'

/** Says it. */
export function sayFailure(error: unknown): void {
  const { title, message, silent } = houseOptions().mapError(error, {
    id: 'form.submit',
    title: 'Salvar',
    takes: 'none',
    run: async () => undefined,
  })
  if (silent !== true) showToast({ title, description: message, variant: 'destructive' })
}

/** Within a form: what can stand beside fields is thrown on to it, the rest is said. */
export function lookupFailed(error: unknown): void {
  if (problemsOf(error).length > 0) throw error
  sayFailure(error)
}
