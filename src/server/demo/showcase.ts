// The first company's bank lines, written by hand: about forty pending ones, two thirds of them certain, and one of every doubtful case.
import { addMonths } from '#domain/days.ts'
import type { PaymentMethod } from '#domain/enums.ts'
import type { Books } from './books.ts'
import {
  alone,
  businessDayAgo,
  type CaseTitle,
  doubled,
  inParts,
  netted,
  paidInPart,
  paidLate,
  pair,
  sentFromHere,
  settledByHand,
  tied,
  together,
} from './cases.ts'

const SUPPLIES = 'Matéria-prima e insumos'
const GOODS = 'Compra de mercadorias'
const METHODS: Record<string, PaymentMethod> = { pix: 'PIX', boleto: 'BOLETO', ted: 'BANK_TRANSFER', debit: 'NONE' }

/** name, text, cents, category, method, business days ago, days from the line to the due date, memo where the bank has its own. */
type Plain = readonly [string, string, number, string, string, number, number, string?]

const BILLS: readonly Plain[] = [
  ['Embalagens Nova Era', 'Embalagens kraft', 93_840, 'Fretes e embalagens', 'pix', 2, 1],
  ['Granja Boa Vista', 'Ovos e fermento', 64_275, SUPPLIES, 'pix', 1, 1],
  ['Gás Brasilar', 'Gás P45, 3 cilindros', 112_000, SUPPLIES, 'pix', 0, 0],
  ['Seguradora Porto Sul', 'Seguro do veículo de entregas', 21_847, 'Seguros', 'debit', 0, 1, 'DEB AUT PORTO SUL SEGUROS'],
  ['Escritório Aurora', 'Honorários, abertura da filial', 123_450, 'Contabilidade', 'boleto', 0, 1, 'BOLETO PAGO ESCRIT AURORA'],
  ['Águas do Vale', 'Água e esgoto, loja dois', 28_366, 'Água, energia e gás', 'debit', 0, 2, 'DEB AUT AGUAS DO VALE'],
  ['Moinho Três Irmãos', 'Farinha de trigo, 40 sacas', 432_018, SUPPLIES, 'boleto', 4, 0],
  ['Torrefação Alto da Serra', 'Café torrado 20 kg', 139_837, GOODS, 'boleto', 3, 0],
  ['Cacau Bahia', 'Chocolate e cacau', 187_650, SUPPLIES, 'boleto', 5, 2],
  ['Usina Doce Campo', 'Açúcar 50 kg, 10 sacas', 199_034, SUPPLIES, 'boleto', 6, 0],
  ['Frios Mantiqueira', 'Queijos e frios', 296_480, GOODS, 'boleto', 3, -1],
  ['Bebidas Rio Novo', 'Sucos e refrigerantes', 84_715, GOODS, 'boleto', 2, 0],
  ['Confecções Ponto Certo', 'Uniformes da equipe', 114_069, 'Benefícios', 'pix', 7, 1],
  ['Agência Prisma', 'Marketing digital', 150_037, 'Marketing e publicidade', 'ted', 8, 0],
  ['Recicla Vale', 'Coleta de resíduos', 22_045, 'Manutenção', 'boleto', 5, 0],
]
const RECEIPTS: readonly Plain[] = [
  ['Café da Praça', 'Pedido 2214', 184_000, '', 'pix', 1, 0, 'PIX RECEBIDO CAFE DA PRACA LTDA'],
  ['Hotel Mirante', 'Pedido 2219', 265_000, '', 'pix', 0, 0],
  ['Buffet Estrela', 'Pedido 2207', 318_455, '', 'ted', 2, 0],
  ['Colégio Horizonte', 'Lanches da semana', 142_790, '', 'pix', 3, -1],
  ['Bistrô Alecrim', 'Pedido 2211', 76_325, '', 'pix', 2, 0],
  ['Pousada Recanto', 'Pedido 2203', 98_715, '', 'pix', 4, -2],
  ['Clube Náutico', 'Evento de sábado', 412_360, '', 'ted', 4, 0],
  ['Hospital São Lucas', 'Pedido 2198', 227_815, '', 'boleto', 5, 0, 'LIQUIDACAO COBRANCA HOSPITAL SAO LUCAS'],
  ['Cantina do Lago', 'Pedido 2216', 53_947, '', 'pix', 1, 0],
  ['Sorveteria Polar', 'Pedido 2201', 61_283, '', 'pix', 6, 1],
  ['Livraria Letra Viva', 'Café da livraria', 44_871, '', 'pix', 3, 0],
  ['Condomínio Jardins', 'Festa junina', 173_529, '', 'pix', 7, -1],
]

