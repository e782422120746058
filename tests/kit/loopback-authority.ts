// The tax authorities on this machine: HTTPS that asks for the company's certificate and speaks SOAP and JSON as their manuals describe.
import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gunzipSync, gzipSync } from 'node:zlib'
import forge from 'node-forge'
import { buildNfseKey, readDpsId } from '#domain/fiscal/access-key.ts'
import { checkSignature } from '#server/fiscal/sign.ts'

export interface ServerIdentity {
  key: string
  /** PEM, with its own root. */
  certificate: string
}

/** For localhost and the hosts given, valid on any day. */
export function serverIdentity(hosts: readonly string[] = []): ServerIdentity {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = forge.pki.privateKeyFromPem(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.rsa.setPublicKey(key.n, key.e)
  certificate.serialNumber = '01'
  certificate.setSubject([{ name: 'commonName', value: 'localhost' }])
  certificate.setIssuer(certificate.subject.attributes)
  certificate.validity.notBefore = new Date('2020-01-01')
  certificate.validity.notAfter = new Date('2049-01-01')
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: ['localhost', ...hosts].map(value => ({ type: 2, value })) },
  ])
  certificate.sign(key, forge.md.sha256.create())
  return { key: forge.pki.privateKeyToPem(key), certificate: forge.pki.certificateToPem(certificate) }
}

export interface Asked {
  /** 'NFeAutorizacao4', or 'POST /nfse'. */
  service: string
  body: string
  /** The common name of the certificate used by the caller. */
  client: string
}

/** Replaces the regular answer: a text, or whatever the function does with the response; `regular` takes what was asked as on any day. */
export type Answering = string | ((response: ServerResponse, regular: () => string) => void)

interface KnownNote {
  digest: string
  protocol: string
  cancel?: string
  /** Signed, by sequence. */
  letters?: Map<string, string>
}

interface KnownNfse {
  dps: string
  xml: string
  cancel?: string
}

const NFE = 'http://www.portalfiscal.inf.br/nfe'
const AT = '2026-03-11T12:00:01-03:00'

