// Every screen as a record: its address, title, icon, keys and words. Rail, palette, titles and the `g` keys are drawn from here.
import { associate } from '#resources/associate.ts'
import { product } from '#resources/product.ts'
import { rule } from '#resources/rule.ts'
import { service } from '#resources/service.ts'
import type { Area, Screen } from './kit/when.ts'
import { COMPANY_PATH, registerScreens, type ScreenRecord } from './screen-record.ts'
import { wayIn } from './way-in.ts'

const C = COMPANY_PATH

export const screens = {
  'global.index': { path: '/', title: 'Razão', area: 'global' },
  ...wayIn,

  dashboard: {
    path: `${C}/dashboard`,
    title: 'Painel',
    icon: 'layout-dashboard',
    keys: ['g d'],
    words: ['resumo', 'início', 'saldo', 'dashboard', 'home', 'visão geral'],
    area: 'dashboard',
    rail: 'Dinheiro',
    needs: 'reports',
  },
  'dashboard.first-steps': {
    path: `${C}/first-steps`,
    title: 'Primeiros passos',
    icon: 'list-checks',
    words: ['começar', 'ajuda', 'tutorial', 'por onde começo', 'configurar a empresa', 'primeiro acesso'],
    area: 'dashboard',
    needs: 'reports',
  },
  bills: {
    path: `${C}/bills`,
    title: 'Contas a pagar',
    icon: 'receipt-text',
    keys: ['g p'],
    words: [
      'pagamentos',
      'despesas',
      'fornecedores',
      'cap',
      'contas vencidas',
      'contas atrasadas',
      'dar baixa',
      'quitar',
      'aprovar contas',
      'credores',
      'duplicatas a pagar',
    ],
    area: 'bills',
    rail: 'Dinheiro',
    needs: 'bills',
  },
  'bills.create': { path: `${C}/bills/create`, title: 'Nova conta a pagar', area: 'bills' },
  'bills.paper': { path: `${C}/bills/paper`, title: 'Nova conta', area: 'bills' },
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
    words: [
      'recebimentos',
      'receitas',
      'clientes',
      'car',
      'valores a receber',
      'contas recebidas',
      'receber vencidas',
      'devedores',
      'duplicatas a receber',
    ],
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
    words: ['lançamentos', 'entradas', 'saídas', 'caixa', 'movimentações', 'movimentos', 'livro de caixa'],
    area: 'entries',
    rail: 'Dinheiro',
    needs: 'entries',
  },
  'entries.upload': { path: `${C}/cash-flow/upload`, title: 'Importar lançamentos', area: 'entries' },
  'entries.categories': { path: `${C}/cash-flow/categories`, title: 'Fluxo por categoria', area: 'entries' },
  'entries.transfer': { path: `${C}/cash-flow/transfers/create`, title: 'Nova transferência', area: 'entries' },
  conciliation: {
    path: `${C}/conciliation`,
    title: 'Conciliação',
    icon: 'link-2',
    keys: ['g c'],
    words: ['conciliar', 'bancada', 'extrato', 'bater extrato'],
    area: 'conciliation',
    rail: 'Dinheiro',
    needs: 'conciliation',
  },
  'conciliation.replay': { path: `${C}/conciliation/replay`, title: 'Repetir em outras empresas', area: 'conciliation' },
  statements: { path: `${C}/bank-accounts/$bankAccountId/statements`, title: 'Extrato', area: 'statements' },
  'statements.imports': {
    path: `${C}/imports`,
    title: 'Extratos importados',
    icon: 'scroll-text',
    keys: ['g x'],
    words: ['importar', 'ofx', 'csv', 'extratos', 'extrato bancário', 'ver extrato'],
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
  'statements.sheet': { path: `${C}/sheets/$sheetId`, title: 'Conferir planilha', area: 'statements' },
  'statements.import': { path: `${C}/imports/$importId`, title: 'Conferir importação', area: 'statements' },
  accounts: {
    path: `${C}/bank-accounts`,
    title: 'Contas bancárias',
    icon: 'landmark',
    keys: ['g b'],
    words: ['bancos', 'saldo', 'saldos', 'saldo bancário', 'saldo em conta', 'agência', 'contas de banco'],
    area: 'accounts',
    rail: 'Dinheiro',
    needs: 'bank_accounts',
  },
  'accounts.create': { path: `${C}/bank-accounts/create`, title: 'Nova conta bancária', area: 'accounts' },
  'accounts.detail': { path: `${C}/bank-accounts/$bankAccountId`, title: 'Conta bancária', area: 'accounts' },
  'accounts.archive': { path: `${C}/bank-accounts/$bankAccountId/archive`, title: 'Arquivar conta', area: 'accounts' },
  connections: {
    path: `${C}/bank-accounts/connections`,
    title: 'Conexões bancárias',
    label: 'Open finance',
    icon: 'refresh',
    keys: ['g a x'],
    words: ['open finance', 'sincronizar', 'bancos conectados'],
    area: 'connections',
    rail: 'Dinheiro',
    needs: 'bank_accounts',
  },
  'connections.detail': { path: `${C}/bank-accounts/connections/$bankAccountId`, title: 'Conexão bancária', area: 'connections' },
  'connections.open-finance': {
    path: `${C}/bank-accounts/open-finance`,
    title: 'Conectar banco',
    icon: 'landmark',
    words: ['open finance', 'trazer extrato', 'sincronizar'],
    area: 'connections',
    needs: 'bank_accounts',
  },
  'connections.institution': {
    path: `${C}/bank-accounts/open-finance/institution`,
    title: 'Autorizar o banco',
    area: 'connections',
  },
  'connections.download': {
    path: `${C}/bank-accounts/download`,
    title: 'Baixar extrato',
    icon: 'download',
    words: ['ofx', 'csv', 'xlsx', 'exportar extrato'],
    area: 'connections',
    needs: 'bank_accounts',
  },
  wallet: {
    path: `${C}/digital-account`,
    title: 'Conta digital',
    icon: 'wallet',
    keys: ['g w'],
    words: ['pix', 'boleto', 'saldo', 'carteira'],
    area: 'wallet',
    rail: 'Dinheiro',
    needs: 'digital_account',
  },
  'wallet.pix': {
    path: `${C}/digital-account/pix`,
    title: 'Enviar Pix',
    icon: 'send',
    words: ['pix', 'pagar', 'transferir', 'copia e cola'],
    area: 'wallet',
    needs: 'payments',
  },
  'wallet.boleto': {
    path: `${C}/digital-account/boleto`,
    title: 'Pagar boleto',
    icon: 'barcode',
    words: ['linha digitável', 'código de barras', 'guia', 'pagar guia'],
    area: 'wallet',
    needs: 'payments',
  },
  'wallet.receive': {
    path: `${C}/digital-account/receive`,
    title: 'Receber por Pix',
    icon: 'qr-code',
    words: ['qr code', 'cobrar', 'copia e cola'],
    area: 'wallet',
    needs: 'pix_keys',
  },
  'wallet.keys': {
    path: `${C}/digital-account/keys`,
    title: 'Chaves Pix',
    icon: 'key-round',
    words: ['portabilidade', 'reivindicar'],
    area: 'wallet',
    needs: 'pix_keys',
  },
  'wallet.receipts': {
    path: `${C}/digital-account/receipts`,
    title: 'Comprovantes',
    icon: 'receipt-text',
    words: ['pdf', 'recibo', 'pagos', 'comprovante de pagamento'],
    area: 'wallet',
    needs: 'payments',
  },
  payments: {
    path: `${C}/payment-orders`,
    title: 'Ordens de pagamento',
    label: 'Pagamentos',
    icon: 'list-checks',
    keys: ['g a w'],
    words: ['pagar em lote', 'aprovar pagamentos', 'remessa'],
    area: 'payments',
    rail: 'Dinheiro',
    needs: 'payments',
  },
  'payments.create': { path: `${C}/payment-orders/create`, title: 'Pagar contas', area: 'payments' },
  'payments.detail': { path: `${C}/payment-orders/$paymentOrderId`, title: 'Ordem de pagamento', area: 'payments' },
  'service_invoices.public': { path: '/note/$token', title: 'Nota fiscal', area: 'service_invoices' },
  'billings.public': { path: '/charge/$token', title: 'Cobrança', area: 'billings' },
  'payments.public': { path: '/payment-order/$paymentOrderId', title: 'Ordem de pagamento', area: 'payments' },
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
  'transfers.create': { path: `${C}/transfers/create`, title: 'Nova transferência', area: 'transfers' },
  duplicates: {
    path: `${C}/cash-flow/review`,
    title: 'Duplicados',
    icon: 'copy-check',
    keys: ['g v'],
    words: ['revisão', 'repetidos', 'duplicidade'],
    area: 'duplicates',
    rail: 'Dinheiro',
    needs: 'entries',
  },
  periods: {
    path: `${C}/cash-flow/date-range`,
    title: 'Períodos',
    icon: 'calendar-range',
    keys: ['g h'],
    words: ['fechamento', 'fechar mês', 'reabrir', 'períodos fechados'],
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
    words: ['capturar', 'xml', 'nf-e', 'fornecedor', 'lançar nota', 'notas de entrada', 'compras', 'notas de compra', 'manifesto'],
    area: 'capture',
    rail: 'Dinheiro',
    needs: 'invoices',
  },

  taxes: {
    path: `${C}/taxes`,
    title: 'Impostos',
    icon: 'badge-percent',
    keys: ['g i'],
    words: [
      'das',
      'guias',
      'tributos',
      'simples nacional',
      'pgdas',
      'darf',
      'guia',
      'imposto a pagar',
      'iss',
      'icms',
      'pis',
      'cofins',
      'irpj',
      'csll',
      'inss',
      'fgts',
      'gps',
    ],
    area: 'taxes',
    rail: 'Fiscal',
    needs: 'taxes',
  },
  'taxes.create': { path: `${C}/taxes/create`, title: 'Novo imposto', area: 'taxes' },
  'taxes.detail': { path: `${C}/taxes/$taxId`, title: 'Imposto', area: 'taxes' },
  'taxes.issue': { path: `${C}/taxes/$taxId/issue`, title: 'Emitir guia', area: 'taxes' },
  'taxes.payment': { path: `${C}/taxes/$taxId/payment`, title: 'Pagar imposto', area: 'taxes' },
  'taxes.pix': { path: `${C}/taxes/$taxId/pix`, title: 'Pix do imposto', area: 'taxes' },
  'taxes.delete': { path: `${C}/taxes/$taxId/delete`, title: 'Excluir imposto', area: 'taxes' },
  'taxes.over-dashboard': { path: `${C}/dashboard/tax/$taxId`, title: 'Imposto', area: 'taxes' },
  annual_statements: {
    path: `${C}/annual-billing-statements`,
    title: 'Faturamento anual',
    icon: 'calendar-days',
    keys: ['g a f'],
    words: ['dasn', 'defis', 'declaração anual'],
    area: 'annual_statements',
    rail: 'Fiscal',
    needs: 'annual_statements',
  },
  'annual_statements.selection': {
    path: `${C}/annual-billing-statements/create/selection`,
    title: 'Nova declaração anual',
    area: 'annual_statements',
  },
  'annual_statements.billing': {
    path: `${C}/annual-billing-statements/create/billing`,
    title: 'Faturamento do ano',
    area: 'annual_statements',
  },

  billings: {
    path: `${C}/receivables/billings`,
    title: 'Cobranças',
    icon: 'qr-code',
    keys: ['g a b'],
    words: [
      'cobrar',
      'boleto',
      'pix',
      'clientes',
      'inadimplentes',
      'inadimplência',
      'em atraso',
      'boletos emitidos',
      'atrasados',
      'segunda via do boleto',
      '2a via',
    ],
    area: 'billings',
    rail: 'Dinheiro',
    needs: 'receivables',
  },
  'billings.create': { path: `${C}/receivables/create/billing`, title: 'Nova cobrança', area: 'billings' },
  'billings.detail': { path: `${C}/receivables/billings/$billingId`, title: 'Cobrança', area: 'billings' },

  ...registerScreens(associate, ['create', 'detail'], {
    icon: 'users',
    keys: ['g a s'],
    words: ['associados', 'pró-labore', 'dependentes', 'quadro societário', 'prolabore', 'retirada de lucro', 'distribuição de lucros'],
    needs: 'associates',
  }),
  'associates.attach': { path: `${C}/associates/$associateId/attach`, title: 'Anexar arquivo', area: 'associates' },
  'associates.dependent': { path: `${C}/associates/$associateId/dependent`, title: 'Novo dependente', area: 'associates' },
  'associates.dependent-detail': {
    path: `${C}/associates/$associateId/dependent/$dependentId`,
    title: 'Dependente',
    area: 'associates',
  },

  subscription: {
    path: `${C}/subscriptions`,
    title: 'Assinatura',
    icon: 'credit-card',
    keys: ['g a a'],
    words: ['plano', 'mensalidade', 'cobranças do produto', 'minha assinatura', 'trocar de plano', 'escolher plano'],
    area: 'subscription',
    rail: 'Empresa',
    needs: 'subscription',
  },
  'subscription.subscribe': { path: `${C}/subscriptions/subscribe`, title: 'Escolher plano', area: 'subscription' },
  'subscription.checkout': { path: `${C}/subscriptions/subscribe/checkout`, title: 'Pagamento da assinatura', area: 'subscription' },

  service_invoices: {
    path: `${C}/service-nfes`,
    title: 'Notas de serviço',
    icon: 'file-text',
    keys: ['g n s'],
    words: ['nfs-e', 'nfse', 'prefeitura', 'rps', 'tomador'],
    area: 'service_invoices',
    rail: 'Fiscal',
    needs: 'invoices',
  },
  'service_invoices.create': { path: `${C}/service-nfes/create`, title: 'Nova nota de serviço', area: 'service_invoices' },
  'service_invoices.pending': { path: `${C}/service-nfes/pending`, title: 'Pendências para emitir', area: 'service_invoices' },
  'service_invoices.limit': { path: `${C}/service-nfes/reached-limit-usage`, title: 'Limite de notas do mês', area: 'service_invoices' },
  'service_invoices.detail': { path: `${C}/service-nfes/$notaFiscalId`, title: 'Nota de serviço', area: 'service_invoices' },
  'service_invoices.delete': {
    path: `${C}/service-nfes/$notaFiscalId/delete`,
    title: 'Cancelar nota de serviço',
    area: 'service_invoices',
  },
  'service_invoices.replicate': {
    path: `${C}/service-nfes/$notaFiscalId/replicate`,
    title: 'Replicar nota de serviço',
    area: 'service_invoices',
  },
  'service_invoices.update': {
    path: `${C}/service-nfes/$notaFiscalId/update`,
    title: 'Corrigir nota de serviço',
    area: 'service_invoices',
  },
  product_invoices: {
    path: `${C}/product-nfes`,
    title: 'Notas de produto',
    icon: 'barcode',
    keys: ['g n p'],
    words: ['nf-e', 'nfe', 'danfe', 'mercadoria', 'nf-e de venda', 'nota de venda', 'nota fiscal eletrônica'],
    area: 'product_invoices',
    rail: 'Fiscal',
    needs: 'invoices',
  },
  'product_invoices.create': { path: `${C}/product-nfes/create`, title: 'Nova nota de produto', area: 'product_invoices' },
  'product_invoices.numbering': {
    path: `${C}/product-nfes/numbering`,
    title: 'Numeração e contingência',
    area: 'product_invoices',
  },
  'product_invoices.pending': { path: `${C}/product-nfes/pending`, title: 'Pendências para emitir', area: 'product_invoices' },
  'product_invoices.limit': { path: `${C}/product-nfes/reached-limit-usage`, title: 'Limite de notas do mês', area: 'product_invoices' },
  'product_invoices.detail': { path: `${C}/product-nfes/$notaFiscalId`, title: 'Nota de produto', area: 'product_invoices' },
  'product_invoices.delete': {
    path: `${C}/product-nfes/$notaFiscalId/delete`,
    title: 'Cancelar nota de produto',
    area: 'product_invoices',
  },
  'product_invoices.replicate': {
    path: `${C}/product-nfes/$notaFiscalId/replicate`,
    title: 'Replicar nota de produto',
    area: 'product_invoices',
  },
  'product_invoices.update': {
    path: `${C}/product-nfes/$notaFiscalId/update`,
    title: 'Corrigir nota de produto',
    area: 'product_invoices',
  },
  consumer_invoices: {
    path: `${C}/customer-nfes`,
    title: 'Notas de consumidor',
    label: 'Notas NFC-e',
    icon: 'qr-code',
    keys: ['g n c'],
    words: ['nfc-e', 'nfce', 'cupom', 'varejo', 'cupom fiscal'],
    area: 'consumer_invoices',
    rail: 'Fiscal',
    needs: 'invoices',
  },
  'consumer_invoices.create': { path: `${C}/customer-nfes/create`, title: 'Nova nota de consumidor', area: 'consumer_invoices' },
  'consumer_invoices.pending': { path: `${C}/customer-nfes/pending`, title: 'Pendências para emitir', area: 'consumer_invoices' },
  'consumer_invoices.limit': { path: `${C}/customer-nfes/reached-limit-usage`, title: 'Limite de notas do mês', area: 'consumer_invoices' },
  'consumer_invoices.detail': { path: `${C}/customer-nfes/$notaFiscalId`, title: 'Nota de consumidor', area: 'consumer_invoices' },
  'consumer_invoices.delete': {
    path: `${C}/customer-nfes/$notaFiscalId/delete`,
    title: 'Cancelar nota de consumidor',
    area: 'consumer_invoices',
  },
  'consumer_invoices.replicate': {
    path: `${C}/customer-nfes/$notaFiscalId/replicate`,
    title: 'Replicar nota de consumidor',
    area: 'consumer_invoices',
  },
  'consumer_invoices.update': {
    path: `${C}/customer-nfes/$notaFiscalId/update`,
    title: 'Corrigir nota de consumidor',
    area: 'consumer_invoices',
  },

  contacts: {
    path: `${C}/contacts`,
    title: 'Contatos',
    icon: 'contact-round',
    keys: ['g o'],
    words: ['clientes', 'fornecedores', 'cadastro de clientes', 'cadastro de fornecedores'],
    area: 'contacts',
    rail: 'Cadastros',
    needs: 'contacts',
  },
  'contacts.create': { path: `${C}/contacts/create/document-number`, title: 'Novo contato', area: 'contacts' },
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
    words: ['plano de contas', 'orçamento', 'centro de custo', 'centros de custo'],
    area: 'categories',
    rail: 'Cadastros',
    needs: 'categories',
  },
  'categories.create': { path: `${C}/categories/create`, title: 'Nova categoria', area: 'categories' },
  'categories.initial-setup': { path: `${C}/categories/initial-setup`, title: 'Plano de contas padrão', area: 'categories' },
  'categories.budget': { path: `${C}/categories/$categoryId/budget`, title: 'Orçamento da categoria', area: 'categories' },
  'categories.detail': { path: `${C}/categories/$categoryId`, title: 'Categoria', area: 'categories' },
  ...registerScreens(rule, ['create', 'detail'], {
    icon: 'zap',
    keys: ['g a r'],
    words: ['sempre categorizar', 'automático', 'automação'],
    needs: 'conciliation',
  }),
  ...registerScreens(product, ['create', 'upload', 'detail', 'delete'], {
    icon: 'package',
    keys: ['g m'],
    words: ['mercadorias', 'itens', 'estoque', 'ncm'],
    needs: 'products',
  }),
  ...registerScreens(service, ['create', 'detail', 'delete'], {
    icon: 'briefcase-business',
    keys: ['g s'],
    words: ['lista de serviços', 'iss'],
    needs: 'services',
  }),
  documents: {
    path: `${C}/documents`,
    title: 'Documentos',
    icon: 'folder',
    keys: ['g u'],
    words: ['arquivos', 'anexos', 'comprovantes', 'contratos', 'contrato social', 'holerites', 'folha de pagamento', 'pdf'],
    area: 'documents',
    rail: 'Empresa',
    needs: 'attachments',
  },
  'documents.upload': { path: `${C}/documents/upload`, title: 'Enviar documentos', area: 'documents' },
  certificate: {
    path: `${C}/certificate`,
    title: 'Certificado digital',
    icon: 'shield-check',
    keys: ['g a c'],
    words: ['a1', 'e-cnpj', 'pfx', 'agendamento', 'certificado vencido', 'validade do certificado'],
    area: 'certificate',
    rail: 'Empresa',
    needs: 'certificate',
  },

  reports: {
    path: `${C}/reports`,
    title: 'Relatórios',
    icon: 'chart-column',
    keys: ['g l'],
    words: ['análise', 'imprimir'],
    area: 'reports',
    rail: 'Empresa',
    needs: 'reports',
  },
  'reports.month': {
    path: `${C}/reports/month`,
    title: 'Mês em uma página',
    icon: 'file-text',
    keys: ['g a h'],
    words: ['resumo do mês', 'relatório do mês', 'fechamento em pdf', 'mandar o mês', 'compartilhar o mês', 'mês passado'],
    area: 'reports',
    rail: 'Empresa',
    needs: 'reports',
  },
  'reports.public': { path: '/month/$token', title: 'O mês em uma página', area: 'reports' },
  'reports.income-statement': {
    path: `${C}/reports/income-statement`,
    title: 'DRE',
    icon: 'percent',
    keys: ['g a l'],
    words: [
      'demonstração do resultado',
      'lucro',
      'competência',
      'caixa',
      'resultado do mês',
      'balancete',
      'margem',
      'demonstrativo',
      'lucratividade',
      'prejuízo',
      'quanto lucrei',
    ],
    area: 'reports',
    rail: 'Empresa',
    needs: 'reports',
  },
  'reports.cash-flow': {
    path: `${C}/reports/cash-flow`,
    title: 'Relatório de fluxo de caixa',
    icon: 'trending-up',
    words: ['entradas e saídas', 'doze meses'],
    area: 'reports',
  },
  'reports.budget': {
    path: `${C}/reports/budget`,
    title: 'Orçamento',
    icon: 'target',
    words: ['orçado', 'realizado', 'planejar', 'meta', 'orçado x realizado'],
    area: 'reports',
  },
  'reports.balance': {
    path: `${C}/reports/balance`,
    title: 'Escada de saldo',
    icon: 'layers',
    words: ['banco e livros', 'diferença', 'conferir saldo'],
    area: 'reports',
  },
  'reports.ledger': {
    path: `${C}/reports/ledger`,
    title: 'Livro razão',
    icon: 'scroll-text',
    words: ['razão', 'movimentos', 'saldo inicial', 'saldo final', 'razão contábil', 'razonete', 'livro caixa', 'livro diário'],
    area: 'reports',
  },
  'reports.close': {
    path: `${C}/close`,
    title: 'Fechamento do mês',
    icon: 'list-checks',
    words: ['fechar mês', 'pendências', 'contabilidade', 'exportar', 'trancar mês', 'pacote contábil', 'enviar para o contador'],
    area: 'reports',
  },

  history: {
    path: `${C}/history`,
    title: 'Histórico',
    icon: 'history',
    keys: ['g y'],
    words: [
      'desfazer',
      'o que foi feito',
      'auditoria',
      'log',
      'quem mudou',
      'quem apagou',
      'alterações',
      'estornar',
      'estorno',
      'desfazer lote',
    ],
    area: 'history',
    rail: 'Empresa',
    needs: 'reports',
  },
  users: {
    path: `${C}/users`,
    title: 'Usuários',
    icon: 'users',
    keys: ['g a u'],
    words: ['pessoas', 'equipe', 'convites', 'cargos', 'permissões', 'acessos', 'dar permissão', 'funcionários'],
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
    words: ['integração', 'token', 'api', 'integrações'],
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
    words: [
      'preferências',
      'tema',
      'densidade',
      'dados da empresa',
      'aprovação',
      'enter avança campo',
      'ajustes',
      'dados cadastrais',
      'regime tributário',
    ],
    area: 'settings',
    rail: 'Empresa',
  },
  'settings.keyboard': {
    path: `${C}/settings/keyboard`,
    title: 'Teclado',
    icon: 'keyboard',
    keys: ['g a t'],
    words: ['atalhos', 'teclas', 'preferências', 'mudar atalhos'],
    area: 'settings',
  },
  queue: {
    path: '/organization/queue',
    title: 'Fila do contador',
    icon: 'list-checks',
    keys: ['g q'],
    words: ['empresas', 'pendências', 'carteira', 'fila de trabalho', 'tarefas', 'o que falta fazer', 'contadora'],
    area: 'queue',
    rail: 'Escritório',
  },
  organization: {
    path: '/organization',
    title: 'Escritório',
    icon: 'briefcase-business',
    keys: ['g a o'],
    words: ['organização', 'contabilidade'],
    area: 'organization',
    rail: 'Escritório',
  },
  'organization.companies': {
    path: '/organization/companies',
    title: 'Empresas do escritório',
    label: 'Empresas',
    icon: 'building-2',
    keys: ['g a e'],
    words: ['clientes', 'carteira', 'nova empresa'],
    area: 'organization',
    rail: 'Escritório',
  },
  'organization.company': { path: '/organization/companies/$officeCompanyId', title: 'Empresa', area: 'organization' },
  'organization.users': {
    path: '/organization/users',
    title: 'Pessoas do escritório',
    label: 'Pessoas',
    icon: 'users',
    keys: ['g a q'],
    words: ['equipe', 'time', 'contadores', 'convidar'],
    area: 'organization',
    rail: 'Escritório',
  },
  'organization.fiscal-documents': {
    path: '/organization/fiscal-documents',
    title: 'Documentos fiscais',
    icon: 'badge-check',
    keys: ['g a d'],
    words: ['notas recebidas', 'aceitar', 'recusar', 'manifestação'],
    area: 'organization',
    rail: 'Escritório',
  },
  'organization.payment-orders': {
    path: '/organization/payment-orders',
    title: 'Ordens de pagamento',
    label: 'Ordens',
    icon: 'wallet',
    keys: ['g a m'],
    words: ['pagamentos', 'separar', 'dividir'],
    area: 'organization',
    rail: 'Escritório',
  },
  'organization.product-nfe': {
    path: '/organization/product-nfe',
    title: 'Notas de produto recebidas',
    label: 'Notas recebidas',
    icon: 'receipt-text',
    keys: ['g a i'],
    words: ['nf-e', 'notas de entrada', 'danfe'],
    area: 'organization',
    rail: 'Escritório',
  },
  manual: {
    path: '/manual',
    title: 'Manual',
    icon: 'circle-help',
    words: ['ajuda', 'como fazer', 'instruções', 'passo a passo', 'suporte'],
    area: 'manual',
  },
  'manual.topic': { path: '/manual/$page', title: 'Manual', area: 'manual' },
  question: { path: '/question/$token', title: 'Uma pergunta do seu contador', area: 'question' },
  notifications: {
    path: '/notifications',
    title: 'Notificações',
    icon: 'bell',
    keys: ['g a n'],
    words: ['avisos', 'alertas'],
    area: 'notifications',
  },
} as const satisfies Partial<Record<Screen, ScreenRecord>>

