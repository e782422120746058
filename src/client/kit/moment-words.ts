// When something happened, as people say it: 'há 5 minutos', 'hoje, 08h05', 'ontem, 17h20', '18/11/2026, 09h00'.
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict'
import { ptBR } from 'date-fns/locale/pt-BR'
import { addDays, dayInSaoPaulo, formatDay, formatHour } from '#domain/days.ts'

const RECENT_MS = 60 * 60 * 1000
const JUST_NOW_MS = 60 * 1000

/** `at` and `now` in milliseconds; days are those of São Paulo. */
export function momentWords(at: number, now: number): string {
  const past = now - at
  if (past >= 0 && past < JUST_NOW_MS) return 'agora há pouco'
  if (past >= 0 && past < RECENT_MS) return formatDistanceStrict(at, now, { addSuffix: true, locale: ptBR })
  const day = dayInSaoPaulo(at)
  const today = dayInSaoPaulo(now)
  const name = day === today ? 'hoje' : day === addDays(today, -1) ? 'ontem' : formatDay(day)
  return `${name}, ${formatHour(at)}`
}
