// Several files in one sending: each that is accepted is kept, the others stay in the form with their reasons.
import { z } from 'zod'
import { counted } from '#domain/text.ts'
import type { Outcome } from './kit/command.ts'
import { DoneInPart, refusalId, type Undone } from './kit/done-in-part.ts'
import type { Reply } from './kit/ports.ts'

/** What a form of several files hands over. */
export const filesInput = (most: number) =>
  z.object({
    files: z
      .array(z.file({ error: 'Escolha os arquivos' }), { error: 'Escolha os arquivos' })
      .min(1, 'Escolha os arquivos')
      .max(most, `Até ${most} de cada vez`),
  })

interface Made {
  readonly id: string
}

/** Sends one file after the other. */
export async function eachFile<M extends Made>(
  files: readonly File[],
  say: (made: readonly M[]) => string,
  send: (file: File) => Promise<Pick<Reply<never>, 'batch_id'> & { readonly data: M }>,
): Promise<Outcome> {
  const undo: string[] = []
  const refused: Undone[] = []
  const made: M[] = []
  for (const file of files) {
    try {
      const { data, batch_id } = await send(file)
      made.push(data)
      if (batch_id !== undefined) undo.push(batch_id)
    } catch (error) {
      // Whatever else went wrong ends the sending.
      if (!(error instanceof Error) || refusalId(error) === undefined) throw error
      refused.push({ field: file.name, message: error.message })
    }
  }
  const [first] = made
  const done: Outcome = first === undefined ? {} : { say: say(made), undo, focus: first.id }
  if (refused.length === 0) return done
  throw new DoneInPart(done, refused, counted(refused.length, ['arquivo não entrou', 'arquivos não entraram']))
}
