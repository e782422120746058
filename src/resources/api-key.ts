// An API key: where it may be used and what it may do there. The key itself is shown once, when it is made.
import { ApiKey } from '#contract/api-keys.ts'
import { ACTION_LABELS, ACTIONS, RESOURCE_LABELS, RESOURCES } from '#domain/permissions.ts'
import { instant, text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

/** What it may do where it may be used. */
function scopeOf({ company_id, rights }: ApiKey): string {
  if (company_id === null) return 'só leitura'
  if (rights === null) return 'o mesmo que quem criou'
  return /[^v]/.test(Object.values(rights).join('')) ? 'parte dos direitos de quem criou' : 'só leitura'
}

const rightsOf = ({ rights }: ApiKey): readonly (readonly [resource: string, may: string])[] =>
  RESOURCES.filter(resource => rights?.[resource]).map(resource => [
    RESOURCE_LABELS[resource],
    ACTIONS.filter(action => rights?.[resource]?.includes(action))
      .map(action => ACTION_LABELS[action])
      .join(', '),
  ])

export const apiKey = defineList(ApiKey, {
  nouns: ['chave', 'chaves'],
  placeholder: 'Filtrar por nome, empresa ou quem criou',
  fields: {
    name: text('Nome', { column: { least: 200 }, search: true }),
    prefix: text('Começa por', { column: { width: 148, leaves: 3 }, search: true }),
    created_by_name: text('Criada por', { column: { width: 160, leaves: 1, groups: true }, search: true }),
    created_at: instant('Criada em', { column: { width: 100, leaves: 2 } }),
    last_used_at: instant<string | null>('Último uso', { none: 'nunca usada', column: { width: 116 } }),
  },
  told: {
    where: told<ApiKey>('Vale em', ({ company_name }) => company_name ?? 'Todas as suas empresas', {
      column: { least: 180, groups: true },
      search: true,
    }),
    scope: told('Pode', scopeOf, { column: { width: 200, leaves: 4 }, search: true }),
    reach: told<ApiKey>('Pode', scopeOf, { look: key => ({ tone: scopeOf(key) === 'só leitura' ? 'muted' : 'info' }) }),
  },
  columns: ['name', 'prefix', 'where', 'scope', 'created_by_name', 'created_at', 'last_used_at'],
  title: 'name',
  drawer: { Dados: ['where', 'scope', 'created_by_name', 'created_at', 'last_used_at'], Direitos: rightsOf },
  card: [['reach'], ['where'], ['last_used_at']],
})
