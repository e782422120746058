// The national distribution of NF-e on this machine: HTTPS that asks for the company's certificate, and refuses whatever breaks its contract.
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { ServerIdentity } from './loopback-authority.ts'

const NFE = 'http://www.portalfiscal.inf.br/nfe'
const WSDL = 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe'
const TYPE = `application/soap+xml; charset=utf-8; action="${WSDL}/nfeDistDFeInteresse"`
const PATH = '/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx'
/** The whole message, in the order of its schema. */
const MESSAGE = new RegExp(
  `^<\\?xml version="1.0" encoding="UTF-8"\\?><soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>` +
    `<nfeDistDFeInteresse xmlns="${WSDL}"><nfeDadosMsg><distDFeInt xmlns="${NFE}" versao="1.01"><tpAmb>2</tpAmb><cUFAutor>(\\d\\d)</cUFAutor>` +
    `<CNPJ>(\\w{14})</CNPJ>(?:<distNSU><ultNSU>(\\d{15})</ultNSU></distNSU>|<consChNFe><chNFe>(\\d{6}[A-Z0-9]{12}\\d{26})</chNFe></consChNFe>)</distDFeInt></nfeDadosMsg></nfeDistDFeInteresse></soap12:Body></soap12:Envelope>$`,
)
const PAGE = 50
const HOUR_MS = 3_600_000

export const nsuOf = (number: number): string => String(number).padStart(15, '0')

/** Replaces the regular answer: a body with its status, or silence, after the question was taken or not. */
export type Planned = { status: number; body: string } | 'silence' | 'taken, then silence'

export interface Put {
  nsu: number
  schema: string
  /** Base64, as it travels. */
  zipped: string
}

export class DistributionServer {
  readonly asked: { after: string; client: string }[] = []
  /** Keys asked for, and when. */
  readonly keys: { key: string; at: number }[] = []
  readonly complaints: string[] = []
  readonly planned: Planned[] = []
  /** Those that a question met, in order. */
  readonly met: Planned[] = []
  /** Answers of undue use. */
  blocks = 0
  private documents: Put[] = []
  private readonly keyed = new Map<string, Put>()
  private quietUntil = 0
  /** After undue use, of either question. */
  private blockedUntil = 0

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly now: () => number,
  ) {}

  /** `clients` is the root (PEM) of accepted client certificates; `beside` answers at every other path of this address. */
  static async open(identity: ServerIdentity, clients: string, now: () => number, beside?: RequestListener): Promise<DistributionServer> {
    const server = createServer({ key: identity.key, cert: identity.certificate, ca: clients, requestCert: true, rejectUnauthorized: true })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const opened = new DistributionServer(server, `https://localhost:${(server.address() as AddressInfo).port}${PATH}`, now)
    server.on('request', (request, response) => {
      if (beside && request.url !== PATH) return void beside(request, response)
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        const [, , document = '', after = '', key = ''] = MESSAGE.exec(body) ?? []
        const client = String((request.socket as TLSSocket).getPeerCertificate().subject.CN)
        const right = request.method === 'POST' && request.url === PATH && request.headers['content-type'] === TYPE && after + key !== ''
        // A company's certificate serves all its branches: one root of CNPJ.
        if (!right || client.split(':')[1]?.slice(0, 8) !== document.slice(0, 8)) {
          opened.complaints.push(`${request.method} ${request.url} ${client} ${body}`)
          response.writeHead(400).end('contract')
          return
        }
        if (key === '') opened.asked.push({ after, client })
        else opened.keys.push({ key, at: now() })
        const planned = opened.planned.shift()
        if (planned) opened.met.push(planned)
        const answer = () => (key === '' ? opened.answer(after) : opened.answerKey(key))
        if (planned === 'taken, then silence') answer()
        if (typeof planned === 'string') request.socket.destroy()
        else if (planned) response.writeHead(planned.status).end(planned.body)
        else response.end(answer())
      })
    })
    return opened
  }

  put(nsu: number, schema: string, xml: string): void {
    this.putZipped({ nsu, schema, zipped: gzipSync(xml).toString('base64') })
  }

  /** What is given for a key: the newest alone. */
  putForKey(key: string, schema: string, xml: string): void {
    this.keyed.set(key, { nsu: 0, schema, zipped: gzipSync(xml).toString('base64') })
  }

  putZipped(document: Put): void {
    this.documents.push(document)
  }

  /** Of everything that stands there. */
  numbers(): string[] {
    return this.documents.map(({ nsu }) => nsuOf(nsu)).sort()
  }

  forget(): void {
    this.asked.length = 0
    this.planned.length = 0
    this.documents = []
    this.keys.length = 0
    this.keyed.clear()
    this.quietUntil = 0
    this.blockedUntil = 0
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  /** As the note on undue use has it: whoever asks within the hour is blocked for another. */
  private answer(after: string): string {
    const max = nsuOf(Math.max(0, ...this.documents.map(({ nsu }) => nsu)))
    if (this.now() < Math.max(this.quietUntil, this.blockedUntil)) return this.block(max)
    const found = this.documents.filter(({ nsu }) => nsuOf(nsu) > after).slice(0, PAGE)
    const last = found.at(-1)
    if (!last || nsuOf(last.nsu) === max) this.quietUntil = this.now() + HOUR_MS
    return last
      ? retDistDFeInt('138', 'Documento(s) localizado(s)', nsuOf(last.nsu), max, found)
      : retDistDFeInt('137', 'Nenhum documento localizado', after, max)
  }

  /** Twenty an hour, and none while blocked; each try begins the hour anew. */
  private answerKey(key: string): string {
    const [none, hourAgo] = ['0'.repeat(15), this.now() - HOUR_MS]
    const inTheHour = this.keys.filter(({ at }) => at > hourAgo).length
    if (this.now() < this.blockedUntil || inTheHour > 20) return this.block(none)
    const found = this.keyed.get(key)
    return found
      ? retDistDFeInt('138', 'Documento(s) localizado(s)', none, none, [found])
      : retDistDFeInt('137', 'Nenhum documento localizado', none, none)
  }

  private block(last: string): string {
    this.blocks += 1
    this.quietUntil = this.blockedUntil = this.now() + HOUR_MS
    return retDistDFeInt('656', 'Rejeicao: Consumo Indevido', last, '0'.repeat(15))
  }
}

export function retDistDFeInt(code: string, text: string, last: string, max: string, documents: readonly Put[] = []): string {
  const zips = documents.map(({ nsu, schema, zipped }) => `<docZip NSU="${nsuOf(nsu)}" schema="${schema}">${zipped}</docZip>`).join('')
  const lot = zips === '' ? '' : `<loteDistDFeInt>${zips}</loteDistDFeInt>`
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><nfeDistDFeInteresseResponse xmlns="${WSDL}"><nfeDistDFeInteresseResult><retDistDFeInt versao="1.01" xmlns="${NFE}"><tpAmb>2</tpAmb><verAplic>1.1.9</verAplic><cStat>${code}</cStat><xMotivo>${text}</xMotivo><dhResp>2026-03-11T12:00:00-03:00</dhResp><ultNSU>${last}</ultNSU><maxNSU>${max}</maxNSU>${lot}</retDistDFeInt></nfeDistDFeInteresseResult></nfeDistDFeInteresseResponse></soap:Body></soap:Envelope>`
}
