// What companies of each trade sell: products with their NCM, or the matching service of the national list.
import type { SectorName } from './sectors.ts'

export interface DemoProduct {
  readonly name: string
  readonly unit: string
  readonly price_cents: number
  readonly ncm: string
}

export interface DemoService {
  readonly name: string
  readonly description: string
  /** Six digits of the list of LC 116/2003. */
  readonly code: string
  /** Hundredths of a percent. */
  readonly iss_rate: number
}

/** 'Nome | unidade | centavos | NCM', the cheapest last: it completes the sum of a note. */
function products(...lines: string[]): DemoProduct[] {
  return lines.map(line => {
    const [name = '', unit = '', price = '', ncm = ''] = line.split(' | ')
    return { name, unit, price_cents: Number(price), ncm }
  })
}

const BREAD = products(
  'Bolo de chocolate 2 kg | UN | 9890 | 19052090',
  'Café torrado em grãos 1 kg | PC | 5490 | 09012100',
  'Torta salgada | UN | 4990 | 19059090',
  'Croissant recheado | UN | 990 | 19059090',
  'Pão francês | KG | 189 | 19059090',
)
const FOOD = products(
  'Café torrado e moído 500 g, caixa | CX | 18990 | 09012100',
  'Óleo de soja 900 ml, caixa | CX | 13980 | 15079011',
  'Arroz agulhinha 5 kg | PC | 2790 | 10063021',
  'Leite UHT 1 l | UN | 519 | 04012010',
  'Detergente neutro 500 ml | UN | 229 | 34025000',
)
const PARTS = products(
  'Bateria 60 Ah | UN | 48900 | 85071010',
  'Pastilha de freio dianteira | JG | 13990 | 87083090',
  'Filtro de óleo | UN | 3290 | 84212300',
  'Lâmpada H4 | UN | 1190 | 85392110',
  'Parafuso sextavado | UN | 145 | 73181500',
)
const CLOTHES = products(
  'Vestido de viscose | UN | 18990 | 62044400',
  'Calça jeans | UN | 14990 | 62034200',
  'Camiseta de algodão | UN | 4990 | 61091000',
  'Meia | PAR | 890 | 61159500',
)
const PHARMACY = products(
  'Protetor solar FPS 50 | UN | 6990 | 33049990',
  'Fralda geriátrica, pacote | PC | 3990 | 96190000',
  'Medicamento genérico | CX | 1890 | 30049099',
  'Sabonete | UN | 349 | 34011190',
)
const SWEETS = products(
  'Bolo de festa 3 kg | UN | 18900 | 19052090',
  'Cento de brigadeiros | CT | 11000 | 17049020',
  'Bem-casado | UN | 490 | 19059090',
  'Brigadeiro | UN | 250 | 17049020',
)

const PRODUCTS: Partial<Record<SectorName, readonly DemoProduct[]>> = {
  bakery: BREAD,
  sweets: SWEETS,
  wholesale: FOOD,
  grocery: FOOD,
  pharmacy: PHARMACY,
  parts: PARTS,
  clothing: CLOTHES,
}

const service = (name: string, description: string, code: string, iss_rate: number): DemoService => ({ name, description, code, iss_rate })

const SERVICES: Partial<Record<SectorName, DemoService>> = {
  clinic: service('Consulta', 'Consulta e procedimentos ambulatoriais', '040101', 200),
  software: service('Assinatura do sistema', 'Licença de uso mensal do sistema', '010501', 200),
  gym: service('Mensalidade', 'Mensalidade de atividades físicas', '060401', 300),
  school: service('Mensalidade escolar', 'Ensino regular, mensalidade', '080101', 200),
  transport: service('Frete municipal', 'Transporte de cargas no município', '160201', 500),
  agency: service('Campanha', 'Planejamento e criação de campanha', '170601', 300),
  cleaning: service('Limpeza mensal', 'Limpeza e conservação do imóvel', '071001', 500),
  trades: service('Conserto', 'Manutenção e conserto no local', '140101', 300),
  salon: service('Atendimento', 'Serviços de cabeleireiro e manicure', '060101', 300),
}

/** What the companies render beside it, at prices of their own. */
const OTHERS: Partial<Record<SectorName, readonly (DemoService & { readonly amount_cents: number })[]>> = {
  clinic: [
    { ...service('Ultrassonografia', 'Exame de ultrassonografia', '040201', 200), amount_cents: 18_000 },
    { ...service('Pequena cirurgia', 'Procedimento cirúrgico ambulatorial', '040301', 200), amount_cents: 65_000 },
  ],
  software: [
    { ...service('Implantação', 'Implantação e treinamento', '010601', 200), amount_cents: 240_000 },
    { ...service('Suporte avançado', 'Suporte técnico com atendimento dedicado', '010701', 200), amount_cents: 89_000 },
  ],
  agency: [{ ...service('Assessoria mensal', 'Assessoria de comunicação', '170101', 300), amount_cents: 320_000 }],
  cleaning: [{ ...service('Limpeza pós-obra', 'Limpeza de imóvel depois de obra', '071001', 500), amount_cents: 145_000 }],
  trades: [{ ...service('Instalação', 'Instalação de máquinas e equipamentos', '140601', 300), amount_cents: 22_000 }],
}

export const productsOf = (sector: SectorName): readonly DemoProduct[] => PRODUCTS[sector] ?? []
export const serviceOf = (sector: SectorName): DemoService | undefined => SERVICES[sector]
export const otherServicesOf = (sector: SectorName) => OTHERS[sector] ?? []
