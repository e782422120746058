// The national distribution of NFS-e on this machine: HTTPS that asks for the company's certificate, and refuses whatever breaks its contract.
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { ServerIdentity } from './loopback-authority.ts'

/** The number without zeros before it, and which company of the certificate's root asks. */
const ROUTE = /^\/contribuintes\/DFe\/(0|[1-9]\d{0,14})\?cnpjConsulta=(\w{14})$/
const PAGE = 50

type Kind = 'NFSE' | 'DPS' | 'EVENTO' | 'PEDIDO_REGISTRO_EVENTO' | 'CNC' | string

interface Put {
  nsu: number
  kind: Kind
  key: string
  /** Base64, as it travels. */
  zipped: string
}

/** Replaces the regular answer: a body with its status, no connection, or none until the caller gives up. */
export type Planned = { status: number; body: string } | 'silence' | 'sleep'

export class AdnServer {
  readonly asked: { after: number; which: string; client: string; at: number }[] = []
  readonly complaints: string[] = []
  readonly planned: Planned[] = []
  private documents: Put[] = []

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** `clients` is the root (PEM) of accepted client certificates. */
  static async open(identity: ServerIdentity, clients: string, now: () => number): Promise<AdnServer> {
    const server = createServer({ key: identity.key, cert: identity.certificate, ca: clients, requestCert: true, rejectUnauthorized: true })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const opened = new AdnServer(server, `https://localhost:${(server.address() as AddressInfo).port}`)
    server.on('request', (request, response) => {
      const [, after = '', which = ''] = ROUTE.exec(request.url ?? '') ?? []
      const client = String((request.socket as TLSSocket).getPeerCertificate().subject.CN)
      const right = request.method === 'GET' && request.headers.accept === 'application/json' && after !== ''
      if (!right || client.split(':')[1]?.slice(0, 8) !== which.slice(0, 8)) {
        opened.complaints.push(`${request.method} ${request.url} ${client}`)
        response.writeHead(404).end()
        return
      }
      opened.asked.push({ after: Number(after), which, client, at: now() })
      const planned = opened.planned.shift()
      if (planned === 'sleep') return
      if (planned === 'silence') {
        request.socket.destroy()
        return
      }
      const { status, body } = planned ?? opened.answer(Number(after))
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
    })
    return opened
  }

  put(nsu: number, kind: Kind, key: string, xml: string): void {
    this.documents.push({ nsu, kind, key, zipped: gzipSync(xml).toString('base64') })
  }

  putZipped(document: Put): void {
    this.documents.push(document)
  }

  forget(): void {
    this.asked.length = 0
    this.planned.length = 0
    this.documents = []
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  /** There is no greatest number: whoever is at the end is told so with 404. */
  private answer(after: number): { status: number; body: string } {
    const found = this.documents.filter(({ nsu }) => nsu > after).slice(0, PAGE)
    return found.length > 0 ? { status: 200, body: lot(found) } : NOTHING
  }
}

const said = (StatusProcessamento: string, LoteDFe: readonly object[], Erros: readonly object[] = []): string =>
  JSON.stringify({
    StatusProcessamento,
    LoteDFe,
    Alertas: [],
    Erros,
    TipoAmbiente: 'HOMOLOGACAO',
    VersaoAplicativo: '1.0',
    DataHoraProcessamento: '2026-03-11T12:00:00',
  })

export const lot = (documents: readonly Put[]): string =>
  said(
    'DOCUMENTOS_LOCALIZADOS',
    documents.map(({ nsu, kind, key, zipped }) => ({
      NSU: nsu,
      ChaveAcesso: key,
      TipoDocumento: kind,
      TipoEvento: kind === 'EVENTO' ? 'CANCELAMENTO' : null,
      ArquivoXml: zipped,
      DataHoraGeracao: '2026-03-11T11:00:00',
    })),
  )

export const NOTHING = {
  status: 404,
  body: said('NENHUM_DOCUMENTO_LOCALIZADO', [], [{ Codigo: 'E2220', Descricao: 'Nenhum documento localizado' }]),
}

export const rejected = (code: string, text: string) => ({
  status: 400,
  body: said('REJEICAO', [], [{ Codigo: code, Descricao: text, Complemento: null }]),
})
