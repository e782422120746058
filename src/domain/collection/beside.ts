// A charge by Pix and a slip of one receivable, told together: what pays it withdraws the other.
import type { ChargeStatus } from '../enums.ts'
import { isLive } from '../payments/charges.ts'
import type { MovementKind } from './layouts/layout.ts'
import type { BankSlipStatus } from './slip-states.ts'

interface Charge {
  status: ChargeStatus
}

interface Slip {
  status: BankSlipStatus
  asked: readonly MovementKind[]
  /** Part of what was asked waits for the next file. */
  to_send: boolean
}

export interface BesideWords {
  level: 'info' | 'warning' | 'danger'
  words: string
}

const isOpen = ({ status }: Slip): boolean => status === 'WAITING' || status === 'REGISTERED'

/** What happens to the two, in pt-BR; undefined where neither touches the other. */
export function besideWords(charges: readonly Charge[], slips: readonly Slip[]): BesideWords | undefined {
  const isCharged = charges.some(({ status }) => isLive(status))
  const isChargePaid = charges.some(({ status }) => status === 'PAID')
  const isSlipPaid = slips.some(({ status }) => status === 'PAID')
  const open = slips.find(isOpen)
  if (isChargePaid && isSlipPaid)
    return { level: 'danger', words: 'A cobrança por Pix e o boleto foram pagos: devolva um dos dois ao cliente.' }
  if (isCharged && isSlipPaid) return { level: 'info', words: 'O boleto foi pago: a cobrança por Pix está sendo cancelada.' }
  if (isChargePaid && open) return afterPix(open)
  if (isCharged && open)
    return {
      level: 'info',
      words:
        'O cliente pode pagar por Pix ou pelo boleto, e o que for pago primeiro cancela o outro. Pago o boleto, o Pix é cancelado assim que o retorno do banco é lido; pago o Pix, a baixa do boleto vai na próxima remessa.',
    }
  if (isSlipPaid && charges.some(({ status }) => status === 'CANCELLED'))
    return { level: 'info', words: 'O boleto foi pago e a cobrança por Pix foi cancelada.' }
  if (isChargePaid && slips.some(({ status }) => status === 'WRITTEN_OFF'))
    return { level: 'info', words: 'A cobrança por Pix foi paga e o banco baixou o boleto.' }
  return undefined
}

/** Until the bank has written it off, a slip can still be paid. */
function afterPix({ asked, to_send }: Slip): BesideWords {
  if (!asked.includes('WRITE_OFF')) return { level: 'warning', words: 'A cobrança por Pix foi paga: peça a baixa do boleto ao banco.' }
  return to_send
    ? {
        level: 'warning',
        words: 'A cobrança por Pix foi paga. A baixa do boleto vai na próxima remessa: até o banco confirmar, ele ainda pode ser pago.',
      }
    : {
        level: 'warning',
        words: 'A cobrança por Pix foi paga e a baixa do boleto foi pedida: até o banco confirmar, ele ainda pode ser pago.',
      }
}
