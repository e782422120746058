// The contract as OpenAPI 3.1 and as a page a person can read.

import { z } from 'zod'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import type { Endpoint, Resources } from '#contract/kit/endpoint.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Json
  return json
}

const ErrorSchema = {
  type: 'object',
  required: ['id', 'message', 'request_id'],
  properties: {
    id: { type: 'string' },
    message: { type: 'string' },
    request_id: { type: 'string' },
    details: { type: 'array', items: { type: 'object' } },
    retry_after: { type: 'integer' },
  },
}

function operation(row: Endpoint): Json {
  const { spec } = row
  const pathParameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(match => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = spec.query ? (schemaOf(spec.query, 'input') as { properties?: Record<string, Json>; required?: string[] }) : {}
  const queryParameters = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }))
  const body = spec.form
    ? {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' }, ...(schemaOf(spec.form, 'input').properties as Json) },
          },
        },
      }
    : spec.body
      ? { 'application/json': { schema: schemaOf(spec.body, 'input') } }
      : undefined
  const content = spec.file
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : {
        'application/json': { schema: schemaOf(spec.returns, 'output') },
        ...(spec.columns
          ? {
              [COLUMNS_MEDIA_TYPE]: {
                schema: {
                  type: 'object',
                  properties: { count: { type: 'integer' }, cursor: { type: 'string' }, columns: { type: 'object' } },
                },
              },
            }
          : {}),
      }
  return {
    operationId: row.id,
    summary: spec.summary,
    tags: [row.id.split('.')[0]],
    parameters: [...pathParameters, ...queryParameters],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    ...(spec.public ? { security: [] } : {}),
    'x-razao-needs': spec.needs,
    'x-razao-errors': spec.fails,
    responses: {
      [spec.creates ? 201 : 200]: { description: 'Resposta', content },
      default: { description: 'Recusa do catálogo', content: { 'application/json': { schema: ErrorSchema } } },
    },
  }
}

export function openApi(contract: Resources): Json {
  const paths: Record<string, Json> = {}
  for (const rows of Object.values(contract)) {
    for (const row of Object.values(rows)) {
      paths[row.path] ??= {}
      const path = paths[row.path] as Json
      path[row.method.toLowerCase()] = operation(row)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Razão', version: '1', description: 'API do Razão. Valores em centavos, dias em yyyy-MM-dd.' },
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
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
