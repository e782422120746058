// At the right of the hints: what a line of today costs in keys, and how that went on the days before.
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { counted } from '#domain/text.ts'
import { useKeyTally } from './key-tally.ts'
import styles from './workbench.module.css'

const WIDTH = 56
const HEIGHT = 14
const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The points of a line through the rates, the highest at the top. */
export function sparkPoints(rates: readonly number[]): string {
  const most = Math.max(...rates, 1)
  const step = WIDTH / Math.max(1, rates.length - 1)
  return rates.map((rate, at) => `${Math.round(at * step)},${Math.round(1 + (HEIGHT - 2) * (1 - rate / most))}`).join(' ')
}

export function KeysPerLine({ companyId }: { companyId: string }) {
  const tally = useKeyTally(companyId)
  const { keys, lines } = tally.of(useToday())
  if (lines === 0) return null
  const { rates } = tally
  return (
    <span className={styles.wbKeys}>
      {rates.length > 1 ? (
        <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
          <polyline points={sparkPoints(rates)} />
        </svg>
      ) : null}
      <span>
        <b className={text.b}>{oneDecimal.format(keys / lines)}</b> {keys < 2 * lines ? 'tecla' : 'teclas'} por linha hoje
        <span className={styles.wide}>
          , <b className={text.b}>{keys.toLocaleString('pt-BR')}</b> em {counted(lines, ['linha', 'linhas'])}
        </span>
      </span>
    </span>
  )
}