export type ScreenId = keyof typeof screens

type ParamsIn<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamsIn<More>
    : Rest
  : never
/** The names a screen's address must be given: 'companyId', 'billId'. */
export type ScreenParam<S extends ScreenId> = S extends ScreenId ? ParamsIn<(typeof screens)[S]['path']> : never

const BY_MONTH: ReadonlySet<Area> = new Set([
  'dashboard',
  'bills',
  'receivables',
  'entries',
  'conciliation',
  'transfers',
  'service_invoices',
  'product_invoices',
  'consumer_invoices',
  'documents',
  'reports',
])
const ALSO_BY_MONTH: ReadonlySet<ScreenId> = new Set(['statements', 'wallet', 'wallet.receipts'])

/**
 * What a screen, or the list it stands over, shows before anybody chose a period: the present month, or all there is. Undefined where the
 * period of the top bar narrows nothing.
 */
export function unchosenPeriod(id: ScreenId): 'month' | 'all' | undefined {
  if (id === 'dashboard.first-steps') return undefined
  if (screens[id].area === 'taxes') return 'all'
  return BY_MONTH.has(screens[id].area) || ALSO_BY_MONTH.has(id) ? 'month' : undefined
}

export const datedScreens: readonly ScreenId[] = (Object.keys(screens) as ScreenId[]).filter(id => unchosenPeriod(id) !== undefined)

