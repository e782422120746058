// The demo's companies: twenty-four named ones, and as many more as requested.
import type { TaxRegime } from '#domain/enums.ts'
import { accountNumber } from '#server/adapters/local-bank/accounts.ts'
import { BRANCH, LOCAL_BANK_NAME, LOCAL_ROUTING_NUMBER } from '#server/adapters/local-bank/ground.ts'
import { someCnpj } from './documents.ts'
import { Random } from './random.ts'
import { SECTOR_NAMES, type SectorName } from './sectors.ts'

export interface DemoAccount {
  readonly routing: string
  readonly institution: string
  readonly branch: string | null
  readonly number: string
  readonly kind: 'CHECKING' | 'SAVINGS' | 'INVESTMENTS'
}

export interface DemoCompany {
  readonly name: string
  readonly trade_name: string
  readonly document_number: string
  readonly regime: TaxRegime
  readonly sector: SectorName
  /** Sales of a typical month, in cents. */
  readonly revenue: number
  /** Entries in two years, by default. */
  readonly entries: number
  /** The showcase always keeps its size; the large company stays the largest. */
  readonly rank: 'showcase' | 'large' | 'usual'
  readonly accounts: readonly DemoAccount[]
  /** The statements are settled up to this many days ago; newer lines wait. */
  readonly lag: number
  /** Past months are closed. */
  readonly closed: boolean
  readonly requires_approval: boolean
  readonly city: string
  readonly state: string
}

type Row = readonly [
  trade_name: string,
  name: string,
  sector: SectorName,
  revenue_reais: number,
  city: string,
  state: string,
  document?: string,
]

const NAMED: readonly Row[] = [
  ['Padaria Sol Nascente', 'Padaria Sol Nascente Ltda', 'bakery', 128_000, 'Campinas', 'SP', '27418783000184'],
  ['Doces da Bel', 'Isabel Martins Nascimento 19357284664', 'sweets', 6_100, 'Campinas', 'SP'],
  ['Distribuidora Vale Verde', 'Vale Verde Distribuidora de Alimentos Ltda', 'wholesale', 392_000, 'Jundiaí', 'SP'],
  ['Mercado Boa Esperança', 'Supermercado Boa Esperança Ltda', 'grocery', 268_000, 'Valinhos', 'SP'],
  ['Farmácia Santa Clara', 'Drogaria Santa Clara Ltda', 'pharmacy', 142_000, 'Vinhedo', 'SP'],
  ['Clínica Bem Viver', 'Bem Viver Serviços Médicos Ltda', 'clinic', 96_000, 'Campinas', 'SP'],
  ['Autopeças Trevo', 'Trevo Comércio de Autopeças Ltda', 'parts', 118_000, 'Sumaré', 'SP'],
  ['Ateliê Flor de Lis', 'Flor de Lis Confecções Ltda', 'clothing', 58_000, 'Americana', 'SP'],
  ['Constrular Materiais', 'Constrular Materiais de Construção Ltda', 'parts', 231_000, 'Indaiatuba', 'SP'],
  ['Restaurante Dona Zefa', 'Dona Zefa Restaurante Ltda', 'bakery', 84_000, 'Campinas', 'SP'],
  ['Pixel Norte Software', 'Pixel Norte Tecnologia Ltda', 'software', 74_000, 'Manaus', 'AM', '4KA7M209000122'],
  ['Academia Corpo em Dia', 'Corpo em Dia Atividades Físicas Ltda', 'gym', 46_000, 'Hortolândia', 'SP'],
  ['Escola Pequeno Saber', 'Pequeno Saber Educação Infantil Ltda', 'school', 92_000, 'Campinas', 'SP'],
  ['Transportes Rio Claro', 'Rio Claro Transportes Rodoviários Ltda', 'transport', 187_000, 'Rio Claro', 'SP'],
  ['Pet Shop Amigo Fiel', 'Amigo Fiel Comércio para Animais Ltda', 'grocery', 39_000, 'Paulínia', 'SP'],
  ['Agência Maré Alta', 'Maré Alta Comunicação Ltda', 'agency', 51_000, 'Florianópolis', 'SC'],
  ['Odonto Sorriso Novo', 'Sorriso Novo Odontologia Ltda', 'clinic', 63_000, 'Itatiba', 'SP'],
  ['Eletricista Zé Luz', 'José Luiz Barbosa 84516237091', 'trades', 6_400, 'Campinas', 'SP'],
  ['Fotografia Lua Clara', 'Clara Lua Ribeiro 73945128604', 'agency', 5_300, 'Atibaia', 'SP'],
  ['Salão Bela Rosa', 'Rosa Maria Teixeira 61728394055', 'salon', 5_900, 'Sumaré', 'SP'],
  ['Limpeza Brilho Total', 'Brilho Total Serviços de Limpeza Ltda', 'cleaning', 79_000, 'Campinas', 'SP'],
  ['Engenharia Prumo', 'Prumo Engenharia e Projetos Ltda', 'agency', 134_000, 'Campinas', 'SP', 'B8T51R0Z000160'],
  ['Papelaria Arco-Íris', 'Arco-Íris Papelaria Ltda', 'clothing', 33_000, 'Nova Odessa', 'SP'],
  ['Bicicletaria Pedal Livre', 'Marcos Pedal Livre 50618273944', 'trades', 6_600, 'Limeira', 'SP'],
]

