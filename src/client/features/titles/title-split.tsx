// Splitting a bill or a receivable: parts whose sum is the whole.
import { useRef, useState } from 'react'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { AmountInput } from '#client/kit/form/amount-field.tsx'
import { DayInput } from '#client/kit/form/day-field.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { mayDiscard } from '#client/surfaces/record-drawer.tsx'
import { pathTo } from '#commands/screens.ts'
import type { Bill } from '#contract/bills.ts'
import { isDay } from '#domain/days.ts'
import { allocate, formatCents } from '#domain/money.ts'
import { useTitleRoute } from './title-drawer.tsx'
import type { TitleKind } from './title-kind.ts'

interface Part {
  key: number
  amount_cents: number | null
  due_date: string
}

/** Parts whose sum is the whole; the last one takes what is left, so that the sum is right at every moment. */
export function SplitTitle() {
  const { kind, id, c, back } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  if (!record) return <Spinner />
  return <SplitForm key={record.id} kind={kind} record={record} c={c} back={back} />
}

function SplitForm({ kind, record, c, back }: { kind: TitleKind; record: Bill; c: string; back(): void }) {
  const next = useRef(2)
  const [busy, setBusy] = useState(false)
  const [touched, setTouched] = useState(false)
  const [parts, setParts] = useState<Part[]>(() =>
    allocate(record.amount_cents, 2).map((amount_cents, key) => ({ key, amount_cents, due_date: record.due_date })),
  )
  const sum = parts.reduce((total, part) => total + (part.amount_cents ?? 0), 0)
  const rest = record.amount_cents - sum
  const ready = rest === 0 && parts.every(part => (part.amount_cents ?? 0) > 0 && isDay(part.due_date))
  const set = (key: number, change: Partial<Part>) => {
    setTouched(true)
    setParts(before =>
      fillLast(
        before.map(part => (part.key === key ? { ...part, ...change } : part)),
        key,
        record.amount_cents,
      ),
    )
  }
  const remove = (key: number) => {
    setTouched(true)
    setParts(before =>
      fillLast(
        before.filter(part => part.key !== key),
        -1,
        record.amount_cents,
      ),
    )
  }
  const leave = async () => {
    if (await mayDiscard(touched)) back()
  }
  const save = async () => {
    if (!ready || busy) return
    setBusy(true)
    try {
      const children = parts.map(part => ({ amount_cents: part.amount_cents ?? 0, due_date: part.due_date }))
      const reply = await call(kind.rows.split, { params: { c, id: record.id }, body: { children, version: record.version } })
      settleWrite({ say: `Conta dividida em ${parts.length}`, batch_id: reply.batch_id, focus: record.id })
      houseOptions().ports.go(pathTo(kind.area, { companyId: c }))
    } catch (error) {
      setBusy(false)
      writeFailed(error)
    }
  }
  return (
    <Dialog
      open
      onClose={() => void leave()}
      title="Dividir conta"
      description={`${record.additional_information ?? kind.one}, ${formatCents(record.amount_cents)}`}
      width="wide"
    >
      <form
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <table className="parts">
          <thead>
            <tr>
              <th>Parte</th>
              <th>Vencimento</th>
              <th className="num">Valor</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {parts.map((part, at) => (
              <tr key={part.key}>
                <td>{at + 1}</td>
                <td>
                  <DayInput
                    label={`Vencimento da parte ${at + 1}`}
                    value={part.due_date}
                    onChange={value => set(part.key, { due_date: value ?? '' })}
                    bias="future"
                  />
                </td>
                <td>
                  <AmountInput
                    label={`Valor da parte ${at + 1}`}
                    value={part.amount_cents}
                    onChange={value => set(part.key, { amount_cents: value })}
                    autoFocus={at === 0}
                  />
                </td>
                <td>
                  {parts.length > 2 ? <IconButton icon="x" label={`Tirar a parte ${at + 1}`} onClick={() => remove(part.key)} /> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="rest">
          <Button icon="plus" onClick={() => setParts(withOneMore(parts, record.amount_cents, next.current++, touched))}>
            Mais uma parte
          </Button>
          <span className={rest === 0 ? 'ok' : 'bad'}>
            {rest === 0 ? 'Soma exata' : rest > 0 ? `Faltam ${formatCents(rest)}` : `Passam ${formatCents(-rest)}`}
          </span>
        </p>
        <footer className="form-footer">
          <Button variant="ghost" size="form" onClick={() => void leave()}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" size="form" keys="mod+Enter" busy={busy} disabled={!ready}>
            Dividir
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Equal parts while nothing was typed; afterwards the last part is shared with the new one. */
function withOneMore(parts: Part[], whole: number, key: number, touched: boolean): Part[] {
  const last = parts.at(-1)
  const made = [...parts, { key, amount_cents: 0, due_date: last?.due_date ?? '' }]
  if (!touched) return allocate(whole, made.length).map((amount_cents, at) => ({ ...(made[at] as Part), amount_cents }))
  const [kept = 0, given = 0] = allocate(last?.amount_cents ?? 0, 2)
  return made.map((part, at) => (at < parts.length - 1 ? part : { ...part, amount_cents: at === parts.length ? given : kept }))
}

/** Editing any part but the last moves the remainder to the last one. */
function fillLast(parts: Part[], edited: number, whole: number): Part[] {
  const last = parts.at(-1)
  if (!last || last.key === edited) return parts
  const others = parts.slice(0, -1).reduce((total, part) => total + (part.amount_cents ?? 0), 0)
  return [...parts.slice(0, -1), { ...last, amount_cents: Math.max(0, whole - others) }]
}
