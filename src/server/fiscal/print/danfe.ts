// The DANFE of an NF-e: the printed companion of its XML, on A4 portrait.
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { formatDay } from '#domain/days.ts'
import { groupKey } from '#domain/fiscal/access-key.ts'
import { originCode, SHIPPING_CODES } from '#domain/fiscal/codes.ts'
import { QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import { PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatAmount } from '#domain/money.ts'
import type { Authorisation, ProductNote } from '../notes.ts'
import { amount, barcode, cell, field, grid, heading, renderPdf, row } from './pdf.ts'
import { cityText, dayText, documentText, momentText, numberText, streetText } from './texts.ts'

const SHIPPING_TEXTS: Record<string, string> = {
  '0': '0 - Remetente (CIF)',
  '1': '1 - Destinatário (FOB)',
  '2': '2 - Terceiros',
  '3': '3 - Próprio, remetente',
  '4': '4 - Próprio, destinatário',
  '9': '9 - Sem transporte',
}

export function renderDanfe(note: ProductNote, done: Authorisation): Promise<Buffer> {
  const { content } = note
  const blocks: Content[] = [
    receipt(note),
    header(note),
    row([
      field('Natureza da operação', content.nature),
      field('Protocolo de autorização de uso', `${done.protocol} - ${momentText(done.at)}`),
    ]),
    row([
      field('Inscrição estadual', note.issuer.state_registration),
      field('CNPJ', documentText(note.issuer.document_number)),
      field('Regime', note.issuer.tax_regime.replaceAll('_', ' ')),
    ]),
    heading('Destinatário / remetente'),
    ...recipient(note),
    ...instalments(note),
    heading('Cálculo do imposto'),
    ...taxes(note),
    heading('Transportador / volumes transportados'),
    row([field('Frete por conta', SHIPPING_TEXTS[SHIPPING_CODES[content.shipping_mode]])]),
    heading('Dados dos produtos / serviços'),
    items(note),
    heading('Dados adicionais'),
    row([field('Informações complementares', content.additional_information, { minHeight: 40 })]),
  ]
  return renderPdf(`DANFE NF-e ${note.number}`, blocks, { isTest: note.environment === '2' })
}

const receipt = (note: ProductNote): Content => ({
  stack: [
    row(
      [
        field(
          `Recebemos de ${note.issuer.name} os produtos da nota fiscal indicada ao lado`,
          `Emissão ${dayText(note.sent_at)} · Valor ${formatAmount(note.amount_cents)} · ${note.party.name}`,
        ),
        field('NF-e', `Nº ${numberText(note.number)}  Série ${note.serie}`),
      ],
      ['*', 130],
    ),
    row([field('Data de recebimento', ''), field('Identificação e assinatura do recebedor', '')], [110, '*']),
  ],
  margin: [0, 0, 0, 8],
})

function header({ access_key, content, issuer, number, serie }: ProductNote): Content {
  const name: TableCell = {
    stack: [
      { text: issuer.trade_name ?? issuer.name, bold: true, fontSize: 11 },
      { text: issuer.name },
      { text: streetText(issuer.address) },
      { text: `${cityText(issuer.address)}  CEP ${issuer.address.postal_code}` },
      { text: issuer.phone_number ?? '' },
    ],
  }
  const title: TableCell = {
    alignment: 'center',
    stack: [
      { text: 'DANFE', bold: true, fontSize: 13 },
      { text: 'Documento Auxiliar da Nota Fiscal Eletrônica', fontSize: 6 },
      { text: content.direction === 'IN' ? '0 - ENTRADA' : '1 - SAÍDA', bold: true, margin: [0, 3, 0, 0] },
      { text: `Nº ${numberText(number)}`, bold: true },
      { text: `Série ${serie}`, bold: true },
    ],
  }
  const key: TableCell = {
    stack: [
      barcode(access_key, 240, 32),
      { text: 'CHAVE DE ACESSO', fontSize: 5.5, color: '#444', margin: [0, 3, 0, 0] },
      { text: groupKey(access_key), bold: true, fontSize: 8 },
      { text: 'Consulta de autenticidade no portal nacional da NF-e: www.nfe.fazenda.gov.br/portal', fontSize: 6, margin: [0, 3, 0, 0] },
    ],
  }
  return row([name, title, key], ['*', 90, 248])
}

function recipient({ party, sent_at }: ProductNote): Content[] {
  return [
    row(
      [
        field('Nome / razão social', party.name),
        field('CNPJ / CPF', documentText(party.document_number)),
        field('Data da emissão', dayText(sent_at)),
      ],
      ['*', 110, 80],
    ),
    row(
      [
        field('Endereço', streetText(party.address)),
        field('Município / UF', cityText(party.address)),
        field('CEP', party.address?.postal_code),
        field('Inscrição estadual', party.state_tax_number),
      ],
      ['*', 130, 60, 80],
    ),
  ]
}

function instalments({ content }: ProductNote): Content[] {
  const { payment } = content
  if (payment.kind !== 'INSTALLMENTS') {
    const methods = payment.payment_method.map(
      (method, index) => `${PAYMENT_METHOD_LABELS[method]} ${formatAmount(payment.amount_cents[index] ?? 0)}`,
    )
    return [heading('Pagamento'), row([field('À vista', methods.join('  ·  '))])]
  }
  const parts = payment.amount_cents.map(
    (cents, index) => `${String(index + 1).padStart(3, '0')}  ${formatDay(payment.due_dates[index] ?? '')}  ${formatAmount(cents)}`,
  )
  return [heading('Fatura / duplicatas'), row([field('Número, vencimento e valor', parts.join('   |   '))])]
}

function taxes({ content: { totals } }: ProductNote): Content[] {
  const reform = totals.ibs_cbs
  return [
    row([
      amount('Base de cálculo do ICMS', totals.icms_base_cents),
      amount('Valor do ICMS', totals.icms_cents),
      amount('Base do ICMS ST', totals.st_base_cents),
      amount('Valor do ICMS ST', totals.st_cents),
      amount('Valor do PIS', totals.pis_cents),
      amount('Valor da COFINS', totals.cofins_cents),
      amount('Valor total dos produtos', totals.products_cents),
    ]),
    row([
      amount('Valor do frete', totals.freight_cents),
      amount('Valor do seguro', totals.insurance_cents),
      amount('Outras despesas', totals.other_cents),
      amount('Desconto', totals.discount_cents),
      amount('Valor do IPI', totals.ipi_cents),
      ...(reform ? [amount('IBS (teste 2026)', reform.ibs_cents), amount('CBS (teste 2026)', reform.cbs_cents)] : []),
      amount('Valor total da nota', totals.total_cents),
    ]),
  ]
}

function items({ content }: ProductNote): Content {
  const rows = content.items.map((item, index): TableCell[] => {
    const sums = content.totals.items[index]
    return [
      cell(item.code),
      cell(item.name),
      cell(item.ncm),
      cell(originCode(item.origin), 'center'),
      cell(item.cfop),
      cell(item.unit),
      cell((item.quantity / QUANTITY_BASE).toLocaleString('pt-BR', { maximumFractionDigits: 4 }), 'right'),
      cell(formatAmount(item.unit_price_cents), 'right'),
      cell(formatAmount(sums?.discount_cents ?? 0), 'right'),
      cell(formatAmount(sums?.total_cents ?? 0), 'right'),
    ]
  })
  const titles = ['CÓDIGO', 'DESCRIÇÃO', 'NCM', 'O', 'CFOP', 'UN', 'QTD', 'V. UNIT.', 'DESC.', 'V. TOTAL']
  return grid([48, '*', 42, 8, 24, 20, 38, 46, 38, 50], titles, rows)
}
