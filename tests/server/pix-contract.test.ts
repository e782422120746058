// What we send to a bank and what our strict server answers, against the published contract of the API Pix where it stands beside the repository.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Ajv2019, type AnySchema } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { newTxid } from '#domain/payments/pix-ids.ts'
import { outbound } from '#server/adapters/outbound.ts'
import { type PixChargeRequest, pixBank } from '#server/adapters/pix-api/bank.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { PIX_CALLS, templateOf } from '#tests/kit/party-calls.ts'
import { type PixServer, pixServer } from '#tests/kit/pix-server.ts'

const file = new URL('../../../shared/providers/bcb-pix-api.openapi.yaml', import.meta.url)
const absent = !existsSync(file)
if (absent) console.warn('skipped: the published contract of the API Pix is not beside this repository')

const NAME = 'pix'

interface Node {
  [key: string]: Node & string & string[]
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  visit(node as Node)
  for (const each of Object.values(node)) walk(each, visit)
}

/** Where the document contradicts its own examples. */
const MENDS: Record<string, (document: Node) => void> = {
  'patterns between slashes, which no validator reads': document =>
    walk(document, node => {
      if (typeof node.pattern === 'string') Object.assign(node, { pattern: node.pattern.replace(/^\/(.*)\/$/, '$1') })
    }),
  'a location as an address with its scheme': document =>
    walk(document, node => {
      if (node.location?.format === 'uri') Object.assign(node.location, { format: undefined })
    }),
  'the address of the receiver beside the receiver': ({ components }) =>
    void Object.assign(components?.schemas?.DadosRecebedor ?? {}, { required: [] }),
  'the CNPJ in a webhook, where its key stands': ({ components }) =>
    void Object.assign(components?.schemas?.WebhookCompleto ?? {}, { required: ['webhookUrl', 'criacao'] }),
}

interface Operation {
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  requestBody?: { $ref?: string }
  responses: Record<string, { content?: object }>
}

/** Says what is wrong with a value by the schema at that place of the document; undefined: nothing. */
function contractOf(text: string, mends: readonly string[] = Object.keys(MENDS)) {
  const document = parse(text)
  for (const mend of mends) MENDS[mend]?.(document)
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ $id: NAME, ...document } as AnySchema)
  const wrongBy = (place: string, value: unknown, rest: object = {}) => {
    const validate = ajv.compile({ allOf: [{ $ref: `${NAME}#${place}` }], ...rest })
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
  const paths = Object.keys(document.paths).filter(path => !path.includes('pixUrlAccessToken'))
  const templateOf = (path: string) => {
    const parts = path.split('/')
    return paths.find(each => {
      const asked = each.split('/')
      return asked.length === parts.length && asked.every((part, at) => part.startsWith('{') || part === parts[at])
    })
  }
  const operationOf = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    const [template, verb] = [templateOf(path) ?? '', method.toLowerCase()]
    const operation: Operation | undefined = document.paths[template]?.[verb]
    return operation && { ...operation, place: `/paths/${pointer(template)}/${verb}` }
  }
  return { document, wrongBy, operationOf }
}

type Contract = ReturnType<typeof contractOf>

const pointer = (path: string) => encodeURI(path.replaceAll('/', '~1'))

