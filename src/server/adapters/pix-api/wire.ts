// The answers of the Banco Central's API Pix 2.9.0 that are read here; what is not named is let through, an unknown state is not.
import { z } from 'zod'
import { isEndToEndId, isTxid } from '#domain/payments/pix-ids.ts'

/** Amounts travel as text with two decimals. */
const Amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform(text => Number(text.replace('.', '')))

const Instant = z.iso.datetime({ offset: true }).transform(text => new Date(text).toISOString())

export const Refund = z.object({
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  valor: Amount,
  /** Without one it is a refund of ours. */
  natureza: z.enum(['ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO']).optional(),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  motivo: z.string().optional(),
})

export const Received = z.object({
  endToEndId: z.string().refine(isEndToEndId),
  /** Static codes have short ones, transfers none. */
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  valor: Amount,
  horario: Instant,
  devolucoes: z.array(Refund).optional(),
})

/** Of both kinds; the published pattern of a txid has no ends, so its length is checked by ourselves. */
export const Charge = z.object({
  txid: z.string().refine(isTxid),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  valor: z.object({ original: Amount }),
  chave: z.string(),
  location: z.string().optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(Received).optional(),
})

export const ReceivedPage = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) }),
  pix: z.array(Received).optional(),
})

export const Webhook = z.object({ webhookUrl: z.string(), chave: z.string().optional() })

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

/** RFC 7807, of which only what a person may read is read. */
export const Problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  violacoes: z.array(z.object({ razao: z.string().optional(), propriedade: z.string().optional() })).optional(),
})
