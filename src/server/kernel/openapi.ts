// The contract as OpenAPI 3.1, complete enough to write a client from, and as a readable page.

import type { z } from 'zod'
import { COLUMNS_MEDIA_TYPE, type ColumnKind, type Columns } from '#contract/kit/columns.ts'
import { type Endpoint, isMutating, isTextParam, paramNames, type Resources } from '#contract/kit/endpoint.ts'
import { Components, type headers, looksAtDevice, type parameters, SECURITY, securityOf } from './openapi-components.ts'
import { Examples } from './openapi-examples.ts'
import { describeFields, type Json, Recurring, shareParameters, wordsOf } from './openapi-fields.ts'

const parameter = (name: keyof typeof parameters): Json => ({ $ref: `#/components/parameters/${name}` })
const header = (name: keyof typeof headers): Json => ({ $ref: `#/components/headers/${name}` })

interface ObjectSchema extends Json {
  properties?: Record<string, Json>
  required?: string[]
}

/** A contract object whose fields travel one by one: a query, or the texts of a form. */
const fieldsOf = (components: Components, name: string, schema: z.ZodObject | undefined): ObjectSchema =>
  schema ? (components.schema(name, schema, 'input') as ObjectSchema) : {}

function parametersOf(row: Endpoint, components: Components, versioned: boolean): Json[] {
  const { spec } = row
  const path = paramNames(row).map(name => {
    if (name === 'c') return parameter('Company')
    if (name === 'id' && !isTextParam(name)) return parameter('Record')
    const schema = isTextParam(name) ? { type: 'string', minLength: 1, maxLength: 200 } : { type: 'string', format: 'uuid' }
    return { name, in: 'path', required: true, description: wordsOf(name, schema, [`{${name}}`]), schema }
  })
  const { properties = {}, required = [] } = fieldsOf(components, `${row.id}.query`, spec.query)
  const query = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    description,
    schema,
  }))
  return [
    ...path,
    ...query,
    ...(isMutating(row) && !spec.public ? [parameter('IdempotencyKey')] : []),
    ...(versioned ? [parameter('IfMatch')] : []),
    ...(looksAtDevice(row) ? [parameter('DeviceId')] : []),
    ...(spec.takesKey ? [parameter('KeyProof')] : []),
  ]
}

function bodyOf(row: Endpoint, components: Components): Record<string, { schema: ObjectSchema; example?: unknown }> | undefined {
  const { spec } = row
  if (spec.body) {
    const schema = components.schema(`${row.id}.body`, spec.body, 'input')
    return { 'application/json': { schema, example: new Examples(resourceOf(row), components.schemas).of(schema) } }
  }
  if (!spec.form) return undefined
  const { properties, required = [], ...rest } = fieldsOf(components, `${row.id}.form`, spec.form)
  const file = { type: 'string', format: 'binary', description: wordsOf('file', {}) }
  return { 'multipart/form-data': { schema: { ...rest, required: ['file', ...required], properties: { file, ...properties } } } }
}

const CELLS: Record<ColumnKind, Json> = {
  id: { type: 'string', format: 'uuid' },
  money: { type: ['integer', 'null'] },
  day: { type: ['string', 'null'], format: 'date' },
  enum: { type: ['string', 'null'] },
  ref: { type: ['string', 'null'] },
  text: { type: ['string', 'null'] },
  flag: { type: ['boolean', 'null'] },
  count: { type: ['integer', 'null'] },
}

/** One array per field, all of one length. */
function columnarSchema(columns: Columns): Json {
  const properties = Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, { type: 'array', items: CELLS[kind] }]))
  const answer = {
    type: 'object',
    required: ['count', 'full', 'cursor', 'columns'],
    properties: {
      count: { type: 'integer' },
      full: { type: 'boolean', description: 'A lista inteira, ou só o que mudou desde o cursor enviado.' },
      cursor: { type: 'string', description: 'Volta como `since` para ler só o que mudou.' },
      columns: { type: 'object', required: Object.keys(columns), properties },
    },
  }
  return describeFields(answer, 'columns')
}

