// Money that leaves: what equals a payment just sent goes a second time only when the person says so.
import { refusalId } from './kit/done-in-part.ts'
import type { AskPort } from './kit/ports.ts'

/** Undefined when the person keeps it from going twice. */
export async function sendOnce<T>(
  ask: Pick<AskPort, 'confirm'>,
  send: (again: { confirm_duplicate?: true }) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await send({})
  } catch (error) {
    if (refusalId(error) !== 'payment.possible_duplicate') throw error
    const sure = await ask.confirm({
      title: 'Enviar um pagamento igual?',
      body: error instanceof Error ? error.message : '',
      action: 'Enviar mesmo assim',
      danger: true,
    })
    return sure ? send({ confirm_duplicate: true }) : undefined
  }
}
