import { describe, expect, it } from 'vitest'
import { filterOfWords } from '#domain/filter-words.ts'

const TODAY = '2026-12-01'

describe('a filter said in words', () => {
  it.each([
    ['maior que 5000, vencidas, sem categoria', 'valor>5000,00 venc:vencidas sem:categoria'],
    ['vencidas, maior que 5000', 'venc:vencidas valor>5000,00'],
    ['vencidas e maior que 5000', 'venc:vencidas valor>5000,00'],
    ['maior que R$ 5.000', 'valor>5000,00'],
    ['acima de R$1.234,56', 'valor>1234,56'],
    ['R$ 80', 'valor:80,00'],
    ['de R$ 80', 'valor:80,00'],
    ['entre 100 e 200', 'valor:100,00..200,00'],
    ['entre R$ 100 e R$ 200', 'valor:100,00..200,00'],
    ['vence até 15/12', 'venc<=15/12'],
    ['a partir de 15/12', 'venc>=15/12'],
    ['antes de hoje', 'venc<hoje'],
    ['depois de janeiro', 'venc>janeiro'],
    ['até 500', 'valor<=500,00'],
    ['vencendo esta semana', 'venc:semana'],
    ['padaria e mercado', 'padaria mercado'],
    ['granja, janeiro', 'venc:janeiro granja'],
    ['status:pago, >5000', 'status:pago >5000'],
  ])('%s', (text, filter) => {
    expect(filterOfWords(text, TODAY)).toBe(filter)
  })

  it.each([
    ['vencidas de novembro', 'venc:vencidas venc:01/11/2026..30/11/2026'],
    ['pagas em 20/11', 'status:pago venc:20/11/2026..20/11/2026'],
    ['recebidas desde novembro', 'status:recebido venc>=01/11/2026'],
    ['pagas até novembro', 'status:pago venc<=30/11/2026'],
    ['pagas em dezembro', 'status:pago venc:dezembro'],
    ['vencidas hoje', 'venc:vencidas venc:hoje'],
    ['pendentes de janeiro', 'status:pendente venc:janeiro'],
  ])('looks back where what is asked has been: %s', (text, filter) => {
    expect(filterOfWords(text, TODAY)).toBe(filter)
  })
})
