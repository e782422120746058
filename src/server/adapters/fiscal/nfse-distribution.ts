// The distribution of NFS-e by the national environment (ADN): JSON over mutual TLS, up to fifty documents a time, each gzipped in base64.
import { z } from 'zod'
import { documentKind } from '#domain/documents.ts'
import { isNfseKey } from '#domain/fiscal/access-key.ts'
import type { DistributedDocument, Distribution, NoteDistribution, ServicesAsked } from './distribution.ts'
import { MOST_ANSWERED, opened, told } from './distribution-answers.ts'
import { type Call, type Incoming, NONSENSE, type Outgoing, Silence } from './mutual-tls.ts'
import { NFSE_ADDRESSES, toldErrors } from './national-nfse.ts'

export interface NfseDistributionOptions {
  call: Call
  environment: 'TEST' | 'PRODUCTION'
  /** Of the national environment, without a path. */
  adn?: string
}

/** Opened at once; what is beyond comes with the next question. */
const MOST_TOGETHER = 32 * 1024 ** 2
/** Refusals that come without words of the environment's own. */
const REFUSALS: Record<number, string> = {
  401: 'o certificado da empresa não foi aceito (HTTP 401).',
  403: 'o certificado da empresa não foi aceito (HTTP 403).',
  404: 'não há consulta neste endereço para o certificado da empresa (HTTP 404).',
}

const Text = z.string().nullish()
const Answer = z.object({
  StatusProcessamento: z.enum(['DOCUMENTOS_LOCALIZADOS', 'NENHUM_DOCUMENTO_LOCALIZADO', 'REJEICAO']),
  LoteDFe: z
    .array(
      z.object({
        NSU: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().positive().max(999_999_999_999_999)),
        ChaveAcesso: Text,
        TipoDocumento: Text,
        ArquivoXml: Text,
      }),
    )
    .nullish(),
  Erros: z
    .array(z.object({ Codigo: Text, codigo: Text, Descricao: Text, descricao: Text, Complemento: Text, complemento: Text }))
    .nullish(),
})
type Answer = z.infer<typeof Answer>
type Item = NonNullable<Answer['LoteDFe']>[number]

export function nfseDistribution({
  call,
  environment,
  adn = NFSE_ADDRESSES[environment].adn,
}: NfseDistributionOptions): Pick<NoteDistribution, 'nfse'> {
  return { nfse: asked => told(async () => read(await call(asked.company_id, requestOf(adn, asked)))) }
}

/** A certificate serves all branches of its root: the company says which it is. */
function requestOf(adn: string, { document_number, after }: ServicesAsked): Outgoing {
  const which = documentKind(document_number) === 'CNPJ' ? `?cnpjConsulta=${document_number}` : ''
  return {
    method: 'GET',
    url: `${adn}/contribuintes/DFe/${Number(after)}${which}`,
    headers: { accept: 'application/json' },
    maxBytes: MOST_ANSWERED,
  }
}

/** With its JSON, 404 is nothing new; without, nobody answers there. */
async function read({ status, body }: Incoming): Promise<Distribution> {
  if (status >= 500 || status === 408 || status === 429) throw new Silence(`O ambiente nacional respondeu HTTP ${status}.`)
  const answer = answerIn(body)
  if (!answer) {
    const refusal = REFUSALS[status]
    if (refusal === undefined) throw new Silence(NONSENSE)
    return { outcome: 'REFUSED', text: refusal }
  }
  if (answer.StatusProcessamento === 'REJEICAO') return { outcome: 'REFUSED', text: wordsOf(answer) }
  if (answer.StatusProcessamento === 'NENHUM_DOCUMENTO_LOCALIZADO')
    return { outcome: 'NOTHING', last: undefined, text: 'Nenhum documento localizado' }
  const documents = await documentsOf(answer.LoteDFe ?? [])
  const last = documents.at(-1)?.nsu
  if (status >= 300 || last === undefined) throw new Silence(NONSENSE)
  // The list does not say where it ends: whoever got something asks once more.
  return { outcome: 'LOT', documents, last, more: true }
}

function answerIn(body: Buffer): Answer | undefined {
  try {
    return Answer.safeParse(JSON.parse(body.toString())).data
  } catch {
    return undefined
  }
}

const wordsOf = ({ Erros }: Answer): string =>
  toldErrors(Erros ?? [])
    .map(({ code, text }) => [code, text].filter(Boolean).join(': '))
    .filter(Boolean)
    .join(' · ')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 500) || 'sem motivo informado.'

/** In the order of their numbers, as many as are opened at once. */
async function documentsOf(items: readonly Item[]): Promise<DistributedDocument[]> {
  const documents: DistributedDocument[] = []
  let size = 0
  for (const { NSU, ChaveAcesso, TipoDocumento, ArquivoXml } of items.toSorted((one, other) => one.NSU - other.NSU)) {
    if (size > MOST_TOGETHER) break
    const document = {
      nsu: String(NSU).padStart(15, '0'),
      schema: TipoDocumento && /^\w{1,60}$/.test(TipoDocumento) ? TipoDocumento : '?',
      access_key: ChaveAcesso && isNfseKey(ChaveAcesso) ? ChaveAcesso : null,
      ...(await opened(ArquivoXml ?? '')),
    }
    size += document.bytes.length
    documents.push(document)
  }
  return documents
}
