// A filter said in words ('maior que 5000', 'vencidas', 'sem categoria', 'de novembro') in the grammar of the filter bar.
import { parsePeriod } from './date-grammar.ts'
import type { Day } from './days.ts'
import { quote } from './filter.ts'
import { formatPlainAmount, parseAmount } from './money.ts'
import { fold } from './text.ts'

const COMPARED: readonly (readonly [words: RegExp, sign: string])[] = [
  [/^(?:maior(?:es)? ou igual(?: a| que)?|a partir de|desde|pelo menos|no minimo)$/, '>='],
  [/^(?:menor(?:es)? ou igual(?: a| que)?|ate|no maximo)$/, '<='],
  [/^(?:maior(?:es)?|mais|acima|superior(?:es)?)(?: (?:que|do que|de|a))?$/, '>'],
  [/^(?:menor(?:es)?|menos|abaixo|inferior(?:es)?)(?: (?:que|do que|de|a))?$/, '<'],
]

const STATES: readonly (readonly [words: RegExp, filter: string])[] = [
  [/^(?:vencid[oa]s?|atrasad[oa]s?|em atraso)$/, 'venc:vencidas'],
  [/^(?:pag[oa]s?|quitad[oa]s?)$/, 'status:pago'],
  [/^recebid[oa]s?$/, 'status:recebido'],
  [/^(?:pendentes?|em aberto|abert[oa]s?)$/, 'status:pendente'],
  [/^aprovad[oa]s?$/, 'status:aprovado'],
  [/^reprovad[oa]s?$/, 'status:reprovado'],
  [/^conciliad[oa]s?$/, 'conciliado:sim'],
  [/^(?:a conciliar|nao conciliad[oa]s?)$/, 'conciliado:não'],
]
const LACKS = /^(sem|com|tem) (categoria|contato|fornecedor|cliente|conta|anexo|nota|extrato|documento)$/
const SMALL = new Set('de do da dos das com em no na que por para o a os as valor valores vencendo vence vencem venc'.split(' '))
const LONGEST = 5

function oneOf(words: readonly string[], day: Day): string | undefined {
  const said = words.map(fold).join(' ')
  const state = STATES.find(([form]) => form.test(said))
  if (state) return state[1]
  const [, has, what = ''] = LACKS.exec(said) ?? []
  if (has) return `${has === 'sem' ? 'sem' : 'tem'}:${what}`
  const range = /^entre (\S+) e (\S+)$/.exec(said)
  const [low, high] = [range?.[1], range?.[2]].map(text => (text === undefined ? undefined : parseAmount(text)))
  if (low !== undefined && high !== undefined)
    return `valor:${formatPlainAmount(Math.min(low, high))}..${formatPlainAmount(Math.max(low, high))}`
  const last = words.at(-1) ?? ''
  const cents = /^[\d=(]/.test(last) ? parseAmount(last) : undefined
  const compared = COMPARED.find(([form]) => form.test(words.slice(0, -1).map(fold).join(' ')))
  if (compared && cents !== undefined) return `valor${compared[1]}${formatPlainAmount(cents)}`
  const amount = /^(?:de |r\$ )?[\d.,]*(?:,\d{2}|\d{3})$/.test(said) ? parseAmount(last) : undefined
  if (amount !== undefined) return `valor:${formatPlainAmount(amount)}`
  const period = /^(?:hoje|ontem|amanha|semana|mes|trim|ano|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/.test(said) || /^[a-z]{3,}$/.test(said)
  return period && parsePeriod(said, day, 'future') !== undefined ? `venc:${last}` : undefined
}

/** Words the grammar knows stay as they are: 'status:pago', '>5000'. */
const isGrammar = (word: string): boolean => /[:<>]|\.\./.test(word)

/** The filter that the words say; those that say nothing of their own are sought as words. */
export function filterOfWords(text: string, today: Day): string {
  const words = text.trim().split(/\s+/).filter(Boolean)
  const terms: string[] = []
  const sought: string[] = []
  for (let at = 0; at < words.length; ) {
    let taken = 0
    for (let length = Math.min(LONGEST, words.length - at); length > 0 && taken === 0; length--) {
      const term = oneOf(words.slice(at, at + length), today)
      if (term !== undefined) {
        terms.push(term)
        taken = length
      }
    }
    const word = words[at] ?? ''
    if (taken === 0 && isGrammar(word)) terms.push(word)
    else if (taken === 0 && !SMALL.has(fold(word))) sought.push(word)
    at += Math.max(1, taken)
  }
  return [...terms, ...sought.map(quote)].join(' ')
}
