// Calls to the authorities: HTTPS in which the company presents its own certificate. Whatever goes wrong on the way is silence.
import { Agent, request } from 'node:https'
import { rootCertificates, type SecureContext } from 'node:tls'
import { parseXml, type XmlNode } from '#server/fiscal/xml.ts'

/** No answer that says anything: the message is why, in pt-BR. */
export class Silence extends Error {}

export const NONSENSE = 'A autoridade respondeu algo que não se entende.'

export function parseAnswer(xml: Uint8Array): XmlNode {
  try {
    return parseXml(xml)
  } catch {
    throw new Silence(NONSENSE)
  }
}

export interface Outgoing {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** Of the answer, where it may be larger than others. */
  maxBytes?: number
}

export interface Incoming {
  status: number
  body: Buffer
}

/** Rejects with Silence, or with the refusal of a company that has no valid certificate. */
export type Call = (companyId: string, outgoing: Outgoing) => Promise<Incoming>

export interface MutualTlsOptions {
  /** What a connection presents a company by, believing `roots` (PEM). Rejects with the refusal of a company that has no valid certificate. */
  present(companyId: string, roots: readonly string[]): Promise<SecureContext>
  /** PEM of roots believed beside the usual ones: ICP-Brasil's, for the servers that use them. */
  extraRoots: readonly string[]
  timeoutMs: number
}

const MAX_BYTES = 4 * 1024 ** 2

export function mutualTls({ present, extraRoots, timeoutMs }: MutualTlsOptions): Call {
  const roots = [...rootCertificates, ...extraRoots]
  return async (companyId, outgoing) => {
    return exchange(outgoing, await present(companyId, roots), timeoutMs)
  }
}

/** The context lives as long as its one connection: no session of it is kept. */
function exchange(
  { url, method, headers, body, maxBytes = MAX_BYTES }: Outgoing,
  secureContext: SecureContext,
  timeoutMs: number,
): Promise<Incoming> {
  const agent = new Agent({ secureContext, maxCachedSessions: 0 })
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, signal: AbortSignal.timeout(timeoutMs) }, answer => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) sent.destroy(new Error('too large'))
        else chunks.push(chunk)
      })
      answer.on('error', error => reject(silence(error)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }))
    })
    sent.on('error', error => reject(silence(error)))
    sent.end(body)
  })
}

function silence(error: NodeJS.ErrnoException): Silence {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return new Silence('A autoridade demorou demais para responder.')
  return new Silence(`Não foi possível falar com a autoridade (${error.code ?? error.message}).`)
}
