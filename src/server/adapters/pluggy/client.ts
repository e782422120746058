// Calls to Pluggy: one key for two hours, a deadline and a size for every answer, and no write that is sent again by itself.
import type { z } from 'zod'
import { ProviderRefused, ProviderUnavailable } from '../open-finance.ts'
import { bounded, quietUntilAfter } from '../rest.ts'
import { Auth, Refusal } from './wire.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 16 * 1024 * 1024
/** Pluggy's keys last two hours. */
const KEY_MS = 110 * 60_000

export interface PluggySettings {
  /** Without the last slash. */
  url: string
  clientId: string
  clientSecret: string
}

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: object
}

export interface PluggyClient {
  /** Undefined: what the path names does not exist. */
  send<T>(request: Request, schema: z.ZodType<T>): Promise<T | undefined>
}

/** What Pluggy says when it will not, in words for the person; others are told as they came. */
const REASONS: Readonly<Record<string, string>> = {
  CLIENT_IS_UPDATING_BEFORE_ALLOWED_FREQUENCY: 'Este banco foi consultado há pouco: o que houver de novo chega na próxima atualização.',
  ITEM_USER_ACCOUNT_LOCKED: 'O banco bloqueou o acesso: desbloqueie-o no aplicativo do banco e conecte de novo.',
  ITEM_IS_UPDATING: 'O banco está sendo consultado agora: aguarde o fim.',
  ITEM_ALREADY_EXISTS: 'O agregador já tem esta conexão e ainda não a informou: aguarde alguns minutos.',
}

export function pluggyClient({ url, clientId, clientSecret }: PluggySettings, now: () => number): PluggyClient {
  let key: { value: Promise<string>; until: number } | undefined
  let quietUntil = 0

  const fetchAnswer = async ({ method, path, query = {}, body }: Request, headers: Record<string, string>): Promise<Response> => {
    const address = new URL(url + path)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    try {
      return await fetch(address, {
        method,
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw new ProviderUnavailable('the aggregator did not answer', { cause: error })
    }
  }

  const authenticate = async (): Promise<string> => {
    const answer = await fetchAnswer({ method: 'POST', path: '/auth', body: { clientId, clientSecret } }, {})
    if (!answer.ok) throw new ProviderUnavailable(`the aggregator refused our credentials (${answer.status})`)
    return (await read(answer, Auth)).apiKey
  }

  const currentKey = (): Promise<string> => {
    if (!key || key.until <= now()) {
      const value = authenticate()
      key = { value, until: now() + KEY_MS }
      // One failure is not remembered.
      value.catch(() => {
        if (key?.value === value) key = undefined
      })
    }
    return key.value
  }

  const withKey = async (request: Request): Promise<Response> => fetchAnswer(request, { 'x-api-key': await currentKey() })

  return {
    async send(request, schema) {
      if (quietUntil > now()) throw new ProviderUnavailable('the aggregator asked for silence')
      let answer = await withKey(request)
      // A key that ended early; a refused call did nothing, so it may be sent again.
      if (answer.status === 401 || answer.status === 403) {
        key = undefined
        answer = await withKey(request)
      }
      if (answer.status === 404) return undefined
      if (answer.status === 429) {
        quietUntil = quietUntilAfter(answer.headers.get('retry-after'), now())
        throw new ProviderUnavailable('the aggregator limits our calls')
      }
      if (answer.status === 400 || answer.status === 409 || answer.status === 422) throw refusalOf(await read(answer, Refusal))
      if (!answer.ok) throw new ProviderUnavailable(`the aggregator answered ${answer.status}`)
      return read(answer, schema)
    },
  }
}

function refusalOf({ message, codeDescription = '' }: z.infer<typeof Refusal>): ProviderRefused {
  return new ProviderRefused(REASONS[codeDescription] ?? `O agregador recusou: ${message ?? codeDescription}`)
}

/** Throws `ProviderUnavailable` for an answer too large, cut off, or in words that the schema does not know. */
async function read<T>(answer: Response, schema: z.ZodType<T>): Promise<T> {
  try {
    const text = await bounded(answer, MAX_BYTES)
    return schema.parse(text === '' ? {} : JSON.parse(text))
  } catch (error) {
    throw new ProviderUnavailable('the aggregator sent what cannot be read', { cause: error })
  }
}
