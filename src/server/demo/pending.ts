// What waits at the bank of an ordinary company: its own newest lines, and a few of the cases that need a person.
import { addMonths } from '#domain/days.ts'
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
  tied,
  together,
} from './cases.ts'
import { personName } from './people.ts'
import { customerName } from './sectors.ts'

export function writePending(books: Books): void {
  const { company, sector, random, today, salt } = books.facts
  const size = Math.max(0.05, company.revenue / 12_000_000)
  const money = (reais: number) => random.cents(reais * 100 * size, 0.2)
  const supplier = (at: number) => sector.suppliers[at % sector.suppliers.length] as (typeof sector.suppliers)[number]
  const buys = (at: number, cents: number, text = supplier(at).items[0] as string): CaseTitle => ({
    kind: 'BILL',
    name: supplier(at).name,
    text,
    cents,
    category: supplier(at).category,
    number: `NF ${9000 + at}`,
  })
  const buyer = (at: number) => (sector.people ? personName(at + 300, salt) : customerName(sector, at))
  const sells = (at: number, cents: number, due = 0): CaseTitle => ({
    kind: 'RECEIVABLE',
    name: buyer(at),
    person: sector.people,
    text: `${sector.sale} ${2200 + at}`,
    cents,
    category: sector.revenue,
    due,
  })
  pair(books, buys(0, money(1_800)), { ago: 2 })
  pair(books, sells(1, money(1_300)), { ago: 1 })
  pair(books, sells(4, money(860), -1), { ago: 1 })
  alone(books, -random.cents(company.regime === 'MEI' ? 1_990 : 4_590, 0.1), 'TARIFA PIX COBRANCA', 3)
  alone(books, -money(240), 'COMPRA CARTAO HORTIFRUTI SABIA', 2)
  paidLate(books, { ...buys(1, money(1_100)), due: -4 }, { ago: 3 })
  if (company.regime === 'MEI') return
  sentFromHere(books, buys(3, money(950)), { ago: 1 })
  together(books, [buys(2, money(640)), buys(2, money(410), 'Reposição extra'), buys(2, money(280), 'Complemento do pedido')], { ago: 2 })
  const tie = Math.round(42_000 * size)
  tied(books, [sells(2, tie), sells(2, tie, 1)], { ago: 1, memo: `PIX RECEBIDO ${buyer(2).split(' ')[0]?.toUpperCase() ?? ''}` })
  paidInPart(books, sells(3, money(2_400), -4), Math.round(90_000 * size), { ago: 2 })
  if (sector.card > 0) {
    const machine = (cents: number, lot: number): CaseTitle => ({
      kind: 'RECEIVABLE',
      name: 'Cielo',
      text: `Vendas VISA débito, lote ${lot}`,
      cents,
      category: sector.revenue,
      method: 'DEBIT_CARD',
    })
    netted(books, [machine(money(620), 11), machine(money(540), 12), machine(money(480), 13)], 2_281, { ago: 1 })
  }
  if (books.second)
    books.transfer(
      books.main,
      books.second,
      businessDayAgo(today, 1),
      Math.max(10_000, Math.round((250_000 * size) / 10_000) * 10_000),
      false,
    )
  books.line(0, { day: businessDayAgo(today, 1), memo: 'SALDO DO DIA' })
  doubled(books, buys(4, money(780)), 6, false)
  doubled(books, buys(5, money(1_240)), 12, true)
  inParts(books, { ...buys(6, money(5_400), 'Equipamento novo'), category: 'Compra de imobilizado' }, 3, addMonths(today, 1))
}
