// The movements of the local banks: made from the account and the day alone, so that whoever asks again is told the same.
import { createHash } from 'node:crypto'
import { addDays, isBusinessDay } from '#domain/days.ts'
import type { ProvidedAccount, ProvidedTransaction } from '#domain/open-finance.ts'
import type { ItemRef } from './open-finance.ts'

type Words = ReadonlySet<string>

/** description, category, least and most in cents; money out is negative. */
const MOVEMENTS: readonly (readonly [description: string, category: string, least: number, most: number])[] = [
  ['PIX RECEBIDO CLIENTE BALCAO', 'Transferência - Pix', 3_000, 90_000],
  ['PIX RECEBIDO COMERCIO NOVA ERA LTDA', 'Transferência - Pix', 20_000, 480_000],
  ['TED RECEBIDA DISTRIBUIDORA HORIZONTE', 'Transferência - TED', 100_000, 900_000],
  ['CRED VENDAS CARTAO', 'Cartão', 15_000, 320_000],
  ['PIX ENVIADO FORNECEDOR SERRA AZUL', 'Transferência - Pix', -280_000, -12_000],
  ['PAGTO BOLETO EMBALAGENS RIO CLARO', 'Serviços', -160_000, -9_000],
  ['COMPRA CARTAO POSTO AVENIDA', 'Combustível', -32_000, -6_000],
  ['TARIFA PACOTE DE SERVICOS', 'Tarifas bancárias', -8_990, -3_990],
  ['PAGTO CONTA ENERGIA ELETRICA', 'Água e luz', -190_000, -18_000],
]

const PARTIAL_DAYS = 3
const OPENING_DAYS = 365
const OPENING_CENTS = 1_000_000

/** A number below 2^32 that a text always gives. */
export const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** Which account an id of ours names: a bank connected a second time gives its accounts new ids, but neither numbers nor movements. */
function readId(accountId: string): { company_id: string; item_id: string; index: string } {
  const [company_id = '', item_id = '', index = ''] = accountId.split('|')
  return { company_id, item_id, index }
}

const contentKey = (accountId: string, bank: string): string => {
  const { company_id, index } = readId(accountId)
  return `${company_id} ${bank} ${index}`
}

/** Movements of a day: none on days without settlement; those of today are pending, for banks post at night. */
function movementsOf(accountId: string, bank: string, words: Words, day: string, today: string): ProvidedTransaction[] {
  if (words.has('empty') || !isBusinessDay(day)) return []
  const key = `${contentKey(accountId, bank)} ${day}`
  const count = (seedOf(key) % 3) * (words.has('busy') ? 10 : 1)
  return Array.from({ length: count }, (_, at) => {
    const seed = `${key} ${at}`
    const [description, category, least, most] = MOVEMENTS[seedOf(seed) % MOVEMENTS.length] ?? MOVEMENTS[0]!
    const amount_cents = least + (seedOf(`${seed} amount`) % (most - least + 1))
    const id = createHash('sha256').update(`${accountId} ${day} ${at}`).digest('hex').slice(0, 32)
    return { id, day, amount_cents, description, category, category_id: category.slice(0, 3).toUpperCase(), pending: day === today }
  })
}

export function localTransactions(accountId: string, bank: string, words: Words, from: string, today: string): ProvidedTransaction[] {
  const last = words.has('partial') ? addDays(today, -PARTIAL_DAYS) : today
  const found: ProvidedTransaction[] = []
  for (let day = from; day <= last; day = addDays(day, 1)) found.push(...movementsOf(accountId, bank, words, day, today))
  return found
}

/** The item's accounts; a balance is the opening one plus every movement posted since, so that days follow from one another. */
export function localAccounts(
  { company_id, item_id }: ItemRef,
  bank: string,
  words: Words,
  opened: string,
  today: string,
): ProvidedAccount[] {
  const kinds = words.has('two') ? (['CHECKING', 'SAVINGS'] as const) : (['CHECKING'] as const)
  return kinds.map((kind, index) => {
    const id = [company_id, item_id, index + 1].join('|')
    const seed = seedOf(contentKey(id, bank))
    const posted = localTransactions(id, bank, words, addDays(opened, -OPENING_DAYS), today).filter(each => !each.pending)
    return {
      id,
      kind,
      routing_number: bank,
      branch_number: '0001',
      account_number: `${10_000 + (seed % 90_000)}-${seed % 10}`,
      balance_cents: posted.reduce((sum, each) => sum + each.amount_cents, OPENING_CENTS),
      balance_day: addDays(today, -1),
    }
  })
}
