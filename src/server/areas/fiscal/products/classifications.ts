// What a product is classified by: CFOP from the public table, NCM by its chapters; the whole table knows whether a code exists.
import { getCfop, isValidNcm } from '@brazilian-utils/brazilian-utils'
import { fold } from '#domain/text.ts'

export interface Classification {
  code: string
  description: string
  kind: 'NCM' | 'CFOP'
}

export const isKnownNcm = (ncm: string): boolean => isValidNcm(ncm)
/** Outflows only: 5 inside the state, 6 to another, 7 abroad. */
export const isSaleCfop = (cfop: string): boolean => /^[567]/.test(cfop) && getCfop(cfop) !== null

const CHAPTERS = `01 Animais vivos|02 Carnes e miudezas comestíveis|03 Peixes, crustáceos e moluscos|04 Leite, laticínios, ovos e mel|05 Outros produtos de origem animal
06 Plantas vivas e floricultura|07 Hortícolas, raízes e tubérculos|08 Frutas|09 Café, chá, mate e especiarias|10 Cereais|11 Produtos da moagem, malte e amidos
12 Sementes e frutos oleaginosos, plantas industriais|13 Gomas, resinas e extratos vegetais|14 Matérias para entrançar|15 Gorduras e óleos
16 Preparações de carne ou peixe|17 Açúcares e confeitaria|18 Cacau e suas preparações|19 Preparações de cereais, massas e pastelaria|20 Preparações de hortícolas e frutas
21 Preparações alimentícias diversas|22 Bebidas e vinagres|23 Resíduos alimentares e rações|24 Tabaco e sucedâneos|25 Sal, enxofre, pedras, cal e cimento
26 Minérios, escórias e cinzas|27 Combustíveis e óleos minerais|28 Produtos químicos inorgânicos|29 Produtos químicos orgânicos|30 Produtos farmacêuticos
31 Adubos e fertilizantes|32 Tintas, vernizes e corantes|33 Perfumaria e cosméticos|34 Sabões, ceras e produtos de limpeza|35 Matérias albuminoides e colas
36 Pólvoras e explosivos|37 Produtos para fotografia|38 Produtos químicos diversos|39 Plásticos e suas obras|40 Borracha e suas obras|41 Peles e couros
42 Obras de couro e artigos de viagem|43 Peleteria|44 Madeira e carvão vegetal|45 Cortiça|46 Obras de espartaria e cestaria|47 Pastas de madeira e papel reciclado
48 Papel e cartão|49 Livros, jornais e impressos|50 Seda|51 Lã e pelos|52 Algodão|53 Outras fibras têxteis vegetais|54 Filamentos sintéticos|55 Fibras sintéticas descontínuas
56 Pastas, feltros e cordoaria|57 Tapetes|58 Tecidos especiais e rendas|59 Tecidos impregnados|60 Tecidos de malha|61 Vestuário de malha|62 Vestuário, exceto de malha
63 Outros artefatos têxteis|64 Calçados|65 Chapéus|66 Guarda-chuvas e bengalas|67 Penas e flores artificiais|68 Obras de pedra, gesso e cimento|69 Produtos cerâmicos
70 Vidro e suas obras|71 Joias, pedras e metais preciosos|72 Ferro e aço|73 Obras de ferro ou aço|74 Cobre|75 Níquel|76 Alumínio|78 Chumbo|79 Zinco|80 Estanho
81 Outros metais comuns|82 Ferramentas e cutelaria|83 Obras diversas de metais|84 Máquinas e aparelhos mecânicos|85 Máquinas e materiais elétricos
86 Veículos ferroviários|87 Automóveis, tratores e ciclos|88 Aeronaves|89 Embarcações|90 Instrumentos de óptica, medida e medicina|91 Relógios|92 Instrumentos musicais
93 Armas e munições|94 Móveis, colchões e iluminação|95 Brinquedos, jogos e esporte|96 Obras diversas|97 Objetos de arte e antiguidades`

const NCM_CHAPTERS: readonly Classification[] = CHAPTERS.split(/[|\n]/).map(line => ({
  code: line.slice(0, 2),
  description: line.slice(3),
  kind: 'NCM',
}))

const CFOPS: readonly Classification[] = Array.from({ length: 3000 }, (_, index) => getCfop(String(5000 + index)))
  .filter(row => row !== null)
  .map(({ code, description }) => ({ code, description, kind: 'CFOP' }))

export function findClassifications(kind: Classification['kind'] | undefined, search: string | undefined): Classification[] {
  const words = fold(search ?? '').trim()
  const code = words.replace(/[.\-\s]/g, '')
  const whole = kind !== 'CFOP' && /^\d{4,8}$/.test(code) ? ncmsUnder(code) : []
  const matching = [...NCM_CHAPTERS, ...CFOPS].filter(
    row => words === '' || row.code.startsWith(code) || (!/^\d+$/.test(code) && fold(row.description).includes(words)),
  )
  return [...whole, ...matching].filter(row => kind === undefined || row.kind === kind)
}

const NCM_DIGITS = 8

/** The codes of the table under a heading of at least four digits, by their chapter's name; the library only says whether a code exists. */
function ncmsUnder(heading: string): Classification[] {
  const chapter = NCM_CHAPTERS.find(each => heading.startsWith(each.code))
  if (!chapter) return []
  const room = 10 ** (NCM_DIGITS - heading.length)
  return Array.from({ length: room }, (_, at) => String(Number(heading) * room + at).padStart(NCM_DIGITS, '0'))
    .filter(isKnownNcm)
    .map(code => ({ ...chapter, code }))
}
