// Returns of collection: read once, each occurrence kept with what it means, and what nobody knows asked about.
import type { Agreement, SlipOccurrence } from '#contract/collection.ts'
import type { contract } from '#contract/index.ts'
import {
  meaningOf,
  numberOf,
  type OccurrenceMeaning,
  occurrenceKey,
  reasonText,
  returnedNumber,
  returnSentence,
} from '#domain/collection/occurrences.ts'
import { givenNumbers } from '#domain/collection/our-number.ts'
import { isPaymentFile } from '#domain/payment-files/read.ts'
import { creditOf, moneyOf, type SlipOccurrence as Read, type ReturnFile, readReturn } from '#domain/statements/cnab.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { capitalized, counted } from '#domain/text.ts'
import { cleanName } from '#server/areas/platform/attachments/content.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { findAgreement, listAgreements, lockAgreement } from '../agreements/rows.ts'
import { slipsById } from '../bank-slips/rows.ts'
import { takePaymentReturn } from '../payment-files/returns.ts'
import { applyOccurrences, type Told } from './apply.ts'
import { closeOccurrence, findOccurrence, insertOccurrences, type KnownSlip, knownKeys, listOccurrences, slipsOfAgreement } from './rows.ts'

const MOST_BYTES = 8 * 1024 * 1024

export const slipReturnHandlers: Handlers<(typeof contract)['slipReturns']> = {
  list: (ctx, { query }) => listOccurrences(ctx.db, ctx.companyId, query.slip_id),

  async read(ctx, { file, form }) {
    if (file.bytes.length <= MOST_BYTES && isPaymentFile(file.bytes)) return { kind: 'PAYMENTS', ...(await takePaymentReturn(ctx, file)) }
    const read = readFile(file.bytes)
    const { agreement, slipOf } = await agreementOf(ctx, read, form.agreement_id)
    const keyed = [...new Map(read.occurrences.map(one => [occurrenceKey(one), one]))]
    const known = await knownKeys(
      ctx.db,
      ctx.companyId,
      agreement.id,
      keyed.map(([key]) => key),
    )
    const fresh = keyed
      .filter(([key]) => !known.has(key))
      .map(([key, one]) => ({ key, one, ...understood(one, read, agreement, slipOf(one)) }))
    const lines = await applyOccurrences(
      ctx,
      agreement,
      fresh.map(each => each.told),
    )
    await insertOccurrences(
      ctx.db,
      ctx.companyId,
      fresh.map(({ key, one, told, open }, at) => ({
        id: ctx.newId(),
        agreement_id: agreement.id,
        slip_id: told.slip_id,
        file_name: cleanName(file.name),
        key,
        number: one.our_number,
        document: one.document,
        occurrence: one.occurrence,
        meaning: told.meaning,
        reason: told.reason,
        occurred_on: one.occurrence_day,
        credited_on: one.credit_day,
        amount_cents: one.amount_cents,
        paid_cents: one.paid_cents,
        fee_cents: one.fee_cents,
        open,
        line_id: lines[at] ?? null,
      })),
    )
    const counts: Partial<Record<OccurrenceMeaning, number>> = {}
    for (const { told, open } of fresh) {
      const meaning = open ? 'UNKNOWN' : told.meaning
      counts[meaning] = (counts[meaning] ?? 0) + 1
    }
    const told = fresh.length === 0 && read.occurrences.length > 0 ? returnSentence({}) : returnSentence(counts)
    ctx.touch(agreement.id)
    ctx.label(`Retorno ${cleanName(file.name)}: ${told}`)
    const broken = read.errors.length
    return {
      kind: 'CHARGES',
      told,
      taken: fresh.length,
      known: keyed.length - fresh.length,
      open: counts.UNKNOWN ?? 0,
      warnings: [
        ...read.warnings,
        ...(broken === 0
          ? []
          : [
              `${counted(broken, ['registro não pôde ser lido', 'registros não puderam ser lidos'])}: linha ${read.errors[0]?.line}, ${read.errors[0]?.reason}`,
            ]),
      ],
    }
  },

  async answer(ctx, { params, body }) {
    const found = await mustFind(ctx, params.id)
    const agreement = await lockAgreement(ctx.db, ctx.companyId, found.agreement_id)
    if (!agreement) throw fail('resource.not_found')
    if (!found.open) throw refuse('conflict.invalid_transition', 'Esta ocorrência já foi decidida.')
    const slip_id = found.slip_id ?? body.slip_id ?? null
    const [slip] = slip_id === null ? [] : await slipsById(ctx.db, ctx.companyId, [slip_id])
    if (slip_id !== null && found.slip_id === null && slip?.agreement_id !== agreement.id)
      throw invalid('slip_id', 'Escolha um boleto deste convênio')
    const isNumbered = givesNumber(slip, body.answer)
    const numbers = isNumbered ? givenNumbers(agreement, found.number) : undefined
    if (isNumbered && !numbers) throw invalid('answer', `${capitalized(wrongDigit(found.number))}: peça o certo ao banco`)
    if (slip_id === null && body.answer !== 'TOLD' && body.answer !== 'SETTLED')
      throw invalid('slip_id', 'Diga de qual boleto é esta ocorrência')
    const [line] =
      body.answer === 'TOLD' ? [null] : await applyOccurrences(ctx, agreement, [{ ...answered(found, slip_id, body.answer), numbers }])
    if (!(await closeOccurrence(ctx.db, ctx.companyId, found.id, { answer: body.answer, slip_id, line_id: line ?? null })))
      throw refuse('conflict.invalid_transition', 'Esta ocorrência já foi decidida.')
    ctx.touch(found.id)
    ctx.label(`Ocorrência ${found.occurrence} do boleto ${found.number} decidida`)
    return mustFind(ctx, found.id)
  },
}

