// A return of CNAB 400: one line for each occurrence of a slip.
import { counted } from '../text.ts'
import type { ReturnFile, SlipOccurrence } from './cnab.ts'
import { BrokenRecord, cents, cut, day, type FixedLine, fixedLines, gaps, pieces } from './cnab-fields.ts'
import { LAYOUTS_400, type Layout400 } from './cnab-layouts.ts'
import { StatementFileError } from './statement-file.ts'

const WIDTH = 400
const COUNTER = [395, 400] as const

export function readReturn400(lines: readonly string[]): ReturnFile {
  const bank = (lines[0] ?? '').slice(76, 79)
  const layout = LAYOUTS_400[bank]
  if (!layout) throw new StatementFileError(`Não conhecemos o retorno CNAB 400 do banco ${bank}.`)
  const { records, errors } = fixedLines(lines, WIDTH)
  const isCounted = /\d{6}/.test(cut(records[0]?.text ?? '', COUNTER))
  const whole = records.filter(({ line, text }) => {
    const isCut = isCounted && !/^\d{6}$/.test(cut(text, COUNTER))
    // Every record ends with its number where the bank counts: without it something is missing before it too.
    if (isCut)
      errors.push({
        line,
        reason: `O registro está cortado: tem ${counted(text.trimEnd().length, ['posição', 'posições'])} em vez de ${WIDTH}.`,
      })
    return !isCut
  })
  const occurrences: SlipOccurrence[] = []
  const details = whole.filter(({ text }) => text[0] === layout.detail)
  for (const record of details) {
    try {
      occurrences.push(readDetail(record, layout))
    } catch (error) {
      if (!(error instanceof BrokenRecord)) throw error
      errors.push({ line: record.line, reason: error.message })
    }
  }
  // The first record is the header and the last the trailer; one in between that calls itself so is something else.
  const last = whole.at(-1)
  const others = whole.filter(record => record.line > 1 && record.text[0] !== layout.detail && !(record === last && record.text[0] === '9'))
  if (details.length === 0 && others.some(({ text }) => text[0] === '1' || text[0] === '7'))
    throw new StatementFileError(`O cabeçalho diz que o retorno é do banco ${bank}, mas os registros não são os deste banco.`)
  const counters = whole.map(({ line, text }) => ({ line, number: Number(cut(text, COUNTER)) || 0 }))
  return {
    bank,
    layout: 'CNAB400',
    settled: layout.settled,
    occurrences,
    errors,
    warnings: [
      ...(errors.length > 0 ? [] : gaps(counters, 1)),
      ...(last?.text[0] === '9' ? [] : ['O arquivo parece incompleto: falta o registro final.']),
      ...(others.length === 0
        ? []
        : [
            `${counted(others.length, ['registro complementar do banco não foi lido', 'registros complementares do banco não foram lidos'])}.`,
          ]),
    ],
  }
}

function readDetail({ line, text }: FixedLine, layout: Layout400): SlipOccurrence {
  const yearFirst = layout.credit_day[1] - layout.credit_day[0] === 7
  return {
    line,
    occurrence: cut(text, layout.occurrence),
    our_number: cut(text, layout.our_number),
    document: cut(text, layout.document),
    payer: '',
    due_day: day(text, layout.due_day, 'Vencimento'),
    occurrence_day: day(text, layout.occurrence_day, 'Data da ocorrência'),
    credit_day: day(text, layout.credit_day, 'Data do crédito', yearFirst),
    amount_cents: cents(text, layout.amount, 'Valor do título'),
    paid_cents: cents(text, layout.paid, 'Valor pago'),
    fee_cents: layout.fee ? cents(text, layout.fee, 'Tarifa') : 0,
    reasons: layout.reasons ? pieces(text, layout.reasons) : [],
  }
}