const WORDS =
  'Horizonte Ipê Jatobá Primavera Serrana Litoral Esmeralda Planalto Cerrado Mantiqueira Araucária Guarani Imperial Aliança Progresso Harmonia Cristal Pioneira Jequitibá Bandeirante'.split(
    ' ',
  )
const CITIES: readonly (readonly [string, string])[] = [
  ['Curitiba', 'PR'],
  ['Belo Horizonte', 'MG'],
  ['Recife', 'PE'],
  ['Goiânia', 'GO'],
  ['Ribeirão Preto', 'SP'],
  ['Salvador', 'BA'],
  ['Joinville', 'SC'],
  ['Uberlândia', 'MG'],
]
const BANKS: readonly (readonly [string, string])[] = [
  ['341', 'Itaú'],
  ['237', 'Bradesco'],
  ['001', 'Banco do Brasil'],
  ['033', 'Santander'],
  ['104', 'Caixa'],
  ['077', 'Inter'],
  ['260', 'Nubank'],
]

const SHOWCASE = 0
const LARGE = 2

/** One of every this many companies has a digital account, the showcase among them: its owner signs in, pays and approves. */
const DIGITAL_EVERY = 5

/** At the local bank, apart from accounts that people open there; the first belongs to the large company. */
export const digitalAccountNumber = (index: number): number => (index === LARGE ? 900_001 : 900_100 + index)

const digitalAccount = (index: number): DemoAccount => ({
  routing: LOCAL_ROUTING_NUMBER,
  institution: LOCAL_BANK_NAME,
  branch: BRANCH,
  number: accountNumber(digitalAccountNumber(index)),
  kind: 'CHECKING',
})

const numbered = (random: Random) => `${random.int(10_000, 98_999)}-${random.int(0, 9)}`

