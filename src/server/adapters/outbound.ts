// Calls to addresses that people typed: every address a name leads to is checked at the very connection, so that none reaches inside.
import { lookup as lookupName } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'

export interface OutboundAnswer {
  status: number
  /** The beginning of the answer. */
  body: string
  /** Its `Retry-After`, as it came. */
  retryAfter: string | undefined
}

export interface Outbound {
  /** Why that address is none to call, in pt-BR; undefined when it may be called as far as its text says. */
  refusalOf(url: string): string | undefined
  /** Resolves names for connections made elsewhere, refusing those that lead inside. */
  readonly lookup: LookupFunction
  /** Follows no redirect. Throws `NoAnswer` for anything but an answer. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<OutboundAnswer>
}

/** The message is pt-BR, for whoever typed the address. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

const TIMEOUT_MS = 15_000
const ANSWER_BYTES = 500
const INSIDE = 'Este endereço leva a uma rede interna'

/** Whether the address is one of the public internet: of no private, local, shared, translated or reserved range. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

export interface OutboundOptions {
  /** Addresses inside and without TLS are called too: for trying things on one machine. */
  inside?: boolean
  timeoutMs?: number
  lookup?: typeof lookupName
}

export function outbound({ inside = false, timeoutMs = TIMEOUT_MS, lookup = lookupName }: OutboundOptions = {}): Outbound {
  const mayCall = (address: string) => inside || isPublicAddress(address)
  const guarded: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new NoAnswer(`Nenhum endereço para ${host}`), '')
      if (!addresses.every(({ address }) => mayCall(address))) return done(new NoAnswer(INSIDE), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

  function refusalOf(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || domainToASCII(url.hostname) === '') return 'Informe um endereço completo, como https://sistema.exemplo.com.br/avisos'
    if (url.protocol !== 'https:' && !(inside && url.protocol === 'http:')) return 'O endereço precisa começar por https://'
    if (url.username !== '' || url.password !== '') return 'O endereço não leva usuário nem senha: a assinatura já diz quem avisa'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return isIP(host) !== 0 && !mayCall(host) ? INSIDE : undefined
  }

  return {
    refusalOf,
    lookup: guarded,
    async post(text, headers, body) {
      const refusal = refusalOf(text)
      if (refusal) throw new NoAnswer(refusal)
      const url = new URL(text)
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      return new Promise((resolve, reject) => {
        const sent = request(
          url,
          // A connection of its own each time: no earlier one stands in for the check.
          { method: 'POST', agent: false, lookup: guarded, signal: AbortSignal.timeout(timeoutMs), headers },
          answer => {
            const parts: Buffer[] = []
            let bytes = 0
            const end = () => {
              answer.destroy()
              const body = Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString()
              resolve({ status: answer.statusCode ?? 0, body, retryAfter: answer.headers['retry-after'] })
            }
            answer.on('data', (part: Buffer) => {
              parts.push(part)
              bytes += part.length
              if (bytes >= ANSWER_BYTES) end()
            })
            answer.on('end', end)
            answer.on('error', error => reject(wordsOf(error)))
          },
        )
        sent.on('error', error => reject(wordsOf(error)))
        sent.end(body)
      })
    },
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'A conexão foi recusada',
  ECONNRESET: 'A conexão caiu',
  ENOTFOUND: 'O nome do endereço não existe',
  EAI_AGAIN: 'O nome do endereço não foi encontrado agora',
  ETIMEDOUT: 'Sem resposta a tempo',
  CERT_HAS_EXPIRED: 'O certificado do endereço venceu',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado do endereço não é reconhecido',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'O certificado do endereço não é reconhecido',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado é de outro endereço',
}

function wordsOf(error: Error & { code?: string }): NoAnswer {
  if (error instanceof NoAnswer) return error
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return new NoAnswer('Sem resposta a tempo')
  return new NoAnswer(WORDS[error.code ?? ''] ?? `Sem resposta (${error.code ?? error.name})`)
}
