// A paper read into bills: codes with check digits first, words beside their labels after, and nothing where it is in doubt.
import { describe, expect, it } from 'vitest'
import type { Code, Page, Piece } from '#domain/papers/page.ts'
import { readPaper } from '#domain/papers/read.ts'
import { barcodeOf, collectionBarcodeOf, formatDigitableLine, lineOfBarcode } from '#domain/payments/boleto.ts'
import { dynamicCode, staticCode } from '#domain/payments/br-code.ts'

const TODAY = '2026-11-11'
const OWN = '12.480.551/0001-89'
const PAYEE = '18.733.204/0001-05'
const barcode = barcodeOf({ bank_code: '341', amount_cents: 37_550, due_date: '2026-11-16', free_field: '1234567890123456789012345' })
const other = barcodeOf({ bank_code: '001', amount_cents: 9_900, due_date: '2026-12-10', free_field: '5432109876543210987654321' })
const merchant = { merchant_name: 'REFRIGERACAO MINEIRA', merchant_city: 'BELO HORIZONTE' }
const pixOf = (amount_cents?: number) => staticCode({ pix_key: 'contas@refrigeracao.com.br', amount_cents, ...merchant })

const text = (left: number, top: number, words: string, height = 8): Piece => ({ left, top, text: words, width: words.length * 4, height })
const code = (format: Code['format'], words: string): Code => ({ format, text: words, left: 20, top: 600, width: 300, height: 40 })
const page = (pieces: readonly Piece[], codes: readonly Code[] = []): Page => ({ width: 595, height: 842, pieces, codes })

/** A slip as banks print it: small labels, values below them, the amounts at the right. */
const printed: readonly Piece[] = [
  text(20, 20, 'Refrigeração Mineira Ltda', 12),
  text(20, 36, `CNPJ ${PAYEE}, Belo Horizonte`),
  text(400, 20, 'Fatura 2026/1187'),
  text(400, 32, 'emitida em 03/11/2026'),
  text(20, 60, 'Referente a manutenção da câmara fria'),
  text(20, 300, '341-7'),
  text(80, 300, formatDigitableLine(lineOfBarcode(barcode)), 10),
  text(20, 320, 'Beneficiário', 6),
  text(420, 320, 'Vencimento', 6),
  text(20, 330, `Refrigeração Mineira Ltda, ${PAYEE}`),
  text(480, 330, '16/11/2026'),
  text(20, 350, 'Data do documento', 6),
  text(120, 350, 'Nº do documento', 6),
  text(420, 350, 'Valor do documento', 6),
  text(20, 360, '03/11/2026'),
  text(120, 360, '2026/1187'),
  text(480, 360, '375,50'),
  text(20, 400, 'Pagador', 6),
  text(20, 410, `Padaria Sol Nascente Ltda, ${OWN}`),
]

const values = (slip: object | undefined) =>
  Object.fromEntries(
    Object.entries(slip ?? {}).flatMap(([name, read]) =>
      read && typeof read === 'object' && 'source' in read && name !== 'boleto' && name !== 'pix'
        ? [[name, [read.value, read.source]]]
        : [],
    ),
  )

