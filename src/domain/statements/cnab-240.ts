// A return of CNAB 240: each occurrence is a T segment, which names the slip, and the U segment after it, which says what was paid.
import { counted, formatCount } from '../text.ts'
import type { ReturnFile, SlipOccurrence } from './cnab.ts'
import { BrokenRecord, cents, cut, day, type FixedLine, fixedLines, gaps, pieces } from './cnab-fields.ts'
import { isUnknown240, type Layout240, layout240Of, MONEY_240 } from './cnab-layouts.ts'
import { type RowError, StatementFileError } from './statement-file.ts'

const WIDTH = 240

/** Kinds of record, at position 8. */
const DETAIL = '3'
const FILE_END = '9'
const LOT = [4, 7] as const
const NUMBER_IN_LOT = [9, 13] as const
const FILE_COUNT = [24, 29] as const

export function readReturn240(lines: readonly string[]): ReturnFile {
  const bank = (lines[0] ?? '').slice(0, 3)
  const layout = layout240Of(bank)
  const { records, errors } = fixedLines(lines, WIDTH)
  const found = records.length + errors.length
  const details = records.filter(({ text }) => text[7] === DETAIL)
  const segments = details.filter(({ text }) => text[13] === 'T' || text[13] === 'U')
  if (details.length > 0 && segments.length === 0)
    throw new StatementFileError('O retorno não é de cobrança: traz pagamentos ou extrato em CNAB 240, que ainda não são lidos.')
  const occurrences = readSegments(segments, layout, errors)
  const end = records.find(({ text }) => text[7] === FILE_END)
  const stated = Number(cut(end?.text ?? '', FILE_COUNT)) || 0
  const warnings = [
    ...(isUnknown240(bank) ? [`Não conhecemos o retorno CNAB 240 do banco ${bank}: lido pelo padrão FEBRABAN, confira.`] : []),
  ]
  if (!end) warnings.push('O arquivo parece incompleto: falta o registro final.')
  else if (stated > 0 && stated !== found)
    warnings.push(`O banco conta ${counted(stated, ['registro', 'registros'])} no arquivo e ele traz ${formatCount(found)}.`)
  return { bank, layout: 'CNAB240', settled: layout.settled, occurrences, errors, warnings: [...warnings, ...lotGaps(details)] }
}

/** Within each lot the records are numbered one after the other. */
function lotGaps(details: readonly FixedLine[]): string[] {
  const lots = new Map<string, { line: number; number: number }[]>()
  for (const { line, text } of details) {
    const [lot, number] = [cut(text, LOT), Number(cut(text, NUMBER_IN_LOT)) || 0]
    const counters = lots.get(lot)
    if (counters) counters.push({ line, number })
    else lots.set(lot, [{ line, number }])
  }
  return [...lots.values()].flatMap(counters => gaps(counters, counters[0]?.number ?? 1))
}

function readSegments(segments: readonly FixedLine[], layout: Layout240, errors: RowError[]): SlipOccurrence[] {
  const occurrences: SlipOccurrence[] = []
  /** The title that still waits for its money; a broken T waits too, so that its U is nobody else's. */
  let waiting: { slip: SlipOccurrence | undefined; line: number; occurrence: string } | undefined
  const endTitle = (): void => {
    if (waiting?.slip && layout.settled.has(waiting.occurrence))
      errors.push({ line: waiting.line, reason: 'A liquidação não traz o segmento U, que diz quanto foi pago.' })
    waiting = undefined
  }
  for (const record of segments) {
    const { line, text } = record
    try {
      if (text[13] === 'T') {
        endTitle()
        waiting = { slip: undefined, line, occurrence: text.slice(15, 17) }
        waiting.slip = readTitle(record, layout)
        continue
      }
      const title = waiting
      waiting = undefined
      if (!title) throw new BrokenRecord('O segmento U veio sem o T que o precede.')
      if (!title.slip) throw new BrokenRecord(`O segmento U é de um título que não pôde ser lido (linha ${title.line}).`)
      if (text.slice(15, 17) !== title.occurrence)
        throw new BrokenRecord(`Os segmentos T e U trazem ocorrências diferentes (linha ${title.line}).`)
      occurrences.push({ ...title.slip, ...readMoney(record) })
    } catch (error) {
      if (!(error instanceof BrokenRecord)) throw error
      errors.push({ line, reason: error.message })
    }
  }
  endTitle()
  return occurrences
}

const named = (text: string): string => (/^0*$/.test(text) ? '' : text)

const readTitle = ({ line, text }: FixedLine, layout: Layout240): SlipOccurrence => ({
  line,
  occurrence: text.slice(15, 17),
  our_number: cut(text, layout.our_number),
  document: cut(text, layout.document),
  payer: named(cut(text, layout.payer)),
  due_day: day(text, layout.due_day, 'Vencimento'),
  occurrence_day: null,
  credit_day: null,
  amount_cents: cents(text, layout.amount, 'Valor do título'),
  paid_cents: 0,
  fee_cents: cents(text, layout.fee, 'Tarifa'),
  reasons: pieces(text, layout.reasons),
})

const readMoney = ({ text }: FixedLine): Pick<SlipOccurrence, 'occurrence_day' | 'credit_day' | 'paid_cents'> => ({
  occurrence_day: day(text, MONEY_240.occurrence_day, 'Data da ocorrência'),
  credit_day: day(text, MONEY_240.credit_day, 'Data do crédito'),
  paid_cents: cents(text, MONEY_240.paid, 'Valor pago'),
})
