// Every screen as a record: its address, title, icon, keys and words. Rail, palette, titles and the `g` keys are drawn from here.
import type { Resource } from '#domain/permissions.ts'
import type { IconName } from './kit/icon-name.ts'
import type { Chord } from './kit/keys.ts'
import type { Area, Screen } from './kit/when.ts'

export interface ScreenRecord {
  /** '$name' segments are parameters. */
  path: string
  title: string
  icon?: IconName
  keys?: readonly Chord[]
  words?: readonly string[]
  area: Area
  /** Where the rail lists it, under this heading. */
  rail?: 'Dinheiro' | 'Cadastros' | 'Empresa'
  /** What a person needs to see it. */
  needs?: Resource
}

const C = '/company/$companyId'

export const screens = {
  'global.index': { path: '/', title: 'Razão', area: 'global' },
  'auth.login': { path: '/login', title: 'Entrar', area: 'auth' },
  'auth.otp': { path: '/login/verify-otp', title: 'Código de acesso', area: 'auth' },
  'auth.document': { path: '/login/document-number', title: 'Primeiro acesso ou senha esquecida', area: 'auth' },
  'auth.unknown-company': { path: '/unknown-company', title: 'Escolha uma empresa', area: 'auth' },
  'auth.go-to': { path: '/go-to', title: 'Razão', area: 'auth' },
  'auth.lead': { path: '/lead', title: 'Comece agora', area: 'auth' },
  'auth.sign-up': { path: '/signup/user-data', title: 'Criar conta', area: 'auth' },
  'auth.sign-up-feedback': { path: '/signup/user-data/feedback/$status', title: 'Cadastro', area: 'auth' },
  'auth.sign-up-access': { path: '/signup/user-access', title: 'Seu acesso', area: 'auth' },
  'auth.sign-up-otp': { path: '/signup/verify-otp', title: 'Digite o código', area: 'auth' },
  'auth.sign-up-company': { path: '/signup/company-document-number', title: 'Sua empresa', area: 'auth' },

  bills: {
    path: `${C}/bills`,
    title: 'Contas a pagar',
    icon: 'receipt-text',
    keys: ['g p'],
    words: ['pagamentos', 'despesas', 'fornecedores'],
    area: 'bills',
    rail: 'Dinheiro',
    needs: 'bills',
  },
  'bills.create': { path: `${C}/bills/create`, title: 'Nova conta a pagar', area: 'bills' },
  'bills.detail': { path: `${C}/bills/$billId`, title: 'Conta a pagar', area: 'bills' },
  'bills.detail-split': { path: `${C}/bills/$billId/split`, title: 'Dividir conta', area: 'bills' },
  'bills.detail-conciliation': { path: `${C}/bills/$billId/conciliation`, title: 'Conciliar conta', area: 'bills' },
  'bills.detail-delete': { path: `${C}/bills/$billId/delete`, title: 'Excluir conta', area: 'bills' },
  'bills.detail-upload': { path: `${C}/bills/$billId/upload`, title: 'Anexar arquivo', area: 'bills' },
  'bills.detail-update': { path: `${C}/bills/$billId/update`, title: 'Alterar conta', area: 'bills' },
  'bills.bulk-split': { path: `${C}/bills/split`, title: 'Dividir conta selecionada', area: 'bills' },
  'bills.bulk-conciliation': { path: `${C}/bills/conciliation`, title: 'Conciliar contas selecionadas', area: 'bills' },
  'bills.bulk-delete': { path: `${C}/bills/delete`, title: 'Excluir contas selecionadas', area: 'bills' },
  'bills.bulk-update': { path: `${C}/bills/update`, title: 'Alterar contas selecionadas', area: 'bills' },
  'bills.upload': { path: `${C}/bills/upload`, title: 'Importar contas a pagar', area: 'bills' },
  receivables: {
    path: `${C}/receivables`,
    title: 'Contas a receber',
    icon: 'hand-coins',
    keys: ['g r'],
    words: ['recebimentos', 'receitas', 'clientes'],
    area: 'receivables',
    rail: 'Dinheiro',
    needs: 'receivables',
  },
  'receivables.create': { path: `${C}/receivables/create`, title: 'Nova conta a receber', area: 'receivables' },
  'receivables.detail': { path: `${C}/receivables/$receivableId`, title: 'Conta a receber', area: 'receivables' },
  'receivables.detail-split': { path: `${C}/receivables/$receivableId/split`, title: 'Dividir conta', area: 'receivables' },
  'receivables.detail-conciliation': { path: `${C}/receivables/$receivableId/conciliation`, title: 'Conciliar conta', area: 'receivables' },
  'receivables.detail-delete': { path: `${C}/receivables/$receivableId/delete`, title: 'Excluir conta', area: 'receivables' },
  'receivables.detail-upload': { path: `${C}/receivables/$receivableId/upload`, title: 'Anexar arquivo', area: 'receivables' },
  'receivables.detail-update': { path: `${C}/receivables/$receivableId/update`, title: 'Alterar conta', area: 'receivables' },
  'receivables.bulk-split': { path: `${C}/receivables/split`, title: 'Dividir conta selecionada', area: 'receivables' },
  'receivables.bulk-conciliation': { path: `${C}/receivables/conciliation`, title: 'Conciliar contas selecionadas', area: 'receivables' },
  'receivables.bulk-delete': { path: `${C}/receivables/delete`, title: 'Excluir contas selecionadas', area: 'receivables' },
  'receivables.bulk-update': { path: `${C}/receivables/update`, title: 'Alterar contas selecionadas', area: 'receivables' },
  'receivables.upload': { path: `${C}/receivables/upload`, title: 'Importar contas a receber', area: 'receivables' },

  entries: {
    path: `${C}/cash-flow`,
    title: 'Fluxo de caixa',
    icon: 'arrow-down-up',
    keys: ['g f'],
    words: ['lançamentos', 'entradas', 'saídas', 'caixa'],
    area: 'entries',
    rail: 'Dinheiro',
    needs: 'entries',
  },
  'entries.upload': { path: `${C}/cash-flow/upload`, title: 'Importar lançamentos', area: 'entries' },
  conciliation: {
    path: `${C}/conciliation`,
    title: 'Conciliação',
    icon: 'link-2',
    keys: ['g c'],
    words: ['conciliar', 'bancada', 'extrato'],
    area: 'conciliation',
    rail: 'Dinheiro',
    needs: 'conciliation',
  },
  statements: { path: `${C}/bank-accounts/$bankAccountId/statements`, title: 'Extrato', area: 'statements' },
  'statements.imports': {
    path: `${C}/imports`,
    title: 'Extratos importados',
    icon: 'scroll-text',
    keys: ['g x'],
    words: ['importar', 'ofx', 'csv', 'extratos'],
    area: 'statements',
    rail: 'Dinheiro',
    needs: 'conciliation',
  },
  'statements.upload': {
    path: `${C}/bank-accounts/upload`,
    title: 'Importar extrato',
    icon: 'upload',
    words: ['ofx', 'csv', 'enviar extrato'],
    area: 'statements',
  },
  'statements.import': { path: `${C}/imports/$importId`, title: 'Conferir importação', area: 'statements' },
  accounts: {
    path: `${C}/bank-accounts`,
    title: 'Contas bancárias',
    icon: 'landmark',
    keys: ['g b'],
    words: ['bancos', 'saldo'],
    area: 'accounts',
    rail: 'Dinheiro',
    needs: 'bank_accounts',
  },
  'accounts.create': { path: `${C}/bank-accounts/create`, title: 'Nova conta bancária', area: 'accounts' },
  'accounts.detail': { path: `${C}/bank-accounts/$bankAccountId`, title: 'Conta bancária', area: 'accounts' },
  'accounts.archive': { path: `${C}/bank-accounts/$bankAccountId/archive`, title: 'Arquivar conta', area: 'accounts' },
  transfers: {
    path: `${C}/transfers`,
    title: 'Transferências',
    icon: 'arrow-left-right',
    keys: ['g t'],
    words: ['transferir', 'entre contas'],
    area: 'transfers',
    rail: 'Dinheiro',
    needs: 'transfers',
  },
  'transfers.create': { path: `${C}/cash-flow/transfers/create`, title: 'Nova transferência', area: 'transfers' },
  duplicates: {
    path: `${C}/cash-flow/review`,
    title: 'Duplicados',
    icon: 'copy-check',
    keys: ['g v'],
    words: ['revisão', 'repetidos'],
    area: 'duplicates',
    rail: 'Dinheiro',
    needs: 'entries',
  },
  periods: {
    path: `${C}/cash-flow/date-range`,
    title: 'Períodos',
    icon: 'calendar-range',
    keys: ['g h'],
    words: ['fechamento', 'fechar mês', 'reabrir'],
    area: 'periods',
    rail: 'Dinheiro',
    needs: 'entries',
  },
  'periods.history': { path: `${C}/cash-flow/date-range/history`, title: 'Histórico de períodos', area: 'periods' },
  capture: {
    path: `${C}/bills/capture`,
    title: 'Notas recebidas',
    icon: 'inbox',
    keys: ['g n r'],
    words: ['capturar', 'xml', 'nf-e', 'fornecedor', 'lançar nota'],
    area: 'capture',
    rail: 'Dinheiro',
    needs: 'invoices',
  },

  contacts: {
    path: `${C}/contacts`,
    title: 'Contatos',
    icon: 'contact-round',
    keys: ['g o'],
    words: ['clientes', 'fornecedores'],
    area: 'contacts',
    rail: 'Cadastros',
    needs: 'contacts',
  },
  'contacts.create-document': { path: `${C}/contacts/create/document-number`, title: 'Novo contato', area: 'contacts' },
  'contacts.create-reach': { path: `${C}/contacts/create/email-and-phone`, title: 'Novo contato', area: 'contacts' },
  'contacts.create-address': { path: `${C}/contacts/create/address`, title: 'Novo contato', area: 'contacts' },
  'contacts.upload': { path: `${C}/contacts/upload`, title: 'Importar contatos', area: 'contacts' },
  'contacts.detail': { path: `${C}/contacts/$contactId`, title: 'Contato', area: 'contacts' },
  'contacts.delete': { path: `${C}/contacts/$contactId/delete`, title: 'Excluir contato', area: 'contacts' },
  categories: {
    path: `${C}/categories`,
    title: 'Categorias',
    icon: 'folder-tree',
    keys: ['g k'],
    words: ['plano de contas', 'orçamento'],
    area: 'categories',
    rail: 'Cadastros',
    needs: 'categories',
  },
  'categories.create': { path: `${C}/categories/create`, title: 'Nova categoria', area: 'categories' },
  'categories.initial-setup': { path: `${C}/categories/initial-setup`, title: 'Plano de contas padrão', area: 'categories' },
  'categories.detail': { path: `${C}/categories/$categoryId`, title: 'Categoria', area: 'categories' },
  rules: {
    path: `${C}/rules`,
    title: 'Regras',
    icon: 'zap',
    keys: ['g a r'],
    words: ['sempre categorizar', 'automático'],
    area: 'rules',
    rail: 'Cadastros',
    needs: 'conciliation',
  },
  products: {
    path: `${C}/products`,
    title: 'Produtos',
    icon: 'package',
    keys: ['g m'],
    words: ['mercadorias', 'itens', 'estoque', 'ncm'],
    area: 'products',
    rail: 'Cadastros',
    needs: 'products',
  },
  'products.create': { path: `${C}/products/create`, title: 'Novo produto', area: 'products' },
  'products.upload': { path: `${C}/products/upload`, title: 'Importar produtos', area: 'products' },
  'products.detail': { path: `${C}/products/$productId`, title: 'Produto', area: 'products' },
  'products.delete': { path: `${C}/products/$productId/delete`, title: 'Excluir produto', area: 'products' },
  services: {
    path: `${C}/services`,
    title: 'Serviços',
    icon: 'briefcase-business',
    keys: ['g s'],
    words: ['lista de serviços', 'iss'],
    area: 'services',
    rail: 'Cadastros',
    needs: 'services',
  },
  'services.create': { path: `${C}/services/create`, title: 'Novo serviço', area: 'services' },
  'services.detail': { path: `${C}/services/$companyServiceId`, title: 'Serviço', area: 'services' },
  'services.delete': { path: `${C}/services/$companyServiceId/delete`, title: 'Excluir serviço', area: 'services' },
  documents: {
    path: `${C}/documents`,
    title: 'Documentos',
    icon: 'folder',
    keys: ['g u'],
    words: ['arquivos', 'anexos', 'comprovantes', 'contratos'],
    area: 'documents',
    rail: 'Empresa',
    needs: 'attachments',
  },
  'documents.upload': { path: `${C}/documents/upload`, title: 'Enviar documentos', area: 'documents' },
  certificate: {
    path: `${C}/certificate`,
    title: 'Certificado digital',
    icon: 'key-round',
    keys: ['g a c'],
    words: ['a1', 'e-cnpj', 'pfx', 'agendamento'],
    area: 'certificate',
    rail: 'Empresa',
    needs: 'certificate',
  },

  history: {
    path: `${C}/history`,
    title: 'Histórico',
    icon: 'history',
    keys: ['g y'],
    words: ['desfazer', 'o que foi feito', 'auditoria'],
    area: 'history',
    rail: 'Empresa',
    needs: 'reports',
  },
  users: {
    path: `${C}/users`,
    title: 'Usuários',
    icon: 'users',
    keys: ['g a u'],
    words: ['pessoas', 'equipe', 'convites', 'cargos', 'permissões'],
    area: 'users',
    rail: 'Empresa',
    needs: 'users',
  },
  'users.invite': { path: `${C}/users/invite`, title: 'Convidar pessoa', area: 'users' },
  'users.create-role': { path: `${C}/users/roles/create`, title: 'Novo cargo', area: 'users' },
  'users.detail': { path: `${C}/users/$userId`, title: 'Usuário', area: 'users' },
  api_keys: {
    path: `${C}/api-keys`,
    title: 'Chaves de API',
    icon: 'key-round',
    keys: ['g a k'],
    words: ['integração', 'token', 'api'],
    area: 'api_keys',
    rail: 'Empresa',
  },
  profile: {
    path: `${C}/profile`,
    title: 'Perfil',
    icon: 'user',
    keys: ['g a p'],
    words: ['meus dados', 'senha', 'sessões', 'dispositivos', 'minha conta'],
    area: 'profile',
  },
  settings: {
    path: `${C}/settings`,
    title: 'Configurações',
    icon: 'settings-2',
    keys: ['g a g'],
    words: ['preferências', 'tema', 'densidade', 'dados da empresa', 'aprovação', 'enter avança campo'],
    area: 'settings',
    rail: 'Empresa',
  },
  'settings.keyboard': {
    path: `${C}/settings/keyboard`,
    title: 'Teclado',
    icon: 'keyboard',
    keys: ['g a t'],
    words: ['atalhos', 'teclas', 'preferências'],
    area: 'settings',
  },
  notifications: { path: '/notifications', title: 'Notificações', icon: 'bell', keys: ['g a n'], area: 'notifications' },
} as const satisfies Partial<Record<Screen, ScreenRecord>>

export type ScreenId = keyof typeof screens

/** A person's letters by resource, as `GET permissions` answers them. */
type Rights = Readonly<Record<string, string>>

/** Whether a person with these rights sees the screen. */
export const opensWith = ({ needs }: ScreenRecord, rights: Rights): boolean => needs === undefined || (rights[needs] ?? '').includes('v')

/** The screen itself when these rights open it, else the nearest in the order of the rail that they do. */
export function nearestOpen(id: ScreenId, rights: Rights): ScreenId {
  if (opensWith(screens[id], rights)) return id
  const all = Object.entries(screens) as [ScreenId, ScreenRecord][]
  const at = all.findIndex(([one]) => one === id)
  const away = (index: number) => Math.abs(index - at)
  const open = all.flatMap(([one, screen], index) => (screen.rail && opensWith(screen, rights) ? [{ one, index }] : []))
  return open.sort((a, b) => away(a.index) - away(b.index))[0]?.one ?? id
}

/** The address of a company's screen. */
export function pathTo(id: ScreenId, params: Readonly<Record<string, string>>): string {
  return screens[id].path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
