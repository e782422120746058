// What companies of each trade buy and sell: suppliers, customers, words on the documents.
import type { PaymentMethod } from '#domain/enums.ts'

export interface DemoSupplier {
  readonly name: string
  readonly items: readonly string[]
  readonly category: string
  readonly method: PaymentMethod
}

export interface DemoSector {
  /** Category of its sales. */
  readonly revenue: string
  /** Words of a sale; a number follows them. */
  readonly sale: string
  /** The share of sales that comes through card machines. */
  readonly card: number
  /** The shares of sales spent on purchases and on people. */
  readonly purchases: number
  readonly payroll: number
  readonly suppliers: readonly DemoSupplier[]
  readonly customers: readonly string[]
  /** Whether customers are people rather than companies. */
  readonly people: boolean
}

const METHODS: Record<string, PaymentMethod> = { b: 'BOLETO', p: 'PIX', t: 'BANK_TRANSFER' }

/** 'Nome | item, item | categoria | b', b boleto, p Pix, t transferência. */
function suppliers(...lines: string[]): DemoSupplier[] {
  return lines.map(line => {
    const [name = '', items = '', category = '', method = 'b'] = line.split(' | ')
    return { name, items: items.split('; '), category, method: METHODS[method] ?? 'BOLETO' }
  })
}

const GOODS = 'Compra de mercadorias'
const SUPPLIES = 'Matéria-prima e insumos'
const OUTSIDE = 'Serviços de terceiros ligados à venda'
const FREIGHT = 'Fretes e embalagens'
const OFFICE = 'Material de escritório e limpeza'
const REPAIR = 'Manutenção'
const MARKETING = 'Marketing e publicidade'

const COMPANIES =
  'Café da Praça; Hotel Mirante; Buffet Estrela; Colégio Horizonte; Bistrô Alecrim; Empório Central; Cantina do Lago; Pousada Recanto; Clube Náutico; Condomínio Jardins; Hospital São Lucas; Lanchonete Ponto Certo; Mercearia Aliança; Pizzaria Forno Velho; Sorveteria Polar; Quiosque da Orla; Restaurante Tempero Bom; Confeitaria Delícia; Hotel Bandeirantes; Bar do Mercado; Doceria Amora; Galeria Moderna; Construtora Pilar; Oficina do Toninho; Imobiliária Novo Lar; Livraria Letra Viva; Auto Posto Trevo; Cooperativa Agrovale; Instituto Saber; Gráfica Expressa'.split(
    '; ',
  )

const trade = { revenue: 'Venda de produtos', sale: 'Pedido', customers: COMPANIES, people: false } as const
const service = { revenue: 'Prestação de serviços', sale: 'Serviços, nota', customers: COMPANIES, people: false } as const

const FOOD_SUPPLIERS = suppliers(
  `Moinho Três Irmãos | Farinha de trigo, 40 sacas; Farinha integral, 12 sacas; Farinha de centeio | ${SUPPLIES} | b`,
  `Laticínios Serra Alta | Manteiga e leite; Queijo minas; Creme de leite | ${SUPPLIES} | b`,
  `Granja Boa Vista | Ovos e fermento; Ovos brancos, 30 dúzias | ${SUPPLIES} | p`,
  `Torrefação Alto da Serra | Café torrado 20 kg; Café em grãos 10 kg | ${GOODS} | b`,
  `Frios Mantiqueira | Queijos e frios; Presunto e mortadela | ${GOODS} | b`,
  `Usina Doce Campo | Açúcar 50 kg, 10 sacas; Açúcar de confeiteiro | ${SUPPLIES} | b`,
  `Cacau Bahia | Chocolate e cacau; Cobertura meio amarga | ${SUPPLIES} | b`,
  `Embalagens Nova Era | Embalagens kraft; Caixas de bolo; Sacos de pão | ${FREIGHT} | p`,
  `Gás Brasilar | Gás P45, 3 cilindros; Gás P45, 2 cilindros | ${SUPPLIES} | p`,
  `TransRápida Logística | Frete das entregas; Frete refrigerado | ${FREIGHT} | p`,
  `Fornos & Cia | Manutenção do forno; Troca de resistências | ${REPAIR} | p`,
  `Bebidas Rio Novo | Sucos e refrigerantes; Água mineral | ${GOODS} | b`,
)
const SHOP_SUPPLIERS = suppliers(
  `Atacado União | Reposição da semana; Pedido de gôndola; Oferta do mês | ${GOODS} | b`,
  `Distribuidora Campo Bom | Mercadorias diversas; Pedido especial | ${GOODS} | b`,
  `Indústria Paulistana | Produtos da linha; Lançamentos | ${GOODS} | b`,
  `Comercial Três Rios | Reposição de estoque; Compra complementar | ${GOODS} | p`,
  `Representações Alvorada | Pedido do representante; Coleção nova | ${GOODS} | b`,
  `Embalagens Nova Era | Sacolas e caixas; Etiquetas e fitas | ${FREIGHT} | p`,
  `Expresso Anhanguera | Frete de compras; Frete de entregas | ${FREIGHT} | p`,
  `Higiene & Cia | Material de limpeza; Descartáveis | ${OFFICE} | p`,
  `Refrigeração Polar | Manutenção dos equipamentos; Visita técnica | ${REPAIR} | p`,
  `Agência Prisma | Marketing digital; Panfletos e anúncios | ${MARKETING} | t`,
)
const SERVICE_SUPPLIERS = suppliers(
  `Papelaria Central | Material de escritório; Toner e papel | ${OFFICE} | p`,
  `Suprimentos Técnicos Sul | Insumos do mês; Material de consumo | ${SUPPLIES} | b`,
  `Nuvem Aberta | Servidores e armazenamento; Licenças adicionais | Software e assinaturas | b`,
  `Rede de Parceiros | Serviços de parceiros; Horas técnicas | ${OUTSIDE} | t`,
  `Combustíveis Trevo | Abastecimento do mês; Óleo e filtros | Viagens e deslocamentos | p`,
  `Viagens Rota Certa | Passagens e hospedagem; Deslocamentos | Viagens e deslocamentos | b`,
  `Agência Prisma | Marketing digital; Campanha do mês | ${MARKETING} | t`,
  `Assistência Rápida | Manutenção de equipamentos; Reparo | ${REPAIR} | p`,
)

