// The names an address may hold behind its `?`: a closed list, all plain text. Any other name is dropped when the address is read.
import { z } from 'zod'
import { type Day, endOfMonth, monthOf, startOfMonth } from '#domain/days.ts'

const NAMES = [
  // Of any screen: the period, an open view, the open form and its record.
  'periodo',
  'visao',
  'form',
  'em',
  // Of the way in.
  'url',
  'area',
  'name',
  'email',
  'phone',
  'phone_number',
  'convite',
  // Of a form that another waits for, and of one that starts from a record.
  'backTo',
  'nome',
  'dentro',
  'novo',
  'copia',
  // Filters, each by its list.
  'accounts',
  'api_keys',
  'webhooks',
  'assinatura',
  'associates',
  'agreements',
  'bank_slips',
  'bills',
  'caixa',
  'capture',
  'categories',
  'certificate',
  'chart',
  'chaves',
  'cobrancas',
  'comprovantes',
  'conexoes',
  'consumer_invoices',
  'contabilidade',
  'contacts',
  'declaracoes',
  'documentos',
  'documents',
  'dre',
  'empresas',
  'escada',
  'extrato',
  'fechamento',
  'fila',
  'entregas',
  'fluxo',
  'historico',
  'importacoes',
  'impostos',
  'layouts',
  'linhas',
  'mappings',
  'payment_agreements',
  'payment_files',
  'pix_agreements',
  'movimentos',
  'notificacoes',
  'orcamento',
  'ordens',
  'periodos',
  'pessoas',
  'product_invoices',
  'products',
  'razao',
  'recebidas',
  'remittances',
  'slip_returns',
  'receivables',
  'repetir',
  'roles',
  'rules',
  'service_invoices',
  'services',
  'transferencias',
  'users',
  // What a screen shows: its tabs and ways of looking.
  'aba',
  'categoria',
  'cobranca',
  'contato',
  'decisao',
  'imposto',
  'layout',
  'lista',
  'mostrar',
  'nota',
  'origem',
  'por',
  'regime',
  'situacao',
  'situacao_ordem',
  'tipo',
  'ver',
  'via',
  // Records a screen is about, and the steps of a long form.
  'ano',
  'baixa',
  'banco',
  'bank_account_id',
  'chave',
  'empregado',
  'forma',
  'cartao',
  'ids',
  'item',
  'linha',
  'mensalidade',
  'plano',
  'retifica',
  'titulo',
  'troca',
] as const
/** The whole months of these days, as `periodo` holds them. */
export const monthsKey = (first: Day, last: Day): string =>
  monthOf(first) === monthOf(last) ? monthOf(first) : `${startOfMonth(first)}..${endOfMonth(last)}`

/** In the place of a line's id: the first pending one that is not certain. */
export const FIRST_DOUBT = 'duvida'
export type SearchName = (typeof NAMES)[number]

const names: ReadonlySet<string> = new Set(NAMES)
export const isSearchName = (name: string): name is SearchName => names.has(name)

const text = z.coerce.string().optional().catch(undefined)
const shape = Object.fromEntries(NAMES.map(name => [name, text])) as Record<SearchName, typeof text>
const SearchText = z.object(shape).partial()

/** The search text of an address. Written, undefined takes a name away. */
export type Search = { readonly [N in SearchName]?: string | undefined }

export const readSearch = (raw: object): Search =>
  Object.fromEntries(Object.entries(SearchText.parse(raw)).filter(([, value]) => value !== undefined && value !== ''))