export const soap = (service: string, result: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><nfeResultMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/${service}">${result}</nfeResultMsg></soap:Body></soap:Envelope>`

export const retEnviNFe = (code: string, text: string, inside = ''): string =>
  soap(
    'NFeAutorizacao4',
    `<retEnviNFe versao="4.00" xmlns="${NFE}"><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><cStat>${code}</cStat><xMotivo>${text}</xMotivo><cUF>35</cUF><dhRecbto>${AT}</dhRecbto>${inside}</retEnviNFe>`,
  )

export const protNFe = (key: string, digest: string, code: string, text: string): string =>
  `<protNFe versao="4.00"><infProt><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><chNFe>${key}</chNFe><dhRecbto>${AT}</dhRecbto><nProt>135260000000001</nProt><digVal>${digest}</digVal><cStat>${code}</cStat><xMotivo>${text}</xMotivo></infProt></protNFe>`

export const retConsReciNFe = (code: string, inside = ''): string =>
  soap(
    'NFeRetAutorizacao4',
    `<retConsReciNFe versao="4.00" xmlns="${NFE}"><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><nRec>351000000000001</nRec><cStat>${code}</cStat><xMotivo>-</xMotivo><cUF>35</cUF>${inside}</retConsReciNFe>`,
  )

export const retConsSitNFe = (code: string, text: string, inside = ''): string =>
  soap(
    'NFeConsultaProtocolo4',
    `<retConsSitNFe versao="4.00" xmlns="${NFE}"><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><cStat>${code}</cStat><xMotivo>${text}</xMotivo><cUF>35</cUF>${inside}</retConsSitNFe>`,
  )

const retEvento = (key: string, code: string, text: string, type = '110111', sequence = '1'): string =>
  `<retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><cOrgao>35</cOrgao><cStat>${code}</cStat><xMotivo>${text}</xMotivo><chNFe>${key}</chNFe><tpEvento>${type}</tpEvento><nSeqEvento>${sequence}</nSeqEvento><dhRegEvento>${AT}</dhRegEvento><nProt>135260000000009</nProt></infEvento></retEvento>`

export const retInutNFe = (code: string, text: string): string =>
  soap(
    'NFeInutilizacao4',
    `<retInutNFe versao="4.00" xmlns="${NFE}"><infInut><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><cStat>${code}</cStat><xMotivo>${text}</xMotivo><cUF>35</cUF><dhRecbto>${AT}</dhRecbto>${code === '102' ? '<nProt>135260000000077</nProt>' : ''}</infInut></retInutNFe>`,
  )

export const retEnvEvento = (key: string, code: string, text: string, type?: string, sequence?: string): string =>
  soap(
    'NFeRecepcaoEvento4',
    `<retEnvEvento versao="1.00" xmlns="${NFE}"><idLote>1</idLote><tpAmb>2</tpAmb><verAplic>LOOP</verAplic><cOrgao>35</cOrgao><cStat>128</cStat><xMotivo>Lote de Evento Processado</xMotivo>${retEvento(key, code, text, type, sequence)}</retEnvEvento>`,
  )

/** The whole event up to its signature. */
const MANIFESTATION = new RegExp(
  `^<evento xmlns="${NFE}" versao="1.00"><infEvento Id="(ID(2102[0124]0)(\\d{6}[A-Z0-9]{12}\\d{26})0[12])"><cOrgao>91</cOrgao><tpAmb>2</tpAmb><CNPJ>(\\w{14})</CNPJ>` +
    '<chNFe>\\3</chNFe><dhEvento>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d-03:00</dhEvento><tpEvento>\\2</tpEvento><nSeqEvento>([12])</nSeqEvento><verEvento>1.00</verEvento>' +
    '<detEvento versao="1.00"><descEvento>([\\w ]+)</descEvento>(<xJust>[^<]{15,255}</xJust>)?</detEvento></infEvento><Signature ',
)
const DESCRIPTIONS: Record<string, string> = {
  210200: 'Confirmacao da Operacao',
  210210: 'Ciencia da Operacao',
  210220: 'Desconhecimento da Operacao',
  210240: 'Operacao nao Realizada',
}

const between = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0] ?? ''
const element = (text: string, name: string): string => new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`).exec(text)?.[0] ?? ''

export class LoopbackAuthority {
  readonly asked: Asked[] = []
  readonly notes = new Map<string, KnownNote>()
  /** By access key. */
  readonly nfses = new Map<string, KnownNfse>()
  /** What receivers said at the national environment: the ids of their events. */
  readonly manifested = new Set<string>()
  /** Ids of the voided ranges. */
  readonly voids = new Set<string>()
  /** While set, nobody gets an answer. */
  mute = false
  /** Never restarts, so that no key is given twice. */
  private issued = 0
  /** One-time answers by service, in order. */
  private readonly planned = new Map<string, Answering[]>()

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** `clients` is the root (PEM) of accepted client certificates. */
  static async open(identity: ServerIdentity, clients: string): Promise<LoopbackAuthority> {
    const server = createServer({ key: identity.key, cert: identity.certificate, ca: clients, requestCert: true, rejectUnauthorized: true })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const authority = new LoopbackAuthority(server, `https://localhost:${(server.address() as AddressInfo).port}`)
    server.on('request', (request, response) => authority.take(request, response))
    return authority
  }

  /** Makes the next call of the service get this instead. */
  next(service: string, ...answers: Answering[]): void {
    this.planned.set(service, [...(this.planned.get(service) ?? []), ...answers])
  }

  /** From now on every call gets its regular answer. */
  forgetPlans(): void {
    this.planned.clear()
  }

  forget(): void {
    this.asked.length = 0
    this.notes.clear()
    this.nfses.clear()
    this.voids.clear()
    this.manifested.clear()
    this.planned.clear()
    this.mute = false
  }

  services(): string[] {
    return this.asked.map(each => each.service)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => this.answer(request, Buffer.concat(chunks).toString(), response))
  }

  private answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const { method = '', url = '', headers } = request
    const isNational = url.startsWith('/AN/')
    const isSoap = isNational || url.startsWith('/NFe')
    const service = isSoap ? url.slice(1) : `${method} ${url}`
    const client = String((request.socket as TLSSocket).getPeerCertificate().subject.CN)
    this.asked.push({ service, body, client })
    const planned = this.planned.get(service)?.shift()
    const name = service.replace('AN/', '')
    const answer = () => (isNational ? this.manifest(body, client) : this.soap(name, body))
    const regular = () => (this.isWellAddressed(name, headers['content-type'], body) ? answer() : '')
    if (this.mute) response.socket?.destroy()
    else if (typeof planned === 'function') planned(response, regular)
    else if (planned !== undefined) response.end(planned)
    else if (isSoap) response.end(regular())
    else {
      const [status, json] = this.rest(method, url, body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    }
  }

  /** The media type, action and wrapper that SOAP 1.2 services expect. */
  private isWellAddressed(service: string, type: string | undefined, body: string): boolean {
    const wsdl = `http://www.portalfiscal.inf.br/nfe/wsdl/${service}`
    return (
      Boolean(type?.startsWith(`application/soap+xml; charset=utf-8; action="${wsdl}/nfe`)) &&
      body.includes(`<nfeDadosMsg xmlns="${wsdl}">`)
    )
  }

  private soap(service: string, body: string): string {
    if (service === 'NFeAutorizacao4') return this.authorise(body)
    if (service === 'NFeConsultaProtocolo4') return this.query(between(body, '<chNFe>', '<'))
    if (service === 'NFeRecepcaoEvento4') return this.event(body)
    if (service === 'NFeInutilizacao4') return this.voidNumbers(element(body, 'inutNFe'))
    return soap(
      service,
      `<retConsStatServ versao="4.00" xmlns="${NFE}"><tpAmb>2</tpAmb><cStat>107</cStat><xMotivo>Serviço em Operação</xMotivo></retConsStatServ>`,
    )
  }

  private authorise(body: string): string {
    const signed = element(body, 'NFe')
    const key = between(signed, 'Id="NFe', '"')
    const digest = between(signed, '<DigestValue>', '<')
    if (!body.includes('<indSinc>1</indSinc>') || !checkSignature(signed).valid)
      return retEnviNFe('104', 'Lote processado', protNFe(key, digest, '297', 'Rejeição: Assinatura difere do calculado'))
    if (this.notes.has(key)) return retEnviNFe('104', 'Lote processado', protNFe(key, digest, '204', 'Rejeição: Duplicidade de NF-e'))
    this.notes.set(key, { digest, protocol: '135260000000001' })
    return retEnviNFe('104', 'Lote processado', protNFe(key, digest, '100', 'Autorizado o uso da NF-e'))
  }

  private query(key: string): string {
    const note = this.notes.get(key)
    if (!note) return retConsSitNFe('217', 'Rejeição: NF-e não consta na base de dados da SEFAZ')
    const protocol = protNFe(key, note.digest, '100', 'Autorizado o uso da NF-e')
    const letters = [...(note.letters ?? [])]
      .map(
        ([sequence, signed]) =>
          `<procEventoNFe versao="1.00">${signed}${retEvento(key, '135', 'Evento registrado', '110110', sequence)}</procEventoNFe>`,
      )
      .join('')
    if (!note.cancel) return retConsSitNFe('100', 'Autorizado o uso da NF-e', protocol + letters)
    const done = `<procEventoNFe versao="1.00">${note.cancel}${retEvento(key, '135', 'Evento registrado e vinculado a NF-e')}</procEventoNFe>`
    return retConsSitNFe('101', 'Cancelamento de NF-e homologado', protocol + done)
  }

  private event(body: string): string {
    const signed = element(body, 'evento')
    const key = between(signed, '<chNFe>', '<')
    const note = this.notes.get(key)
    if (!note || !checkSignature(signed).valid) return retEnvEvento(key, '215', 'Rejeição: Falha no schema XML')
    const [type, sequence] = [between(signed, '<tpEvento>', '<'), between(signed, '<nSeqEvento>', '<')]
    if (type === '110110') {
      note.letters ??= new Map()
      if (note.letters.has(sequence)) return retEnvEvento(key, '573', 'Rejeição: Duplicidade de evento', type, sequence)
      note.letters.set(sequence, signed)
      return retEnvEvento(key, '135', 'Evento registrado e vinculado a NF-e', type, sequence)
    }
    if (note.cancel) return retEnvEvento(key, '573', 'Rejeição: Duplicidade de evento')
    note.cancel = signed
    return retEnvEvento(key, '135', 'Evento registrado e vinculado a NF-e')
  }

  /** Of the receiver alone, signed, in the order of its schema, and each once. */
  private manifest(body: string, client: string): string {
    const signed = element(body, 'evento')
    const [, id = '', type = '', key = '', author = '', sequence = '', name = '', justified = ''] = MANIFESTATION.exec(signed) ?? []
    const isOfClient = author.slice(0, 8) === client.split(':')[1]?.slice(0, 8)
    if (id === '' || DESCRIPTIONS[type] !== name || (justified !== '') !== (type === '210240') || !isOfClient)
      return retEnvEvento(between(body, '<chNFe>', '<'), '215', 'Rejeição: Falha no schema XML')
    if (!checkSignature(signed).valid) return retEnvEvento(key, '297', 'Rejeição: Assinatura difere do calculado', type, sequence)
    if (this.manifested.has(id)) return retEnvEvento(key, '573', 'Rejeição: Duplicidade de evento', type, sequence)
    this.manifested.add(id)
    return retEnvEvento(key, '135', 'Evento registrado e vinculado a NF-e', type, sequence)
  }

  private voidNumbers(signed: string): string {
    const id = between(signed, 'Id="', '"')
    if (!checkSignature(signed).valid || id.length !== 43) return retInutNFe('215', 'Rejeição: Falha no schema XML')
    if (this.voids.has(id)) return retInutNFe('563', 'Rejeição: Já existe pedido de Inutilização com a mesma faixa de inutilização')
    this.voids.add(id)
    return retInutNFe('102', 'Inutilização de número homologado')
  }

  private rest(method: string, url: string, body: string): [number, object] {
    const [, resource = '', id = '', events] = url.split('/')
    if (resource === 'parametrizacao') return [200, { parametrosConvenio: { aderenteEmissorNacional: id === '3550308' ? 0 : 1 } }]
    if (resource === 'dps') {
      const key = [...this.nfses].find(([, each]) => each.dps === id)?.[0]
      return key ? [200, { idDps: id, chaveAcesso: key }] : [404, { erro: { codigo: 'E2401', descricao: 'DPS não encontrada.' } }]
    }
    if (method === 'POST' && !id) return this.issue(body)
    const nfse = this.nfses.get(id)
    if (!nfse) return [404, { erro: { codigo: 'E2401', descricao: 'Chave de acesso não encontrada.' } }]
    if (!events) return [200, { chaveAcesso: id, nfseXmlGZipB64: pack(nfse.xml) }]
    if (method === 'GET') return [200, { eventos: [{ arquivoXml: Buffer.from(pack(nfse.cancel ?? '')).toString('base64') }] }]
    if (nfse.cancel) return [400, { erros: [{ Codigo: 'E0840', Descricao: 'Evento de cancelamento já vinculado à NFS-e.' }] }]
    nfse.cancel = nfseEvent(element(unpack(body, 'pedidoRegistroEventoXmlGZipB64'), 'pedRegEvento'))
    return [201, { eventoXmlGZipB64: pack(nfse.cancel) }]
  }

  private issue(body: string): [number, object] {
    const xml = unpack(body, 'dpsXmlGZipB64')
    const dps = between(xml, 'Id="', '"')
    const read = readDpsId(dps)
    if (!read || !xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>') || !checkSignature(xml).valid)
      return [400, { erros: [{ Codigo: 'E1235', Descricao: 'Falha no esquema XML do DF-e' }] }]
    if ([...this.nfses.values()].some(each => each.dps === dps))
      return [400, { idDPS: dps, erros: [{ Codigo: 'E0014', Descricao: 'A DPS já gerou uma NFS-e.' }] }]
    this.issued += 1
    const number = 700 + this.issued
    const key = buildNfseKey({ city: read.city, document: read.document, environment: '2', number, year_month: '2603', code: '123456789' })
    const nfse = { dps, xml: nfseXml(key, number, element(xml, 'DPS')) }
    this.nfses.set(key, nfse)
    return [201, { idDps: dps, chaveAcesso: key, nfseXmlGZipB64: pack(nfse.xml) }]
  }
}

const pack = (xml: string): string => gzipSync(xml).toString('base64')
const unpack = (body: string, name: string): string => gunzipSync(Buffer.from(JSON.parse(body)[name], 'base64')).toString()

const nfseXml = (key: string, number: number, dps: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><NFSe versao="1.01" xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe Id="NFS${key}"><nNFSe>${number}</nNFSe><cStat>100</cStat><dhProc>${AT}</dhProc><nDFSe>1234</nDFSe>${dps}</infNFSe></NFSe>`

const nfseEvent = (asked: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><evento versao="1.01" xmlns="http://www.sped.fazenda.gov.br/nfse"><infEvento Id="EVT1"><nSeqEvento>001</nSeqEvento><dhProc>${AT}</dhProc><nDFSe>5678</nDFSe>${asked}</infEvento></evento>`
