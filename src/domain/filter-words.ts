// A filter said in words ('maior que 5000', 'vencidas', 'sem categoria', 'de novembro') in the grammar of the filter bar.
import { type Bias, parsePeriod } from './date-grammar.ts'
import { type Day, formatDay } from './days.ts'
import { quote } from './filter.ts'
import { formatPlainAmount, parseAmount } from './money.ts'
import { fold } from './text.ts'

const COMPARED: readonly (readonly [words: RegExp, sign: string])[] = [
  [/^(?:maior(?:es)? ou igual(?: a| que)?|a partir de|desde|pelo menos|no minimo)$/, '>='],
  [/^(?:menor(?:es)? ou igual(?: a| que)?|ate|no maximo)$/, '<='],
  [/^(?:maior(?:es)?|mais|acima|superior(?:es)?)(?: (?:que|do que|de|a))?$/, '>'],
  [/^(?:menor(?:es)?|menos|abaixo|inferior(?:es)?)(?: (?:que|do que|de|a))?$/, '<'],
]

const COMPARED_DAYS: readonly (readonly [words: RegExp, sign: string])[] = [
  [/^(?:a partir d[eo]|desde)$/, '>='],
  [/^ate$/, '<='],
  [/^(?:depois d[eo]|apos)$/, '>'],
  [/^antes d[eo]$/, '<'],
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
const SMALL = new Set(
  'de do da dos das com em no na e que por para o a os as este esta neste nesta deste desta valor valores vencendo vence vencem venc'.split(
    ' ',
  ),
)
const LONGEST = 5

/** What these say has been: a month or day beside them is the last one, not the next. */
const PAST = /^(?:vencid|atrasad|pag|quitad|recebid)[oa]s?$|^atraso$/

const NAMED_DAY = /^(?:hoje|ontem|amanha|semana|mes|trim|ano|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|[a-z]{3,})$/

/** The due days that a word names; written out where the filter bar, which looks ahead, would read another year. */
function dueOn(last: string, sign: string, today: Day, bias: Bias): string | undefined {
  const next = NAMED_DAY.test(fold(last)) ? parsePeriod(last, today, 'future') : undefined
  const meant = parsePeriod(last, today, bias)
  if (!next || !meant) return undefined
  if (meant.start === next.start) return `venc${sign}${last}`
  if (sign !== ':') return `venc${sign}${formatDay(sign === '>' || sign === '<=' ? meant.end : meant.start)}`
  return `venc:${formatDay(meant.start)}..${formatDay(meant.end)}`
}

function oneOf(words: readonly string[], today: Day, bias: Bias): string | undefined {
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
  const before = words.slice(0, -1).map(fold).join(' ')
  const cents = /^(?:r\$)?[\d=(]/i.test(last) ? parseAmount(last) : undefined
  const compared = COMPARED.find(([form]) => form.test(before))
  if (compared && cents !== undefined) return `valor${compared[1]}${formatPlainAmount(cents)}`
  const amount = /^(?:de )?(?:r\$[\d.,]+|[\d.,]*(?:,\d{2}|\d{3}))$/.test(said) ? parseAmount(last) : undefined
  if (amount !== undefined) return `valor:${formatPlainAmount(amount)}`
  const sign = words.length === 1 ? ':' : COMPARED_DAYS.find(([form]) => form.test(before))?.[1]
  return sign === undefined ? undefined : dueOn(last, sign, today, bias)
}

/** Words the grammar knows stay as they are: 'status:pago', '>5000'. */
const isGrammar = (word: string): boolean => /[:<>]|\.\./.test(word)

/** The filter that the words say; those that say nothing of their own are sought as words. */
export function filterOfWords(text: string, today: Day): string {
  // 'R$ 5.000' is one word, and a comma between two wishes belongs to neither.
  const joined = text.replace(/\bR\$\s+(?=\d)/gi, 'R$')
  const words = joined
    .split(/\s+/)
    .map(word => word.replace(/[,;]+$/, ''))
    .filter(Boolean)
  const bias = words.some(word => PAST.test(fold(word))) ? 'past' : 'future'
  const terms: string[] = []
  const sought: string[] = []
  for (let at = 0; at < words.length; ) {
    let taken = 0
    for (let length = Math.min(LONGEST, words.length - at); length > 0 && taken === 0; length--) {
      const term = oneOf(words.slice(at, at + length), today, bias)
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