describe.skipIf(absent)('the published contract', () => {
  const text = absent ? '' : readFileSync(file, 'utf8')
  const identity = serverIdentity()
  const now = Date.parse('2026-11-27T15:00:00.000Z')
  let contract: Contract
  let server: PixServer

  beforeAll(async () => {
    contract = contractOf(text)
    const root = makeCertificate({ name: 'Raiz do banco', authority: true }, undefined, 0)
    const held = makeCertificate({ name: 'Empresa' }, root, 2)
    server = await pixServer(identity, root.certificate, () => now)
    const bank = pixBank(
      {
        base_url: server.url,
        token_url: `${server.url}/oauth/token`,
        client_id: server.clientId,
        client_secret: server.clientSecret,
        private_key: held.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
        certificate: held.certificate,
      },
      { outbound: outbound({ inside: true }), extraRoots: [identity.certificate], now: () => now },
    )
    const pix_key = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
    const terms = () => ({ txid: newTxid(randomBytes(32)), amount_cents: 12_345, pix_key, description: 'Aula de violão' })
    const due = { due_date: '2026-12-04', days_after: 30 }
    const asked: PixChargeRequest[] = [
      { kind: 'cob', ...terms(), lasts_seconds: 3600 },
      { kind: 'cobv', ...terms(), ...due, payer: { name: 'Maria Souza', document_number: '52998224725' } },
      { kind: 'cobv', ...terms(), ...due, payer: { name: 'Mercado Aurora Ltda', document_number: '12ABC34501DE35' } },
    ]
    for (const request of asked) {
      await bank.putCharge(request)
      await bank.charge(request.kind, request.txid)
    }
    const [paid, open] = asked
    if (!paid || !open) throw new Error('no charges')
    const { endToEndId: id } = server.pay(paid.txid, new Date(now).toISOString())
    await bank.charge('cob', paid.txid)
    await bank.removeCharge('cobv', open.txid)
    const bare: PixChargeRequest = { kind: 'cob', ...terms(), lasts_seconds: 3600 }
    await bank.putCharge(bare)
    await bank.removeCharge('cob', bare.txid)
    await bank.received(new Date(now - 3_600_000).toISOString(), new Date(now).toISOString())
    await bank.putRefund({ end_to_end_id: id, id: 'D1', amount_cents: 100 })
    await bank.refund(id, 'D1')
    await bank.setWebhook(pix_key, 'https://razao.exemplo.com.br/v1/pix_notices/x')
    await bank.webhook(pix_key)
    await bank.removeWebhook(pix_key)
  })
  afterAll(() => server?.close())

  function wrongCalls({ document, operationOf, wrongBy }: Contract): string[] {
    const inDocument = (ref: string) =>
      ref
        .slice(2)
        .split('/')
        .reduce((at, part) => at[part], document)
    return server.bodies.flatMap(({ call, query, body }) => {
      const operation = operationOf(call)
      if (!operation) return [`${call}: unknown`]
      const named = (operation.parameters ?? []).map(each => (each.$ref ? inDocument(each.$ref) : each))
      const queries = named.filter(each => each.in === 'query')
      const strange = Object.keys(query).filter(name => !queries.some(each => each.name === name))
      const missing = queries.filter(each => each.required && !(each.name in query)).map(each => each.name)
      const place = operation.requestBody?.$ref?.slice(1)
      const flaw = place && wrongBy(`${place}/content/application~1json/schema`, body, { unevaluatedProperties: false })
      return [
        ...[...strange, ...missing].map(name => `${call}: ${name}`),
        ...(flaw ? [`${call}: ${flaw}`] : []),
        ...((place === undefined) === (body === undefined) ? [] : [`${call}: body`]),
      ]
    })
  }

  const wrongAnswers = ({ operationOf, wrongBy }: Contract): string[] =>
    server.bodies.flatMap(({ call, status, answer }) => {
      const operation = operationOf(call)
      const response = operation?.responses[String(status)]
      if (!operation || !response) return [`${call}: ${status}`]
      if (!response.content) return answer === undefined ? [] : [`${call}: an answer where none is`]
      const flaw = wrongBy(`${operation.place}/responses/${status}/content/application~1json/schema`, answer)
      return flaw ? [`${call}: ${flaw}`] : []
    })

  test('every call of ours is one of it, with its query, its body and no field of our own', () => {
    expect(server.refused).toEqual([])
    expect(wrongCalls(contract)).toEqual([])
    expect(new Set(server.bodies.map(({ call }) => templateOf(PIX_CALLS, call)))).toEqual(new Set(PIX_CALLS))
  })

  test('every answer of our strict server is one that a bank may give', () => {
    expect(wrongAnswers(contract)).toEqual([])
  })

  test.each(Object.keys(MENDS))('%s: still to be mended', mend => {
    const published = contractOf(
      text,
      Object.keys(MENDS).filter(each => each !== mend),
    )
    expect([...wrongCalls(published), ...wrongAnswers(published)]).not.toEqual([])
  })
})
