// What the XML of a city's NFS-e says (ABRASF 1 and 2.x), read from the part that the city signed.
import type { InvoiceParty } from '#contract/invoices.ts'
import { isDay } from '#domain/days.ts'
import { allNamed, centsOf, nodeAt, textAt, type XmlNode, XmlRefused } from '../xml.ts'
import { evidenceOf } from './evidence.ts'
import { centsIn, instantOf, orNull, rateOf } from './fields.ts'
import { authorityDoubt } from './service-authority.ts'
import { serviceContent } from './service-content.ts'
import { signedPart } from './signed-part.ts'
import type { OpenedXml, ReceivedFile, Trust } from './types.ts'

/** The layout has no access key: a note is its city's, its provider's, and a number. */
export const abrasfKey = (city: string, provider: string, number: string): string => `ABRASF:${city}:${provider}:${number}`

export function readAbrasf({ text, root }: OpenedXml, trust: Trust): ReceivedFile {
  const [plain] = allNamed(root, 'InfNfse')
  const part = signedPart(text, 'InfNfse')
  const info = 'doubt' in part ? plain : part.node
  // From 2.0 on the service is inside the provider's declaration; in 1.0 it is the note's own.
  const declared = nodeAt(info, 'DeclaracaoPrestacaoServico', 'InfDeclaracaoPrestacaoServico') ?? info
  const number = textAt(info, 'Numero')
  const provider = providerDocument(info, declared)
  if (!info || !declared || !/^\d{1,15}$/.test(number)) throw new XmlRefused('A NFS-e não diz o seu número.')
  if (provider === '') throw new XmlRefused('A NFS-e não diz o CNPJ de quem prestou o serviço.')
  const service = nodeAt(declared, 'Servico')
  const city = textAt(info, 'OrgaoGerador', 'CodigoMunicipio') || textAt(service, 'CodigoMunicipio')
  const issued_at = instantOf(textAt(info, 'DataEmissao'), 'A nota não diz quando foi emitida.')
  const buyer_document = orNull(personIn(nodeAt(declared, 'Tomador') ?? nodeAt(declared, 'TomadorServico')))
  return {
    evidence: evidenceOf({
      part,
      trust,
      at: Date.parse(issued_at),
      whyNot: holder => authorityDoubt(holder, city),
      doubts: [buyer_document === null && 'buyer_absent'],
    }),
    note: {
      kind: 'SERVICE',
      access_key: abrasfKey(city, provider, number),
      serie: null,
      number: Number(number),
      buyer_document,
      issuer: partyOf(nodeAt(info, 'PrestadorServico'), provider, city),
      protocol: orNull(textAt(info, 'CodigoVerificacao').slice(0, 60)),
      issued_at,
      amount_cents: centsIn(service ?? declared, 'Valores', 'ValorServicos'),
      content: contentOf(info, declared, issued_at, Number(number)),
      fate: null,
      replaces: replacedOf(info, city, provider),
    },
  }
}

function replacedOf(info: XmlNode, city: string, provider: string): string | null {
  const number = textAt(info, 'NfseSubstituida')
  return /^\d{1,15}$/.test(number) ? abrasfKey(city, provider, number) : null
}

/** CpfCnpj is around the document in 2.x, and in 1.0 around the buyer's only. */
const personOf = (node: XmlNode | undefined): string =>
  (textAt(node, 'CpfCnpj', 'Cnpj') || textAt(node, 'Cnpj') || textAt(node, 'CpfCnpj', 'Cpf') || textAt(node, 'Cpf')).toUpperCase()

const personIn = (node: XmlNode | undefined): string => personOf(nodeAt(node, 'IdentificacaoTomador')) || personOf(node)

const providerDocument = (info: XmlNode | undefined, declared: XmlNode | undefined): string =>
  personOf(nodeAt(declared, 'Prestador')) ||
  personOf(nodeAt(info, 'PrestadorServico', 'IdentificacaoPrestador')) ||
  personOf(nodeAt(declared, 'PrestadorServico', 'IdentificacaoPrestador'))

function partyOf(node: XmlNode | undefined, document_number: string, city_code: string): InvoiceParty {
  const at = (name: string) => orNull(textAt(node, 'Endereco', name))
  return {
    contact_id: null,
    name: (textAt(node, 'RazaoSocial') || document_number).slice(0, 200),
    document_number,
    email: orNull(textAt(node, 'Contato', 'Email')),
    phone_number: orNull(textAt(node, 'Contato', 'Telefone')),
    state_tax_number: null,
    address: {
      street: at('Endereco'),
      number: at('Numero'),
      neighborhood: at('Bairro'),
      city: null,
      city_code: at('CodigoMunicipio') ?? orNull(city_code),
      state: at('Uf'),
      postal_code: at('Cep'),
    },
  }
}

function contentOf(info: XmlNode, declared: XmlNode, issued_at: string, number: number) {
  const service = nodeAt(declared, 'Servico')
  const cents = (name: string) => centsOf(textAt(service, 'Valores', name))
  const retained = textAt(service, 'IssRetido') || textAt(service, 'Valores', 'IssRetido')
  const iss_withheld = retained === '1'
  const iss_cents = centsOf(textAt(info, 'ValoresNfse', 'ValorIss')) || cents('ValorIss')
  const withholdings = {
    irrf: cents('ValorIr'),
    pis_cofins_csll: cents('ValorPis') + cents('ValorCofins') + cents('ValorCsll'),
    inss: cents('ValorInss'),
  }
  const amount_cents = cents('ValorServicos')
  const discount_cents = cents('DescontoIncondicionado')
  const net = centsOf(textAt(info, 'ValoresNfse', 'ValorLiquidoNfse'))
  const day = textAt(declared, 'Competencia').slice(0, 10)
  return serviceContent({
    code: textAt(service, 'ItemListaServico').replace(/\D/g, ''),
    municipal_code: orNull(textAt(service, 'CodigoTributacaoMunicipio')),
    nbs: orNull(textAt(service, 'CodigoNbs')),
    description: textAt(service, 'Discriminacao'),
    competence_date: isDay(day) ? day : issued_at.slice(0, 10),
    amount_cents,
    discount_cents,
    iss_rate: abrasfRate(textAt(info, 'ValoresNfse', 'Aliquota') || textAt(service, 'Valores', 'Aliquota')),
    iss_cents,
    iss_withheld,
    withholdings,
    withheld_cents: net > 0 && net <= amount_cents - discount_cents ? amount_cents - discount_cents - net : iss_withheld ? iss_cents : 0,
    nfse_number: number,
  })
}

/** Cities write 5% as '5.00', and others as '0.05'. */
const abrasfRate = (text: string): number => (/^0?\.\d+$/.test(text) ? Math.round(Number(text) * 10_000) : rateOf(text))
