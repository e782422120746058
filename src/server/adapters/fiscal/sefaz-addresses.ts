// Where the web services of NF-e and NFC-e 4.00 answer. Source: "Relação de Serviços Web" of the Portal da NF-e and of its test environment
// (www.nfe.fazenda.gov.br, hom.nfe.fazenda.gov.br), and the portals of the states for NFC-e, as of 2026.

import type { VirtualAuthority } from '#domain/fiscal/contingency.ts'

export type SefazService =
  | 'NFeAutorizacao4'
  | 'NFeRetAutorizacao4'
  | 'NFeConsultaProtocolo4'
  | 'NFeRecepcaoEvento4'
  | 'NFeInutilizacao4'
  | 'NFeStatusServico4'

type Paths = (service: SefazService) => string

/** How an authorising body names its services under its address. */
const plain: Paths = service => service
const asmx: Paths = service => `${service}.asmx`
const lowerAsmx: Paths = service => `${service.toLowerCase()}.asmx`
const folders: Paths = service => `${service}/${service}.asmx`
const short: Paths = service =>
  ({
    NFeAutorizacao4: 'NfeAutorizacao4',
    NFeRetAutorizacao4: 'NfeRetAutorizacao4',
    NFeConsultaProtocolo4: 'NfeConsulta4',
    NFeRecepcaoEvento4: 'RecepcaoEvento4',
    NFeInutilizacao4: 'NfeInutilizacao4',
    NFeStatusServico4: 'NfeStatusServico4',
  })[service]
const southern: Paths = service =>
  ({
    NFeAutorizacao4: 'NfeAutorizacao/NFeAutorizacao4.asmx',
    NFeRetAutorizacao4: 'NfeRetAutorizacao/NFeRetAutorizacao4.asmx',
    NFeConsultaProtocolo4: 'NfeConsulta/NfeConsulta4.asmx',
    NFeRecepcaoEvento4: 'recepcaoevento/recepcaoevento4.asmx',
    NFeInutilizacao4: 'nfeinutilizacao/nfeinutilizacao4.asmx',
    NFeStatusServico4: 'NfeStatusServico/NfeStatusServico4.asmx',
  })[service]

interface Body {
  test: string
  production: string
  paths: Paths
}

const body = (test: string, production: string, paths: Paths): Body => ({
  test: `https://${test}`,
  production: `https://${production}`,
  paths,
})

const NFE_SVRS = body('nfe-homologacao.svrs.rs.gov.br/ws', 'nfe.svrs.rs.gov.br/ws', southern)
const NFE_SVAN = body('hom.sefazvirtual.fazenda.gov.br', 'www.sefazvirtual.fazenda.gov.br', folders)
const NFCE_SVRS = body('nfce-homologacao.svrs.rs.gov.br/ws', 'nfce.svrs.rs.gov.br/ws', southern)

/** By IBGE code of the state; the others are served by the virtual authority of Rio Grande do Sul. */
const NFE: Record<string, Body> = {
  13: body('homnfe.sefaz.am.gov.br/services2/services', 'nfe.sefaz.am.gov.br/services2/services', short),
  21: NFE_SVAN,
  26: body('nfehomolog.sefaz.pe.gov.br/nfe-service/services', 'nfe.sefaz.pe.gov.br/nfe-service/services', plain),
  29: body('hnfe.sefaz.ba.gov.br/webservices', 'nfe.sefaz.ba.gov.br/webservices', folders),
  31: body('hnfe.fazenda.mg.gov.br/nfe2/services', 'nfe.fazenda.mg.gov.br/nfe2/services', plain),
  35: body('homologacao.nfe.fazenda.sp.gov.br/ws', 'nfe.fazenda.sp.gov.br/ws', lowerAsmx),
  41: body('homologacao.nfe.sefa.pr.gov.br/nfe', 'nfe.sefa.pr.gov.br/nfe', plain),
  43: body('nfe-homologacao.sefazrs.rs.gov.br/ws', 'nfe.sefazrs.rs.gov.br/ws', southern),
  50: body('hom.nfe.sefaz.ms.gov.br/ws', 'nfe.sefaz.ms.gov.br/ws', plain),
  51: body('homologacao.sefaz.mt.gov.br/nfews/v2/services', 'nfe.sefaz.mt.gov.br/nfews/v2/services', short),
  52: body('homolog.sefaz.go.gov.br/nfe/services', 'nfe.sefaz.go.gov.br/nfe/services', plain),
}

const NFCE: Record<string, Body> = {
  13: body('homnfce.sefaz.am.gov.br/nfce-services/services', 'nfce.sefaz.am.gov.br/nfce-services/services', short),
  31: body('hnfce.fazenda.mg.gov.br/nfce/services', 'nfce.fazenda.mg.gov.br/nfce/services', plain),
  35: body('homologacao.nfce.fazenda.sp.gov.br/ws', 'nfce.fazenda.sp.gov.br/ws', asmx),
  41: body('homologacao.nfce.sefa.pr.gov.br/nfce', 'nfce.sefa.pr.gov.br/nfce', plain),
  43: body('nfce-homologacao.sefazrs.rs.gov.br/ws', 'nfce.sefazrs.rs.gov.br/ws', southern),
  50: body('hom.nfce.sefaz.ms.gov.br/ws', 'nfce.sefaz.ms.gov.br/ws', plain),
  51: body('homologacao.sefaz.mt.gov.br/nfcews/services', 'nfce.sefaz.mt.gov.br/nfcews/services', short),
  52: body('homolog.sefaz.go.gov.br/nfe/services', 'nfe.sefaz.go.gov.br/nfe/services', plain),
}

export interface SefazPlace {
  kind: 'PRODUCT' | 'CONSUMER'
  /** IBGE code of the state. */
  uf: string
  environment: 'TEST' | 'PRODUCTION'
  /** In contingency, of NF-e only. */
  virtual?: VirtualAuthority | undefined
  /** The national environment, which takes what receivers say of notes, whatever their state. */
  national?: boolean | undefined
}

const NATIONAL = body('hom1.nfe.fazenda.gov.br', 'www.nfe.fazenda.gov.br', folders)

const VIRTUAL: Record<VirtualAuthority, Body> = {
  SVC_AN: body('hom.svc.fazenda.gov.br', 'www.svc.fazenda.gov.br', folders),
  SVC_RS: NFE_SVRS,
}

export function sefazAddress(service: SefazService, { kind, uf, environment, virtual, national }: SefazPlace): string {
  const state = () => (kind === 'PRODUCT' ? (NFE[uf] ?? NFE_SVRS) : (NFCE[uf] ?? NFCE_SVRS))
  const found = national ? NATIONAL : virtual ? VIRTUAL[virtual] : state()
  return `${environment === 'PRODUCTION' ? found.production : found.test}/${found.paths(service)}`
}
