// The balance of all accounts: thirty days back, and thirty ahead with what is booked. A day is pointed at by mouse or arrows, and opened.
import { useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { BalanceLine } from '#client/kit/charts/balance-line.tsx'
import { DataTable } from '#client/kit/charts/data-table.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useMoves } from '#client/surfaces/intents.ts'
import type { Home } from '#contract/dashboard.ts'
import type { DayBalance } from '#domain/balance-forecast.ts'
import { SHORT_WEEKDAY_NAMES } from '#domain/day-words.ts'
import { type Day, formatDay, weekday } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { dayAndMonth } from '#domain/month-sentence.ts'
import { counted } from '#domain/text.ts'
import styles from './home.module.css'
import { addressOf, movedOn, To } from './links.tsx'
import { Invitation, RegionTitle } from './region-title.tsx'

const HEIGHT = 312
const PHONE_HEIGHT = 196

const shortDay = (day: Day): string => `${SHORT_WEEKDAY_NAMES[weekday(day)]}. ${dayAndMonth(day)}`

export function BalanceRegion({ c, home }: { c: string; home: Home }) {
  const isPhone = usePhone()
  const days = [...home.past, ...home.ahead.slice(1)]
  const now = home.past.length - 1
  const { cursor, point } = useDayCursor(c, days, home.today)
  return (
    <section className={styles.balance} aria-label="Saldo">
      <RegionTitle
        c={c}
        place={{ screen: 'accounts' }}
        title={home.accounts_count === 0 ? 'Saldo' : `Saldo em ${counted(home.accounts_count, ['conta', 'contas'])}`}
      />
      {isBlank(days) ? (
        <div className={styles.ghostLine}>
          {home.accounts_count === 0 ? (
            <Invitation
              c={c}
              words="Cadastre a conta do banco: aqui aparecem o saldo de cada dia e a previsão dos próximos trinta."
              place={{ screen: 'accounts' }}
              action="Cadastrar uma conta"
            />
          ) : (
            <Invitation
              c={c}
              words="Traga o extrato do banco: aqui aparecem o saldo de cada dia e a previsão dos próximos trinta."
              place={{ screen: 'statements.upload' }}
              action="Importar um extrato"
            />
          )}
        </div>
      ) : (
        <>
          <div className={styles.total}>
            <To c={c} place={{ screen: 'accounts' }} className={classNames(text.huge, home.balance_cents < 0 && text.dang)}>
              {formatCents(home.balance_cents)}
            </To>
            <Legend />
          </div>
          <BalanceLine
            balances={days.map(({ balance_cents }) => balance_cents)}
            now={now}
            days={axisOf(days, now, isPhone)}
            low={lowNote(home, now)}
            cursor={cursor === undefined ? undefined : cursorNote(days, cursor, now)}
            height={isPhone ? PHONE_HEIGHT : HEIGHT}
            onPoint={point}
          >
            <To
              c={c}
              place={movedOn(days[cursor ?? now]?.day ?? home.today, home.today)}
              className={styles.hit}
              tabIndex={-1}
              aria-label={`Lançamentos de ${formatDay(days[cursor ?? now]?.day ?? home.today)}`}
            />
          </BalanceLine>
          <DataTable
            caption="Saldo por dia"
            heads={['Dia', 'Saldo', 'Situação']}
            rows={days.map(({ day, balance_cents }, at) => [
              formatDay(day),
              formatCents(balance_cents),
              at > now ? 'previsto' : 'até hoje',
            ])}
          />
        </>
      )}
    </section>
  )
}

/** Nothing moved and nothing is booked: a line along zero would say nothing. */
const isBlank = (days: readonly DayBalance[]): boolean => days.every(({ balance_cents }) => balance_cents === 0)

/** The day looked at, by its place; keys move it from today on. */
function useDayCursor(c: string, days: readonly DayBalance[], today: Day) {
  const [cursor, point] = useState<number>()
  const now = days.findIndex(({ day }) => day === today)
  const step = (by: number) => {
    const at = Math.min(Math.max((cursor ?? now) + by, 0), days.length - 1)
    point(at)
    const there = days[at]
    if (there) announce(`${formatDay(there.day)}: ${formatCents(there.balance_cents)}${at > now ? ', previsto' : ''}`)
  }
  const open = () => houseOptions().ports.go(addressOf(movedOn(days[cursor ?? now]?.day ?? today, today), c))
  useMoves({ 'home.day-next': () => step(1), 'home.day-previous': () => step(-1), 'home.day-open': open }, act => act())
  return { cursor, point }
}

function Legend() {
  return (
    <span className={styles.legend}>
      <span>
        <i className={styles.solid} />
        até hoje
      </span>
      <span>
        <i className={styles.dotted} />
        previsto com o que está lançado
      </span>
    </span>
  )
}

/** First, today and last; between them, where there is room. */
function axisOf(days: readonly DayBalance[], now: number, isPhone: boolean) {
  const between = isPhone ? [] : [Math.round(now / 2), Math.round((now + days.length - 1) / 2)]
  return [0, now, ...between, days.length - 1].map(at => ({ at, label: at === now ? 'hoje' : formatDay(days[at]?.day ?? '').slice(0, 5) }))
}

function lowNote({ ahead, lowest }: Home, now: number) {
  if (lowest === null) return undefined
  const { day, balance_cents, cause } = lowest
  return {
    at: now + ahead.findIndex(each => each.day === day),
    title: balance_cents < 0 ? `Vão faltar ${formatCents(-balance_cents)}` : `Menor saldo: ${formatCents(balance_cents)}`,
    detail: `${shortDay(day)}${cause === null ? '' : `, depois de ${cause}`}`,
  }
}

function cursorNote(days: readonly DayBalance[], at: number, now: number) {
  const { day, balance_cents } = days[at] as DayBalance
  return { at, title: formatCents(balance_cents), detail: `${shortDay(day)}${at > now ? ', previsto' : ''}` }
}