function accountsOf(index: number, random: Random, isMei: boolean): DemoAccount[] {
  if (index === SHOWCASE) {
    return [
      { routing: '341', institution: 'Itaú', branch: '0912', number: '45871-8', kind: 'CHECKING' },
      { routing: '756', institution: 'Sicoob', branch: '3188', number: '9920-4', kind: 'CHECKING' },
      digitalAccount(index),
    ]
  }
  const [routing, institution] = random.pick(isMei ? BANKS.slice(5) : BANKS)
  const main: DemoAccount = {
    routing,
    institution,
    branch: String(random.int(1, 3999)).padStart(4, '0'),
    number: numbered(random),
    kind: 'CHECKING',
  }
  if (isMei) return [main]
  const second: DemoAccount = { routing: '756', institution: 'Sicoob', branch: '3188', number: numbered(random), kind: 'CHECKING' }
  const saved: DemoAccount = { ...main, number: numbered(random), kind: 'INVESTMENTS' }
  const digital = index === LARGE || index % DIGITAL_EVERY === 0 ? [digitalAccount(index)] : []
  return index % 3 === 0 ? [main, second, saved, ...digital] : [main, second, ...digital]
}

function companyOf([trade_name, name, sector, reais, city, state, document]: Row, index: number, random: Random): DemoCompany {
  const isMei = reais < 8_000
  const isLarge = index === LARGE
  return {
    name,
    trade_name,
    document_number: document ?? someCnpj(random),
    regime: isMei ? 'MEI' : 'SIMPLES_NACIONAL',
    sector,
    revenue: reais * 100,
    entries: isLarge ? 20_000 : index === SHOWCASE ? 3_200 : isMei ? 260 : 760 + Math.round(reais / 180),
    rank: index === SHOWCASE ? 'showcase' : isLarge ? 'large' : 'usual',
    accounts: accountsOf(index, random, isMei),
    lag: index === SHOWCASE ? 2 : isLarge ? 9 : 3 + ((index * 5) % 17),
    closed: !isMei && index % 3 !== 1,
    requires_approval: index === SHOWCASE || isLarge || index % 7 === 3,
    city,
    state,
  }
}

/** The first `count` companies, the same for the same seed whatever the count. */
export function demoCompanies(seed: number, count: number): DemoCompany[] {
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(`${seed}/company/${index}`)
    return companyOf(NAMED[index] ?? invented(index, random), index, random)
  })
}

function invented(index: number, random: Random): Row {
  const sector = random.pick(SECTOR_NAMES.filter(name => name !== 'sweets' && name !== 'salon' && name !== 'trades'))
  const [city, state] = random.pick(CITIES)
  const word = WORDS[index % WORDS.length] as string
  const trade_name = `${SECTOR_TITLES[sector]} ${word} ${index + 1}`
  return [trade_name, `${trade_name} Ltda`, sector, random.int(30, 260) * 1000, city, state]
}

const SECTOR_TITLES: Record<SectorName, string> = {
  bakery: 'Padaria',
  sweets: 'Doces',
  wholesale: 'Distribuidora',
  grocery: 'Mercado',
  pharmacy: 'Farmácia',
  clinic: 'Clínica',
  parts: 'Comercial',
  clothing: 'Loja',
  software: 'Sistemas',
  gym: 'Academia',
  school: 'Escola',
  transport: 'Transportes',
  agency: 'Agência',
  cleaning: 'Serviços',
  trades: 'Oficina',
  salon: 'Salão',
}

/** The number of entries per company: its own, or its share of the requested total. The showcase keeps its size, the large one at least its own. */
export function shareEntries(companies: readonly DemoCompany[], wanted: number | undefined): number[] {
  const own = companies.map(company => company.entries)
  const sum = own.reduce((total, each) => total + each, 0)
  if (wanted === undefined) return own
  if (wanted <= sum) return own.map(each => Math.round((each * wanted) / sum))
  const fixed = companies.map(({ rank, entries }) =>
    rank === 'showcase' ? entries : rank === 'large' ? Math.max(entries, Math.round(wanted / 10)) : 0,
  )
  const left = wanted - fixed.reduce((total, each) => total + each, 0)
  const weight = own.reduce((total, each, index) => total + (fixed[index] ? 0 : each), 0)
  if (weight === 0 || left <= 0) return own.map(each => Math.round((each * wanted) / sum))
  return own.map((each, index) => fixed[index] || Math.round((each * left) / weight))
}