const SECTORS = {
  bakery: { ...trade, card: 0.5, purchases: 0.4, payroll: 0.2, suppliers: FOOD_SUPPLIERS },
  sweets: { ...trade, sale: 'Encomenda', card: 0.2, purchases: 0.42, payroll: 0, suppliers: FOOD_SUPPLIERS.slice(3, 9), people: true },
  wholesale: { ...trade, card: 0.04, purchases: 0.62, payroll: 0.1, suppliers: [...FOOD_SUPPLIERS, ...SHOP_SUPPLIERS] },
  grocery: { ...trade, card: 0.6, purchases: 0.58, payroll: 0.12, suppliers: [...SHOP_SUPPLIERS, ...FOOD_SUPPLIERS.slice(3, 6)] },
  pharmacy: { ...trade, card: 0.6, purchases: 0.56, payroll: 0.13, suppliers: SHOP_SUPPLIERS },
  parts: { ...trade, sale: 'Venda', card: 0.25, purchases: 0.54, payroll: 0.14, suppliers: SHOP_SUPPLIERS },
  clothing: { ...trade, sale: 'Venda', card: 0.5, purchases: 0.46, payroll: 0.18, suppliers: SHOP_SUPPLIERS },
  clinic: { ...service, sale: 'Atendimento', card: 0.35, purchases: 0.14, payroll: 0.4, suppliers: SERVICE_SUPPLIERS, people: true },
  gym: {
    ...service,
    revenue: 'Assinaturas e mensalidades',
    sale: 'Mensalidade',
    card: 0.3,
    purchases: 0.12,
    payroll: 0.34,
    suppliers: SERVICE_SUPPLIERS,
    people: true,
  },
  school: {
    ...service,
    revenue: 'Assinaturas e mensalidades',
    sale: 'Mensalidade',
    card: 0,
    purchases: 0.13,
    payroll: 0.44,
    suppliers: SERVICE_SUPPLIERS,
    people: true,
  },
  software: {
    ...service,
    revenue: 'Assinaturas e mensalidades',
    sale: 'Assinatura',
    card: 0,
    purchases: 0.16,
    payroll: 0.42,
    suppliers: SERVICE_SUPPLIERS,
  },
  transport: { ...service, sale: 'Conhecimento de frete', card: 0, purchases: 0.36, payroll: 0.26, suppliers: SERVICE_SUPPLIERS },
  agency: { ...service, sale: 'Projeto', card: 0, purchases: 0.22, payroll: 0.32, suppliers: SERVICE_SUPPLIERS },
  cleaning: { ...service, card: 0, purchases: 0.14, payroll: 0.46, suppliers: SERVICE_SUPPLIERS },
  trades: { ...service, sale: 'Conserto', card: 0.1, purchases: 0.25, payroll: 0, suppliers: SERVICE_SUPPLIERS.slice(0, 5), people: true },
  salon: { ...service, sale: 'Atendimento', card: 0.3, purchases: 0.2, payroll: 0, suppliers: SERVICE_SUPPLIERS.slice(0, 3), people: true },
} as const satisfies Record<string, DemoSector>

export type SectorName = keyof typeof SECTORS
export const SECTOR_NAMES = Object.keys(SECTORS) as SectorName[]
export const sectorOf = (name: SectorName): DemoSector => SECTORS[name]

const MORE_KINDS = 'Mercado Padaria Hotel Restaurante Escola Clínica Loja Comercial Empório Construtora Transportadora Farmácia'.split(' ')
const MORE_NAMES =
  'Alvorada; Girassol; Beira-Rio; Santa Rita; São Jorge; Colina Azul; Três Marias; Vila Nova; Bela Vista; Campo Belo; Ouro Fino; Pedra Branca; Monte Alegre; Lua Nova; Boa Sorte; Água Viva'.split(
    '; ',
  )

/** The invented customer of a number: first the trade's own names, then combinations that never repeat. */
export function customerName(sector: DemoSector, number: number): string {
  const own = sector.customers[number]
  if (own !== undefined) return own
  const rest = number - sector.customers.length
  const kind = MORE_KINDS[rest % MORE_KINDS.length] as string
  const round = Math.floor(rest / MORE_KINDS.length)
  const name = MORE_NAMES[round % MORE_NAMES.length] as string
  const unit = Math.floor(round / MORE_NAMES.length)
  return unit === 0 ? `${kind} ${name}` : `${kind} ${name} ${'Norte Sul Leste Oeste Centro'.split(' ')[(unit - 1) % 5]}`
}