function answerOf(row: Endpoint, components: Components): Json {
  const { spec } = row
  if (spec.file)
    return {
      description: 'O arquivo',
      headers: { 'Content-Disposition': header('FileName') },
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    }
  const sent = {
    ...(isMutating(row) && !spec.public && !spec.irreversible ? { 'X-Batch-Id': header('BatchId') } : {}),
    ...(spec.query?.shape.cursor ? { 'X-Next-Cursor': header('NextCursor') } : {}),
  }
  return {
    description: 'Resposta',
    ...(Object.keys(sent).length > 0 ? { headers: sent } : {}),
    content: { 'application/json': { schema: components.schema(`${row.id}.answer`, spec.returns, 'output') } },
    // Apart from the answer, so that a generated client has one type for it.
    ...(spec.columns ? { 'x-razao-columns': { accept: COLUMNS_MEDIA_TYPE, schema: columnarSchema(spec.columns) } } : {}),
  }
}

const resourceOf = (row: Endpoint): string => row.id.split('.')[0] ?? ''

function operation(row: Endpoint, components: Components): Json & { parameters: Json[] } {
  const { spec } = row
  const content = bodyOf(row, components)
  const versioned = content?.['application/json']?.schema.properties?.version !== undefined
  return {
    operationId: row.id,
    summary: spec.summary,
    tags: [resourceOf(row)],
    security: securityOf(row),
    parameters: parametersOf(row, components, versioned),
    ...(content ? { requestBody: { required: true, content } } : {}),
    'x-razao-needs': spec.needs,
    responses: { [spec.creates ? 201 : 200]: answerOf(row, components), ...components.refusals(row, versioned) },
  }
}

export function openApi(contract: Resources): Json {
  const components = new Components()
  const operations = Object.values(contract)
    .flatMap(rows => Object.values(rows))
    .map(row => ({ row, operation: operation(row, components) }))
  shareParameters(
    operations.map(({ operation }) => operation),
    components.parameters,
  )
  const recurring = new Recurring(components.schemas)
  const records = Object.entries(components.schemas)
  for (const [name, schema] of records) recurring.count(name, schema)
  for (const { row, operation } of operations) recurring.count(row.id, operation)
  recurring.choose()
  for (const [name, schema] of records) components.schemas[name] = recurring.shared(schema)
  const paths: Record<string, Json> = {}
  for (const { row, operation } of operations)
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: recurring.shared(operation) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Razão',
      version: '1',
      description: 'API do Razão. Valores em centavos, dias em yyyy-MM-dd, instantes em ISO 8601 com fuso.',
    },
    servers: [{ url: '/' }],
    security: SECURITY,
    components: components.toJson(),
    paths,
  }
}

export function openApiPage(contract: Resources): string {
  const rows = Object.values(contract)
    .flatMap(resource => Object.values(resource))
    .map(
      row =>
        `<tr><td><code>${row.method}</code></td><td><code>${row.path}</code></td><td>${row.spec.summary}</td><td><code>${row.spec.needs ?? (row.spec.public ? 'público' : 'sessão')}</code></td></tr>`,
    )
    .join('')
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>API do Razão</title>
<style nonce="{{nonce}}">body{font:14px/1.5 system-ui;margin:32px;color:#1a2230}td,th{padding:4px 16px 4px 0;text-align:left;border-bottom:1px solid #e7ebf0;vertical-align:top}code{font-size:13px}</style>
<h1>API do Razão</h1><p>O documento completo, para máquinas: <a href="/v1/openapi.json">openapi.json</a>.</p>
<table><tr><th></th><th>Caminho</th><th>O que faz</th><th>Precisa de</th></tr>${rows}</table></html>`
}
