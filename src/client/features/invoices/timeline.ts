// Where a note stands with the authority, as the steps it took and the one it is in.
import { clockInSaoPaulo, dayInSaoPaulo, formatDay } from '#domain/days.ts'
import type { Invoice } from './invoice-kind.ts'

export interface Step {
  title: string
  state: 'done' | 'now' | 'failed'
  when?: string | undefined
  detail?: string | undefined
}

/** '20/11/2026 14:05' */
export function momentText(instant: string): string {
  const at = Date.parse(instant)
  return `${formatDay(dayInSaoPaulo(at))} ${clockInSaoPaulo(at)}`
}

type Facts = Pick<
  Invoice,
  | 'status'
  | 'source'
  | 'waiting_transmission'
  | 'created_at'
  | 'issued_at'
  | 'cancelled_at'
  | 'reason'
  | 'reason_code'
  | 'protocol'
  | 'decision'
>

const protocolText = (protocol: string | null) => (protocol ? `Protocolo ${protocol}` : undefined)
const answerText = ({ reason, reason_code }: Facts) => [reason_code, reason].filter(Boolean).join(': ') || undefined

function cancelSteps(note: Facts): readonly Step[] {
  const detail = note.reason ?? undefined
  if (note.status === 'CANCELLING') return [{ title: 'Cancelamento pedido', state: 'now', detail }]
  if (note.status !== 'CANCELLED') return []
  return [{ title: 'Cancelada', state: 'done', when: note.cancelled_at ? momentText(note.cancelled_at) : undefined, detail }]
}

function decisionSteps({ source, decision }: Facts): readonly Step[] {
  if (source !== 'CAPTURE') return []
  if (decision === null) return [{ title: 'Espera a decisão do escritório', state: 'now' }]
  return [decision === 'ACCEPTED' ? { title: 'Aceita', state: 'done' } : { title: 'Recusada', state: 'failed' }]
}

export function stepsOf(note: Facts): readonly Step[] {
  const begun: Step = { title: note.source === 'CAPTURE' ? 'Recebida' : 'Preparada', state: 'done', when: momentText(note.created_at) }
  if (note.waiting_transmission) return [begun, { title: 'Aguardando transmissão', state: 'now' }]
  if (note.status === 'PROCESSING') return [begun, { title: 'Na autoridade fiscal', state: 'now' }]
  if (note.status === 'REJECTED') return [begun, { title: 'Rejeitada', state: 'failed', detail: answerText(note) }]
  return [
    begun,
    {
      title: 'Autorizada',
      state: 'done',
      when: note.issued_at ? momentText(note.issued_at) : undefined,
      detail: protocolText(note.protocol),
    },
    ...cancelSteps(note),
    ...decisionSteps(note),
  ]
}