const caseOf = (kind: CaseTitle['kind'], [name, text, cents, category, method, , due]: Plain): CaseTitle => ({
  kind,
  name,
  text,
  cents,
  category: category || 'Venda de produtos',
  due,
  ...(METHODS[method] ? { method: METHODS[method] } : {}),
})

function writeCertain(books: Books): void {
  for (const plain of BILLS) pair(books, caseOf('BILL', plain), { ago: plain[5], ...(plain[7] ? { memo: plain[7] } : {}) })
  for (const plain of RECEIPTS) pair(books, caseOf('RECEIVABLE', plain), { ago: plain[5], ...(plain[7] ? { memo: plain[7] } : {}) })
  sentFromHere(
    books,
    { kind: 'BILL', name: 'Fornos & Cia', text: 'Troca de resistências', cents: 78_000, category: 'Manutenção' },
    { ago: 1 },
  )
  settledByHand(
    books,
    { kind: 'BILL', name: 'Higiene & Cia', text: 'Material de limpeza', cents: 41_266, category: 'Material de escritório e limpeza' },
    { ago: 3 },
  )
}

function writeDoubtful(books: Books): void {
  const { today } = books.facts
  const sale = (name: string, text: string, cents: number, due = 0, person = false): CaseTitle => ({
    kind: 'RECEIVABLE',
    name,
    person,
    text,
    cents,
    category: 'Venda de produtos',
    due,
  })
  const bill = (name: string, text: string, cents: number, category = SUPPLIES, due = 0): CaseTitle => ({
    kind: 'BILL',
    name,
    text,
    cents,
    category,
    due,
  })
  paidLate(books, bill('Companhia de Luz do Vale', 'Energia elétrica, loja dois', 128_490, 'Água, energia e gás', -4), {
    ago: 2,
    memo: 'BOLETO PAGO CIA DE LUZ DO VALE',
  })
  alone(books, -8_990, 'TARIFA PACOTE DE SERVICOS', 2)
  alone(books, 1_284, 'RENDIMENTO APLIC AUTOM', 0)
  alone(books, -632, 'IOF ADICIONAL', 4)
  alone(books, -28_745, 'COMPRA CARTAO HORTIFRUTI SABIA', 0)
  const lot = (cents: number, at: number): CaseTitle => ({
    ...sale('Cielo', `Vendas VISA débito da véspera, lote ${at}`, cents),
    method: 'DEBIT_CARD',
  })
  netted(books, [lot(71_230, 1), lot(58_465, 2), lot(61_890, 3), lot(41_495, 4)], 1_872, { ago: 1 })
  books.transfer(books.main, books.accounts[1] ?? books.main, businessDayAgo(today, 0), 300_000, false)
  const maria = 'Maria Lúcia Souza Araújo'
  tied(
    books,
    [sale(maria, 'Encomenda de bolo', 42_000, 0, true), sale('Maria Laura Salgado Araújo', 'Encomenda de salgados', 42_000, 0, true)],
    { ago: 0, memo: 'PIX RECEBIDO MARIA L S ARAUJO' },
  )
  pair(books, bill('TransRápida Logística', 'Frete das entregas', 38_000, 'Fretes e embalagens', -7), {
    ago: 0,
    memo: 'PIX ENVIADO 4471 J R TRANSPORTES',
  })
  const dairy = 'Laticínios Serra Alta'
  together(books, [bill(dairy, 'Manteiga e leite', 218_735), bill(dairy, 'Queijo minas', 87_410), bill(dairy, 'Creme de leite', 46_190)], {
    ago: 3,
  })
  paidInPart(books, sale('Empório Central', 'Pedido 2188', 312_600, -3), 150_000, { ago: 1 })
  books.line(0, { day: businessDayAgo(today, 1), memo: 'SALDO DO DIA' })
  doubled(books, bill('Cacau Bahia', 'Cobertura meio amarga', 96_345), 9, false)
  doubled(books, bill('Moinho Três Irmãos', 'Farinha integral, 12 sacas', 158_920), 15, true)
  inParts(books, { ...bill('Fornos & Cia', 'Forno turbo', 1_245_000, 'Compra de imobilizado'), method: 'BOLETO' }, 3, addMonths(today, 1))
}

export function writeShowcase(books: Books): void {
  writeCertain(books)
  writeDoubtful(books)
}
