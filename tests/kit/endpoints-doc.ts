// Writes src/contract/ENDPOINTS.md from the contract: every call, what it needs, what it takes and how it may refuse.
import { z } from 'zod'
import type { Endpoint, Resources } from '#contract/kit/endpoint.ts'

const cell = (text: string): string => text.replace(/\|/g, '\\|')
const code = (text: string): string => `\`${text}\``

/** The field names of a query or body; a star marks required ones, a bar separates the forms of a union. */
function fieldsOf(schema: z.ZodType | undefined): string {
  if (!schema) return ''
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as JsonSchema
  return (json.anyOf ?? json.oneOf ?? [json]).map(namesOf).join(' \\| ')
}

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

function namesOf(json: JsonSchema): string {
  const names = Object.keys(json.properties ?? {})
  if (names.length === 0) return 'livre'
  return names.map(name => `${name}${json.required?.includes(name) ? '*' : ''}`).join(', ')
}

function takes({ spec }: Endpoint): string {
  const parts = [
    spec.query ? `consulta: ${fieldsOf(spec.query)}` : '',
    spec.body ? `corpo: ${fieldsOf(spec.body)}` : '',
    spec.form ? `formulário: file*, ${fieldsOf(spec.form)}` : '',
  ]
  return parts.filter(part => part !== '').join('<br>')
}

function notes({ spec }: Endpoint): string {
  const flags = [
    spec.creates ? '201' : '',
    spec.columns ? 'colunas' : '',
    spec.previews ? 'prévia' : '',
    spec.file ? 'arquivo' : '',
    spec.rate ? `ritmo ${spec.rate}` : '',
    spec.own ? 'próprio' : '',
    spec.tenant && spec.tenant !== 'path' && spec.tenant !== 'none' ? `empresa em ${spec.tenant}` : '',
  ]
  return flags.filter(flag => flag !== '').join(', ')
}

function row(endpoint: Endpoint): string {
  const { spec } = endpoint
  const cells = [
    [`${endpoint.method} ${endpoint.path}`, ...(endpoint.spec.aliases ?? []), endpoint.id].map(code).join('<br>'),
    cell(spec.summary),
    spec.public ? 'público' : spec.needs ? code(spec.needs) : 'sessão',
    takes(endpoint),
    notes(endpoint),
    (spec.fails ?? []).map(code).join(', '),
    (spec.reads ?? []).join(', '),
    (spec.writes ?? []).join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The whole document, ending in a newline; the same contract always gives the same text. */
export function endpointsDocument(contract: Resources): string {
  const rows = Object.values(contract).flatMap(resource => Object.values(resource))
  const lines = [
    '# Chamadas',
    '',
    'Gerado de `src/contract/` por `npm run generate`; não edite à mão. Valores em centavos, dias em `yyyy-MM-dd`.',
    '`*` marca um campo obrigatório; *próprio*, uma chamada que a especificação do produto não traz.',
    `São ${rows.length} chamadas em ${Object.keys(contract).length} recursos; \`/v1/openapi.json\` as descreve por inteiro.`,
    '',
  ]
  for (const [name, resource] of Object.entries(contract)) {
    lines.push(
      `## ${name}`,
      '',
      '| chamada | o que faz | precisa de | recebe | notas | recusas | lê | escreve |',
      '|---|---|---|---|---|---|---|---|',
    )
    lines.push(...Object.values(resource).map(row), '')
  }
  return lines.join('\n')
}
