// The DANFSE of a service note: what the national layout says of provider, customer, service and taxes, with its public query code.
import type { Content } from 'pdfmake/interfaces.js'
import { formatDay } from '#domain/days.ts'
import { findServiceItem } from '#domain/fiscal/service-list.ts'
import type { Withholding } from '#domain/fiscal/taxes.ts'
import type { Authorisation, ServiceNote } from '../notes.ts'
import { amount, field, heading, renderPdf, row } from './pdf.ts'
import { cityText, documentText, momentText, streetText } from './texts.ts'

const WITHHOLDING_TEXTS: Record<Withholding, string> = {
  irrf: 'IRRF retido',
  pis_cofins_csll: 'PIS/COFINS/CSLL retidos',
  inss: 'INSS retido',
}

const queryAddress = (key: string): string => `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${key}`

export function renderDanfse(note: ServiceNote, done: Authorisation & { number: number; access_key: string }): Promise<Buffer> {
  const { content, issuer, party } = note
  const item = findServiceItem(content.municipal_service_code)
  const blocks: Content[] = [
    {
      columns: [
        {
          stack: [
            { text: 'DANFSE', bold: true, fontSize: 13 },
            { text: 'Documento Auxiliar da NFS-e' },
            { text: `NFS-e nº ${done.number}`, bold: true, fontSize: 11, margin: [0, 4, 0, 0] },
            { text: `DPS nº ${note.number}  Série ${note.serie}` },
            { text: `Chave de acesso: ${done.access_key}`, fontSize: 7, margin: [0, 4, 0, 0] },
          ],
        },
        { qr: queryAddress(done.access_key), fit: 78, alignment: 'right', width: 90 },
      ],
      margin: [0, 0, 0, 6],
    },
    row([
      field('Emissão', momentText(note.sent_at)),
      field('Competência', formatDay(content.competence_date)),
      field('Protocolo', `${done.protocol} - ${momentText(done.at)}`),
    ]),
    heading('Prestador do serviço'),
    row([
      field('Nome / razão social', issuer.name),
      field('CNPJ', documentText(issuer.document_number)),
      field('Inscrição municipal', issuer.municipal_registration),
    ]),
    row([field('Endereço', streetText(issuer.address)), field('Município / UF', cityText(issuer.address))]),
    heading('Tomador do serviço'),
    row([field('Nome / razão social', party.name), field('CPF / CNPJ', documentText(party.document_number)), field('E-mail', party.email)]),
    row([field('Endereço', streetText(party.address)), field('Município / UF', cityText(party.address))]),
    heading('Serviço prestado'),
    row([field('Código de tributação nacional', `${content.municipal_service_code} - ${item?.description ?? ''}`)]),
    row([field('Descrição', content.description)]),
    heading('Valores e tributos'),
    row([
      amount('Valor do serviço', note.amount_cents),
      amount('Desconto incondicionado', content.discount_cents),
      amount('Base de cálculo do ISS', note.amount_cents - content.discount_cents),
      field('Alíquota', `${(content.iss_rate / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}%`),
      amount(content.iss_withheld ? 'ISS retido' : 'ISS', content.iss_cents),
    ]),
    ...federal(note),
    row([amount('Total das retenções', content.withheld_cents), amount('Valor líquido da NFS-e', content.net_cents)]),
  ]
  return renderPdf(`DANFSE ${done.number}`, blocks, { isTest: note.environment === '2' })
}

function federal({ content }: ServiceNote): Content[] {
  const { ibs_cbs } = content
  const cells = [
    ...content.withheld.map(name => amount(WITHHOLDING_TEXTS[name], content.withholdings[name] ?? 0)),
    ...(ibs_cbs ? [amount('IBS (teste 2026)', ibs_cbs.ibs_cents), amount('CBS (teste 2026)', ibs_cbs.cbs_cents)] : []),
  ]
  return cells.length === 0 ? [] : [row(cells)]
}
