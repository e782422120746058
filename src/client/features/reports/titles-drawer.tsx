// The very titles behind a figure, each leading to its own record.

import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { Drawer, Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useEscape } from '#client/surfaces/focus-stack.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type Bill, bills } from '#contract/bills.ts'
import type { EntriesQuery } from '#contract/income-statement.ts'
import { type Receivable, receivables } from '#contract/receivables.ts'
import { formatDay } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { openTitle } from './open-title.ts'
import styles from './reports.module.css'

export interface Drill {
  title: string
  amount_cents: number
  query: EntriesQuery
  kinds: readonly TitleKind[]
  /** None: the entries without a category. */
  category_ids: readonly string[]
}

const SHOWN = 200

interface Told {
  kind: TitleKind
  id: string
  day: string
  name: string
  who: string
  amount_cents: number
}

function told(kind: TitleKind, title: Bill | Receivable, day: 'date' | 'competence_date'): Told {
  return {
    kind,
    id: title.id,
    day: title[day],
    name: title.additional_information ?? title.contact?.name ?? (kind === 'BILL' ? 'Conta a pagar' : 'Conta a receber'),
    who: title.contact?.name ?? '',
    amount_cents: kind === 'BILL' ? -title.amount_cents : title.amount_cents,
  }
}

function useTitles(c: string, { query, kinds, category_ids }: Drill) {
  const { status, date_type, start_date, end_date, transfers, skip_parent_entries } = query
  const asked = (kind: TitleKind) => ({
    params: { c },
    query: {
      date_type,
      order_by: date_type,
      start_date,
      end_date,
      transfers: String(transfers),
      skip_parent_entries: String(skip_parent_entries),
      limit: SHOWN,
      ...(status[kind] === null ? {} : { status: status[kind] }),
      ...(category_ids.length > 0 ? { category_ids: category_ids.join(';') } : { without_category: 'true' }),
    },
  })
  const readings = [
    ['BILL', useReading(bills.list, asked('BILL') as never)],
    ['RECEIVABLE', useReading(receivables.list, asked('RECEIVABLE') as never)],
  ] as const
  const wanted = readings.filter(([kind]) => kinds.includes(kind))
  const rows = wanted.flatMap(([kind, reading]) => (reading.data ?? []).map(title => told(kind, title, date_type)))
  return { rows: rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)), readings: wanted.map(([, reading]) => reading) }
}

export function TitlesDrawer({ drill, onClose }: { drill: Drill; onClose(): void }) {
  const c = useCompanyId()
  const { rows, readings } = useTitles(c, drill)
  useEscape('dialog', () => {
    onClose()
    return true
  })
  const failed = readings.find(reading => reading.isError)
  return (
    <Drawer label={drill.title} where="Lançamentos" onClose={onClose}>
      <section>
        <h2>{drill.title}</h2>
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(drill.amount_cents)}</span>
        </div>
        <p className={text.m}>
          {drill.query.date_type === 'date' ? 'Caixa' : 'Competência'} de {formatDay(drill.query.start_date)} a{' '}
          {formatDay(drill.query.end_date)}
        </p>
      </section>
      {failed ? (
        <ErrorState title="Não foi possível carregar os lançamentos" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : readings.some(reading => reading.isPending) ? (
        <Skeleton rows={4} />
      ) : (
        <ul className={styles.drill}>
          {rows.map(row => (
            <li key={row.id}>
              <button type="button" onClick={() => openTitle(c, row.kind, row.id)}>
                <span className={classNames(text.tabular, text.m)}>{formatDay(row.day).slice(0, 5)}</span>
                <span className={classNames(text.grow, styles.grow)}>
                  <span className={text.cut}>{row.name}</span>
                  {row.who !== row.name && row.who !== '' ? (
                    <span className={classNames(text.m, text.small, text.cut)}>{row.who}</span>
                  ) : null}
                </span>
                <span className={text.num}>{formatAmount(row.amount_cents)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows.length >= SHOWN ? <Note kind="info">Aqui estão os primeiros {SHOWN} de cada lado. O arquivo traz todos.</Note> : null}
    </Drawer>
  )
}
