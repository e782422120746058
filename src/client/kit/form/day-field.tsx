// Days, typed the way people say them: hoje, sex, +30d, du+5, 15/12; arrows move by day, PgUp and PgDn by month.
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Bias, describeDay, parseDay } from '#domain/date-grammar.ts'
import { addDays, addMonths, type Day, dayFrom, endOfMonth, formatDay, isDay, monthName } from '#domain/days.ts'
import { capitalized } from '#domain/text.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import textStyles from '../look/text.module.css'
import { Popover } from '../popover.tsx'
import { useToday } from '../today.tsx'
import { Calendar } from './calendar.tsx'
import { FieldFrame, type FieldProps, type InputProps, useField } from './field.tsx'
import form from './form.module.css'
import { Hint } from './hint.tsx'

/** Why the text is not a day: 'Novembro tem 30 dias' when only the day is too high, else 'Data inválida'. */
export function dayProblem(text: string, today: Day): string {
  const [, day, month, year] = /^\s*(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?\s*$/.exec(text) ?? []
  const first = month ? dayFrom(Number(year ?? today.slice(0, 4)), Number(month), 1) : undefined
  if (!first || Number(day) < 1) return 'Data inválida'
  return `${capitalized(monthName(first))} tem ${endOfMonth(first).slice(8)} dias`
}

const TODAY = 'hoje'

const STEPS: Record<string, (day: Day) => Day> = {
  ArrowUp: day => addDays(day, 1),
  ArrowDown: day => addDays(day, -1),
  PageUp: day => addMonths(day, 1),
  PageDown: day => addMonths(day, -1),
}

/** The value is a day; while the text is not one, the text itself, so that a schema refuses it. */
export interface DayInputProps extends InputProps<Day> {
  /** where a day without year goes: future for due dates, past for filters */
  bias?: Bias | undefined
}

export function DayInput({
  value,
  onChange,
  bias = 'future',
  control,
  label,
  name,
  disabled,
  bad,
  autoFocus,
  startText,
  onBlur,
  ref,
}: DayInputProps) {
  const today = useToday()
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<string | null>(startText ?? null)
  const [open, setOpen] = useState(false)
  // How much of the word 'hoje' was typed: its first letter alone has filled the field.
  const spelt = useRef('')
  const day = value !== null && isDay(value) ? value : null

  const take = (next: Day) => {
    setText(null)
    onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key]
    const letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey ? event.key.toLowerCase() : '?'
    const spells = (spelt.current !== '' || event.currentTarget.value.trim() === '') && TODAY.startsWith(spelt.current + letter)
    spelt.current = spells ? spelt.current + letter : ''
    if (event.altKey && event.key === 'ArrowDown') setOpen(true)
    else if (step && !event.ctrlKey && !event.metaKey && !event.altKey) take(day ? step(day) : today)
    else if (spells) take(today)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = () => {
    if (text !== null && (text.trim() === '' || day)) setText(null)
    spelt.current = ''
    onBlur?.()
  }

  return (
    <div
      ref={frame}
      className={classNames(form.inp, (bad ?? control?.['aria-invalid']) && form.bad, disabled && form.off)}
      data-part="input"
    >
      <input
        {...control}
        ref={ref}
        className={textStyles.tabular}
        name={name}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder="dd/mm/aaaa"
        disabled={disabled}
        data-autofocus={autoFocus || undefined}
        // biome-ignore lint/a11y/noAutofocus: an editor or form that was asked for starts where it was asked
        autoFocus={autoFocus}
        value={text ?? (day ? formatDay(day) : (value ?? ''))}
        onFocus={event => startText === undefined && event.target.select()}
        onChange={event => {
          const next = event.target.value
          setText(next)
          onChange(next.trim() === '' ? null : (parseDay(next, { today, bias }) ?? next))
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <Hint text={text !== null && day ? describeDay(day) : undefined} />
      <Popover
        label="Calendário"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={form.inside} aria-label="Abrir calendário" tabIndex={-1} disabled={disabled}>
            <Icon name="calendar" />
          </button>
        }
      >
        <Calendar
          value={day}
          today={today}
          onPick={picked => {
            take(picked)
            setOpen(false)
            frame.current?.querySelector('input')?.focus()
          }}
        />
      </Popover>
    </div>
  )
}

interface DayFieldProps extends FieldProps {
  bias?: Bias | undefined
}

/** The form's value is a Day or null; text that is not a day stays as it is and shows an error. */
export function DayField({ bias, ...field }: DayFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const today = useToday()
  const text = typeof value === 'string' && value !== '' ? value : null
  const problem = error && text && !isDay(text) ? dayProblem(text, today) : error
  return (
    <FieldFrame {...field} error={problem}>
      {control => (
        <DayInput
          control={control}
          name={field.name}
          value={text}
          onChange={set}
          bias={bias}
          onBlur={blur}
          ref={ref}
          disabled={field.disabled}
          autoFocus={field.autoFocus}
        />
      )}
    </FieldFrame>
  )
}