describe('a paper', () => {
  it('gives every field of a boleto in PDF, and says from where', () => {
    const slips = readPaper([page(printed, [code('ITF', barcode), code('QR', pixOf(37_550))])], OWN, TODAY)
    expect(slips).toHaveLength(1)
    expect(values(slips[0])).toEqual({
      amount_cents: [37_550, 'BOTH'],
      due_date: ['2026-11-16', 'BARCODE'],
      issue_date: ['2026-11-03', 'TEXT'],
      payee_document: ['18733204000105', 'TEXT'],
      payee_name: ['Refrigeração Mineira Ltda', 'TEXT'],
      document_number: ['2026/1187', 'TEXT'],
      description: ['Manutenção da câmara fria', 'TEXT'],
    })
    expect(slips[0]?.boleto).toMatchObject({ source: 'BARCODE', page: 1, value: { barcode } })
  })

  it('reads the digitable line where no camera found the barcode, with the bank’s code in front of it', () => {
    const [slip] = readPaper([page(printed)], OWN, TODAY)
    expect(slip?.boleto).toMatchObject({ source: 'LINE', value: { barcode } })
    expect(slip?.amount_cents).toMatchObject({ value: 37_550, source: 'LINE' })
  })

  it('reads a photo, which has codes and no words', () => {
    expect(values(readPaper([page([], [code('ITF', barcode)])], OWN, TODAY)[0])).toEqual({
      amount_cents: [37_550, 'BARCODE'],
      due_date: ['2026-11-16', 'BARCODE'],
    })
    expect(values(readPaper([page([], [code('QR', pixOf(4_200))])], OWN, TODAY)[0])).toMatchObject({
      amount_cents: [4_200, 'PIX'],
      payee_name: ['REFRIGERACAO MINEIRA', 'PIX'],
    })
  })

  it('fills in no amount where barcode and Pix disagree', () => {
    const [slip] = readPaper([page(printed, [code('ITF', barcode), code('QR', pixOf(38_000))])], OWN, TODAY)
    expect(slip?.amount_cents).toBeUndefined()
    expect(slip?.amounts_differ).toEqual({ boleto_cents: 37_550, pix_cents: 38_000 })
  })

  it('takes the amount of the words where the codes leave it open', () => {
    const open = [text(20, 20, 'Total a pagar R$ 81,40'), text(20, 40, `CNPJ ${PAYEE}`)]
    expect(readPaper([page(open, [code('QR', pixOf())])], OWN, TODAY)[0]?.amount_cents).toMatchObject({ value: 8_140, source: 'TEXT' })
    const [bare] = readPaper([page([], [code('QR', pixOf())])], OWN, TODAY)
    expect(bare?.pix).toBeDefined()
    expect(bare?.amount_cents).toBeUndefined()
  })

  it('gives two boletos of one page each its own amount, and none the words of the other', () => {
    const both = [...printed, text(20, 700, formatDigitableLine(lineOfBarcode(other)))]
    const slips = readPaper([page(both)], OWN, TODAY)
    expect(slips.map(slip => slip.amount_cents?.value)).toEqual([37_550, 9_900])
    expect(slips.map(slip => slip.due_date?.value)).toEqual(['2026-11-16', '2026-12-10'])
    expect(slips.map(slip => slip.document_number)).toEqual([undefined, undefined])
    expect(slips.map(slip => slip.payee_document?.value)).toEqual(['18733204000105', '18733204000105'])
  })

  it('keeps the boletos of two pages apart, each with the code of its page, and reads a boleto printed twice once', () => {
    const second = page([text(20, 20, 'Vencimento'), text(20, 30, '10/12/2026')], [code('ITF', other), code('QR', pixOf(9_900))])
    const slips = readPaper([page(printed, [code('ITF', barcode)]), second], OWN, TODAY)
    expect(slips.map(slip => [slip.amount_cents?.value, slip.amount_cents?.source])).toEqual([
      [37_550, 'BARCODE'],
      [9_900, 'BOTH'],
    ])
    expect(readPaper([page(printed), page(printed)], OWN, TODAY)).toHaveLength(1)
  })

  it('finds the due day of a utility bill in its words: the barcode has none', () => {
    const light = collectionBarcodeOf({ segment: '3', amount_cents: 128_490, body: '48', free_field: '7' })
    const words = [text(20, 20, 'Vencimento'), text(20, 30, '20/11/2026'), text(20, 60, formatDigitableLine(lineOfBarcode(light)))]
    const [slip] = readPaper([page(words)], OWN, TODAY)
    expect(values(slip)).toMatchObject({ amount_cents: [128_490, 'LINE'], due_date: ['2026-11-20', 'TEXT'] })
  })

  it.each([PAYEE, '12.ABC.345/01DE-35', '18733204000105'])('ends the name of who is paid where the document begins: %s', document => {
    const words = [
      text(20, 20, 'Beneficiário'),
      text(20, 30, `Casas 24 Horas Ltda, CNPJ ${document}`),
      text(20, 60, 'Total a pagar R$ 10,00'),
    ]
    expect(readPaper([page(words)], OWN, TODAY)[0]?.payee_name?.value).toBe('Casas 24 Horas Ltda')
  })

  it('puts a copy-and-paste code together that runs over lines', () => {
    const code = dynamicCode({ url: 'pix.example.com/v2/cobv/9d36b84fc70b478fb95c12729b90ca25', amount_cents: 12_345, ...merchant })
    const words = [text(20, 20, code.slice(0, 60)), text(20, 32, code.slice(60, 120)), text(20, 44, code.slice(120)), text(20, 60, 'fim')]
    expect(readPaper([page(words)], OWN, TODAY)[0]?.pix?.value).toMatchObject({ kind: 'DYNAMIC', amount_cents: 12_345 })
  })

  it('makes a bill of words alone only where they say how much and to whom or when', () => {
    const receipt = [text(20, 20, 'Oficina do Zé'), text(20, 36, `CNPJ ${PAYEE}`), text(20, 60, 'Total R$ 1.250,00')]
    expect(values(readPaper([page(receipt)], OWN, TODAY)[0])).toMatchObject({ amount_cents: [125_000, 'TEXT'] })
    expect(readPaper([page([text(20, 20, 'Cardápio da semana'), text(20, 40, 'Total 12,00')])], OWN, TODAY)).toEqual([])
    expect(readPaper([page([])], OWN, TODAY)).toEqual([])
  })

  it('never takes the company for its own supplier, nor a number without its check digits for a boleto', () => {
    const mine = [text(20, 20, `Pagador: Padaria Sol Nascente ${OWN}`), text(20, 40, 'Total 10,00'), text(20, 60, 'Vencimento 20/11/2026')]
    expect(readPaper([page(mine)], OWN, TODAY)[0]?.payee_document).toBeUndefined()
    const wrong = `${lineOfBarcode(barcode).slice(0, -1)}9`
    expect(readPaper([page([text(20, 20, wrong)])], OWN, TODAY)).toEqual([])
  })

  it('reads words that the writer of the PDF cut into pieces', () => {
    const cut = 'Vencimento: 16/11/2026'.split('').map((letter, at) => ({ text: letter, left: 20 + at * 4, top: 20, width: 4, height: 8 }))
    const words = [...cut, text(20, 40, 'Valor a pagar R$ 10,00')]
    expect(values(readPaper([page(words)], OWN, TODAY)[0])).toMatchObject({ due_date: ['2026-11-16', 'TEXT'] })
  })
})
