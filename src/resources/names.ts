// What every described register is called. Apart from the descriptions, for addresses, titles and rights are needed before them: they load with the first script.
export const names = {
  agreement: { kind: 'agreement', area: 'agreements', nouns: ['convênio', 'convênios'], gender: 'o' },
  associate: { kind: 'associate', area: 'associates', nouns: ['sócio', 'sócios'], gender: 'o' },
  chartAccount: { kind: 'chart_account', area: 'chart', nouns: ['conta contábil', 'contas contábeis'], gender: 'a' },
  contact: { kind: 'contact', area: 'contacts', nouns: ['contato', 'contatos'], gender: 'o' },
  layout: { kind: 'layout', area: 'layouts', nouns: ['layout contábil', 'layouts contábeis'], gender: 'o' },
  mapping: { kind: 'mapping', area: 'mappings', nouns: ['de-para', 'de-para'], gender: 'o' },
  paymentAgreement: {
    kind: 'payment_agreement',
    area: 'payment_agreements',
    nouns: ['convênio de pagamento', 'convênios de pagamento'],
    gender: 'o',
  },
  pixAgreement: { kind: 'pix_agreement', area: 'pix_agreements', nouns: ['Pix no banco', 'Pix nos bancos'], gender: 'o' },
  product: { kind: 'product', area: 'products', nouns: ['produto', 'produtos'], gender: 'o' },
  rule: { kind: 'rule', area: 'rules', nouns: ['regra', 'regras'], gender: 'a' },
  service: { kind: 'service', area: 'services', nouns: ['serviço', 'serviços'], gender: 'o' },
} as const

export type RegisterArea = (typeof names)[keyof typeof names]['area']
export const REGISTER_AREAS: readonly RegisterArea[] = Object.values(names).map(({ area }) => area)