/** A person's letters by resource, as `GET permissions` answers them. */
export type Rights = Readonly<Record<string, string>>

/** Whether a person with these rights sees the screen. */
export const opensWith = ({ needs }: ScreenRecord, rights: Rights): boolean => needs === undefined || (rights[needs] ?? '').includes('v')

/** The screen itself when these rights open it, else the nearest in the order of the rail that they do. */
export function nearestOpen(id: CompanyScreen, rights: Rights): CompanyScreen {
  if (opensWith(screens[id], rights)) return id
  const all = Object.entries(screens) as [CompanyScreen, ScreenRecord][]
  const at = all.findIndex(([one]) => one === id)
  const away = (index: number) => Math.abs(index - at)
  const open = all.flatMap(([one, screen], index) =>
    screen.rail && screen.path.startsWith(C) && opensWith(screen, rights) ? [{ one, index }] : [],
  )
  return open.sort((a, b) => away(a.index) - away(b.index))[0]?.one ?? id
}

/** Screens of a company that name no record. */
export type CompanyScreen = {
  [S in ScreenId]: [ScreenParam<S>] extends ['companyId'] ? ([ScreenParam<S>] extends [never] ? never : S) : never
}[ScreenId]

/** Screens that need no parameter at all: those of the office, and of nobody. */
export type PlainScreen = { [S in ScreenId]: [ScreenParam<S>] extends [never] ? S : never }[ScreenId]

