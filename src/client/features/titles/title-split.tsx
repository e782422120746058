// Dividing a bill or a receivable: parts whose sum is the whole; the last one takes what is left, so that the sum is right at every moment.
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { AmountInput } from '#client/kit/form/amount-field.tsx'
import { DayInput } from '#client/kit/form/day-field.tsx'
import text from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import type { Bill } from '#contract/bills.ts'
import { isDay } from '#domain/days.ts'
import { allocate, formatCents } from '#domain/money.ts'
import styles from './titles.module.css'

const Part = z.object({ key: z.number(), amount_cents: z.int().positive().nullable(), due_date: z.string().refine(isDay) })
type Part = z.infer<typeof Part>
interface Parts {
  parts: Part[]
}

const sumOf = (parts: readonly Part[]) => parts.reduce((total, part) => total + (part.amount_cents ?? 0), 0)

const formOf = (whole: number) =>
  z.object({ parts: z.array(Part).refine(parts => sumOf(parts) === whole && parts.every(part => part.amount_cents !== null)) })

const handedOver = ({ parts }: Parts): Forms['split-title'] => ({
  children: parts.map(({ amount_cents, due_date }) => ({ amount_cents: amount_cents ?? 0, due_date })),
})

export function AskedSplit({ asking }: { asking: Asking<Forms['split-title']> }) {
  const { amount_cents: whole, due_date } = asking.target.records[0] as Bill
  const schema = useMemo(() => formOf(whole), [whole])
  return (
    <CommandForm
      asking={asking}
      schema={schema}
      start={() => ({ parts: allocate(whole, 2).map((amount_cents, key) => ({ key, amount_cents, due_date })) })}
      send={handedOver}
      disabled={form => !schema.safeParse({ parts: form.watch('parts') }).success}
      width="wide"
    >
      <PartsTable whole={whole} />
    </CommandForm>
  )
}

function PartsTable({ whole }: { whole: number }) {
  const { watch, setValue } = useFormContext<Parts>()
  const parts = watch('parts')
  const rest = whole - sumOf(parts)
  const put = (next: readonly Part[]) => setValue('parts', [...next], { shouldDirty: true })
  const set = (key: number, change: Partial<Part>) => {
    const changed = parts.map(part => (part.key === key ? { ...part, ...change } : part))
    put(fillLast(changed, key, whole))
  }
  const remove = (key: number) => {
    const left = parts.filter(part => part.key !== key)
    put(fillLast(left, undefined, whole))
  }
  return (
    <div data-field="parts">
      <table className={styles.parts}>
        <thead>
          <tr>
            <th>Parte</th>
            <th>Vencimento</th>
            <th className={classNames(text.num, styles.num)}>Valor</th>
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
      <p className={styles.rest}>
        <Button icon="plus" onClick={() => put(withOneMore(parts, whole))}>
          Mais uma parte
        </Button>
        <span className={rest === 0 ? classNames(text.ok, styles.ok) : styles.bad}>
          {rest === 0 ? 'Soma exata' : rest > 0 ? `Faltam ${formatCents(rest)}` : `Passam ${formatCents(-rest)}`}
        </span>
      </p>
    </div>
  )
}

/** Equal parts stay equal; after an amount was typed the last part is shared with the new one. */
function withOneMore(parts: readonly Part[], whole: number): Part[] {
  const last = parts.at(-1)
  const key = Math.max(...parts.map(part => part.key)) + 1
  const made = [...parts, { key, amount_cents: 0, due_date: last?.due_date ?? '' }]
  const even = allocate(whole, parts.length)
  if (parts.every((part, at) => part.amount_cents === even[at])) {
    const shares = allocate(whole, made.length)
    return made.map((part, at) => ({ ...part, amount_cents: shares[at] ?? 0 }))
  }
  const [kept = 0, given = 0] = allocate(last?.amount_cents ?? 0, 2)
  return made.map((part, at) => (at < parts.length - 1 ? part : { ...part, amount_cents: at === parts.length ? given : kept }))
}

/** Editing any part but the last, or taking one out, moves the remainder to the last one. */
function fillLast(parts: readonly Part[], edited: number | undefined, whole: number): readonly Part[] {
  const last = parts.at(-1)
  if (last === undefined || last.key === edited) return parts
  return [...parts.slice(0, -1), { ...last, amount_cents: Math.max(0, whole - sumOf(parts.slice(0, -1))) }]
}
