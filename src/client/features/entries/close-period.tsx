// Closing a range of days: the ranges people close, and what is still open in the one that was chosen.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { callColumns } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type DateRange, entries } from '#contract/entries.ts'
import { addDays, addMonths, type Day, endOfMonth, formatMonth, isDay, monthOf, startOfMonth } from '#domain/days.ts'
import { CLOSE_ERROR_MESSAGES, closeError } from '#domain/periods.ts'
import { counted } from '#domain/text.ts'
import styles from './entries.module.css'

interface Preset {
  label: string
  start: Day
  end: Day
}

/** The ranges people close: the last month, the one before it, and from where the last closing ended. */
export function closePresets(today: Day, closed: readonly Pick<DateRange, 'start_date' | 'end_date'>[]): readonly Preset[] {
  const lastMonth = addMonths(startOfMonth(today), -1)
  const before = addMonths(lastMonth, -1)
  const presets: Preset[] = [
    { label: 'mês passado', start: lastMonth, end: endOfMonth(lastMonth) },
    { label: formatMonth(monthOf(before)), start: before, end: endOfMonth(before) },
  ]
  const last = closed
    .map(range => range.end_date)
    .sort()
    .at(-1)
  const next = last === undefined ? undefined : addDays(last, 1)
  if (next !== undefined && next < lastMonth) presets.push({ label: 'desde o último fechamento', start: next, end: endOfMonth(lastMonth) })
  return presets.filter(preset => closeError({ start_date: preset.start, end_date: preset.end }, closed, today) === undefined)
}

const day = (message: string) => z.string({ error: message }).refine(isDay, message)

function schemaOf(closed: readonly DateRange[], today: Day) {
  return z.object({ start_date: day('Informe o início'), end_date: day('Informe o fim') }).superRefine((range, ctx) => {
    const error = isDay(range.start_date) && isDay(range.end_date) ? closeError(range, closed, today) : undefined
    if (error) ctx.addIssue({ code: 'custom', path: ['end_date'], message: CLOSE_ERROR_MESSAGES[error] })
  })
}

export function AskedClosePeriod({ asking }: { asking: Asking<Forms['close-period']> }) {
  const c = useCompanyId()
  const ranges = useReading(entries.dateRanges, { params: { c } })
  const closed = useMemo(() => ranges.data?.filter(range => range.status === 'CLOSED') ?? [], [ranges.data])
  // What may be closed depends on what is.
  return ranges.isPending ? null : <ClosePeriod c={c} asking={asking} closed={closed} />
}

function ClosePeriod({ c, asking, closed }: { c: string; asking: Asking<Forms['close-period']>; closed: readonly DateRange[] }) {
  const today = useToday()
  const presets = useMemo(() => closePresets(today, closed), [today, closed])
  const schema = useMemo(() => schemaOf(closed, today), [closed, today])
  const [first] = presets
  return (
    <CommandForm
      asking={asking}
      schema={schema}
      start={() => ({ start_date: (first?.start ?? null) as string, end_date: (first?.end ?? null) as string })}
    >
      {form => (
        <>
          {presets.length > 0 ? (
            <div className={styles.presets}>
              {presets.map(preset => (
                <Button
                  key={preset.label}
                  onClick={() => {
                    form.setValue('start_date', preset.start, { shouldDirty: true, shouldValidate: true })
                    form.setValue('end_date', preset.end, { shouldDirty: true, shouldValidate: true })
                  }}
                >
                  {preset.label}
                </Button>
              ))}
            </div>
          ) : null}
          <div className={formStyles.two}>
            <DayField name="start_date" label="De" bias="past" autoFocus />
            <DayField name="end_date" label="Até" bias="past" />
          </div>
          <OpenEntries c={c} />
        </>
      )}
    </CommandForm>
  )
}

const SETTLED = new Set(['PAID', 'RECEIVED'])

/** What is still open in the range: said before closing, since it can then only be settled on a later day. */
function OpenEntries({ c }: { c: string }) {
  const [start, end] = useWatch({ name: ['start_date', 'end_date'] }) as (string | null)[]
  const valid = typeof start === 'string' && typeof end === 'string' && isDay(start) && isDay(end) && start <= end
  const { data: count } = useQuery({
    queryKey: ['entries.open', c, start, end],
    enabled: valid,
    queryFn: async ({ signal }) => {
      const answer = await callColumns(entries.list, { params: { c }, query: { start_date: start, end_date: end } }, { signal })
      return (answer.columns.status ?? []).filter(status => !SETTLED.has(String(status))).length
    },
  })
  if (!valid || count === undefined) return null
  if (count === 0) return <Note kind="ok">Tudo neste período já foi pago ou recebido.</Note>
  return (
    <Note kind="warning">
      {counted(count, ['lançamento ainda está em aberto', 'lançamentos ainda estão em aberto'])} neste período. Depois de fechar, só{' '}
      {count === 1 ? 'poderá ser baixado' : 'poderão ser baixados'} com data posterior.
    </Note>
  )
}