type ParamsOf<S extends ScreenId> = [ScreenParam<S>] extends [never] ? [] : [params: { readonly [P in ScreenParam<S>]: string }]

/** The address of a screen: one parameter too few, or of another name, does not compile. */
export function pathTo<S extends ScreenId>(id: S, ...[params]: ParamsOf<S>): string {
  const given: Readonly<Record<string, string>> = params ?? {}
  return screens[id].path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
}

/** The address of a list, of the company or of the office. */
export const listPath = (id: CompanyScreen | PlainScreen, companyId: string): string =>
  screens[id].path.replace('$companyId', encodeURIComponent(companyId))

/** The address of a bill or a receivable, or of their lists, as it is over the cash flow; any other is left as it is. */
export const inCashFlow = (path: string): string =>
  path.replace(/^(\/company\/[^/]+)\/(bills|receivables)(?:(\/.+)|\/?$)/, (_, company: string, area: string, rest?: string) =>
    rest === undefined ? `${company}/cash-flow` : `${company}/cash-flow/${area}${rest}`,
  )

/** Screens of one record of a company. */
export type RecordScreen = {
  [S in ScreenId]: 'companyId' extends ScreenParam<S> ? ([Exclude<ScreenParam<S>, 'companyId'>] extends [never] ? never : S) : never
}[ScreenId]

/** The address of a record, where the screen is one of several that name it differently. */
export const recordPath = (id: RecordScreen, companyId: string, recordId: string): string =>
  screens[id].path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(name === 'companyId' ? companyId : recordId))