function readFile(bytes: Uint8Array): ReturnFile {
  if (bytes.length > MOST_BYTES) throw fail('import.file_rejected', { motivo: 'O retorno passa de 8 MB.' })
  try {
    return readReturn(bytes)
  } catch (error) {
    if (error instanceof StatementFileError) throw fail('import.file_rejected', { motivo: error.reason })
    throw error
  }
}

interface Understood {
  told: Told
  open: boolean
}

type SlipOf = (one: Read) => KnownSlip | undefined

/** The slip of an occurrence: by its number, or by the company's own and its amount where the bank has yet to give it one. */
function namedBy(slips: readonly KnownSlip[], { bank, layout }: ReturnFile): SlipOf {
  const byNumber = new Map(slips.flatMap(slip => (slip.number === '' ? [] : [[returnedNumber(slip, bank, layout), slip] as const])))
  const byDocument = new Map(slips.flatMap(slip => (slip.number === '' ? [[slip.document, slip] as const] : [])))
  return one => {
    const unnumbered = byDocument.get(one.document.trim().replace(/^0+/, ''))
    return byNumber.get(numberOf(one)) ?? (unnumbered?.amount_cents === one.amount_cents ? unnumbered : undefined)
  }
}

/** Whether a slip that has no number yet is told to stand at the bank, which then gives it one. */
const givesNumber = (slip: Pick<KnownSlip, 'number'> | undefined, meaning: OccurrenceMeaning): boolean =>
  slip?.number === '' && (meaning === 'REGISTERED' || meaning === 'SETTLED')

const wrongDigit = (our_number: string): string => `o dígito do nosso número ${our_number.trim()} não confere`

function understood(one: Read, read: ReturnFile, agreement: Agreement, slip: KnownSlip | undefined): Understood {
  const money = moneyOf(one, read.settled)
  const meaning = meaningOf(one.occurrence, read)
  // A settlement that says no amount or day cannot be taken as one.
  const isBroken = meaning === 'SETTLED' && (money === undefined || 'reason' in money)
  const isNumbered = givesNumber(slip, meaning)
  const numbers = isNumbered ? givenNumbers(agreement, one.our_number) : undefined
  const lacksNumber = isNumbered && numbers === undefined
  const open = isBroken || lacksNumber || meaning === 'UNKNOWN' || (slip === undefined && meaning !== 'TOLD')
  const reason = [
    reasonText(one.reasons, read.layout),
    isBroken && money && 'reason' in money ? money.reason : '',
    lacksNumber ? wrongDigit(one.our_number) : '',
  ]
    .filter(Boolean)
    .join('; ')
  return {
    open,
    told: {
      slip_id: slip?.id ?? null,
      occurrence: one.occurrence,
      meaning: isBroken || lacksNumber ? 'UNKNOWN' : meaning,
      reason,
      numbers,
      paid_cents: one.paid_cents,
      money: meaning === 'SETTLED' && !lacksNumber && money && !('reason' in money) ? money : undefined,
    },
  }
}

/** What a person says of an occurrence, as if the bank had said it in words we know. */
function answered(found: SlipOccurrence, slip_id: string | null, answer: Exclude<SlipOccurrence['answer'], null>): Told {
  const day = found.credited_on ?? found.occurred_on
  // Money of a settlement without a slip of ours came with the file already; what stands there is the same line.
  const settles = answer === 'SETTLED'
  if (settles && (!day || found.paid_cents <= 0))
    throw invalid('answer', 'O banco não disse quanto foi pago, ou quando: não é uma liquidação')
  return {
    slip_id,
    occurrence: found.occurrence,
    meaning: answer,
    reason: found.reason,
    paid_cents: found.paid_cents,
    money: settles && day ? creditOf({ ...found, our_number: found.number, payer: found.payer_name ?? '', line: 1 }, day) : undefined,
  }
}

/** The agreement a return answers: the only one of its bank and width, the one whose numbers it names, or the one that was said. */
async function agreementOf(ctx: Context, read: ReturnFile, said: string | undefined): Promise<{ agreement: Agreement; slipOf: SlipOf }> {
  const layout = read.layout === 'CNAB240' ? '240' : '400'
  const all = (await listAgreements(ctx.db, ctx.companyId)).filter(each => each.bank_code === read.bank && each.layout === layout)
  if (all.length === 0)
    throw invalid('agreement_id', `Não há convênio do banco ${read.bank} em CNAB ${layout}. Cadastre o convênio antes de ler o retorno.`)
  if (said !== undefined && !all.some(each => each.id === said)) {
    const other = await findAgreement(ctx.db, ctx.companyId, said)
    if (!other) throw fail('resource.not_found')
    throw invalid('agreement_id', `O retorno é do banco ${read.bank} em CNAB ${layout}, e não do convênio ${other.name}.`)
  }
  const withSlips = await Promise.all(
    all.map(async agreement => ({ agreement, slipOf: namedBy(await slipsOfAgreement(ctx.db, ctx.companyId, agreement.id), read) })),
  )
  const named = withSlips.filter(({ slipOf }) => read.occurrences.some(one => slipOf(one) !== undefined))
  const chosen =
    withSlips.find(({ agreement }) => agreement.id === said) ??
    (all.length === 1 ? withSlips[0] : named.length === 1 ? named[0] : undefined)
  if (!chosen) throw invalid('agreement_id', `Há ${counted(all.length, ['convênio', 'convênios'])} deste banco: diga de qual é o retorno.`)
  // Two readings of the same return wait for each other here.
  await lockAgreement(ctx.db, ctx.companyId, chosen.agreement.id)
  return chosen
}

async function mustFind(ctx: Context, id: string): Promise<SlipOccurrence> {
  const found = await findOccurrence(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  return found
}
