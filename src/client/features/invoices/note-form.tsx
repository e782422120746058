// What the forms of all notes share: the page with its summary, what hinders issuing, and what the question says before the note leaves the house.
import { type ReactNode, useMemo } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { ZodType } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import { type Forms, titleOf } from '#commands/kit/form.ts'
import { companies } from '#contract/companies.ts'
import { unknownRates } from '#domain/fiscal/taxes.ts'
import { formatCents } from '#domain/money.ts'
import { type Invoice, type KindOfNote, useNoteRoute } from './invoice-kind.ts'
import styles from './invoices.module.css'
import { useObstacles } from './readiness.ts'

/** Every form of a note hands over the same. */
export type AskingNote = Asking<Forms['service-note']>
type NoteSent = Forms['service-note']
type WithoutQuestion<S> = S extends { asked: unknown } ? Omit<S, 'asked'> : never

interface NoteFormProps<Input extends FieldValues, Output> {
  asking: AskingNote
  /** Said of a note that starts as another one. */
  copied: string
  schema: ZodType<Output, Input>
  start(target: AnyTarget, said: Readonly<Record<string, unknown>>): DefaultValues<Input>
  /** Fields of the server under the names they have here. */
  rename(field: string): string
  noteOf(values: Output): WithoutQuestion<NoteSent>
  /** Said by the question before it leaves the house. */
  amountOf(values: Output): number
  partyOf(values: Output): string
  /** Where the amount is in the form, once it stands: the button says what it issues. */
  amountIn?(values: Input): number | null | undefined
  look: NoteLook
  children: ReactNode
  /** Beside the fields. */
  summary: ReactNode
}

/** How a form of notes is laid out, and what its summary is called. */
export interface NoteLook {
  form: string | undefined
  fields: string | undefined
  summary: string | undefined
  summaryName: string
  /** In the place of the form's title. */
  question?: string
}

/** The note that is written again; undefined when it is a new one. */
export const noteIn = ({ records }: Pick<AnyTarget, 'records'>): Invoice | undefined => records[0] as Invoice | undefined
export const isCopy = ({ command }: Pick<AskingNote, 'command'>): boolean => command.id === 'invoice.replicate'

function leadOf(asking: AskingNote, copied: string): string | undefined {
  const note = noteIn(asking.target)
  if (note === undefined) return undefined
  if (isCopy(asking)) return copied
  return note.reason ? `A autoridade respondeu: ${[note.reason_code, note.reason].filter(Boolean).join(': ')}` : undefined
}

export function NoteForm<Input extends FieldValues, Output>(props: NoteFormProps<Input, Output>) {
  const { asking, copied, schema, start, rename, noteOf, amountOf, partyOf, amountIn, look, children, summary } = props
  const { note } = useNoteRoute()
  const transmits = useWhereabouts(now => now.can)('invoices:x')
  const renaming = useMemo(
    (): AskingNote => ({
      ...asking,
      async submit(input, another) {
        const done = await asking.submit(input, another)
        return done.problems ? { ...done, problems: done.problems.map(one => ({ ...one, field: rename(one.field) })) } : done
      },
    }),
    [asking, rename],
  )
  const send = (values: Output): NoteSent => {
    const asked = { party: partyOf(values), amount_cents: amountOf(values), transmits }
    return { ...noteOf(values), asked }
  }
  const title = titleOf(asking.form, asking.target)
  const lead = leadOf(asking, copied)
  return (
    <FormPage title={title} lead={look.question ? undefined : lead} ownHeading={look.question !== undefined} wide>
      <CommandForm
        asking={renaming}
        className={look.form}
        schema={schema}
        start={start}
        send={send}
        submitLabel={form => submitWords(transmits, amountIn?.(form.watch()))}
      >
        <div className={look.fields}>
          {look.question ? <h2>{noteIn(asking.target) ? title : look.question}</h2> : null}
          {look.question && lead ? <p className={text.m}>{lead}</p> : null}
          <Obstacles note={note} />
          <UnknownRates />
          {children}
        </div>
        <aside className={look.summary} aria-label={look.summaryName}>
          {summary}
        </aside>
      </CommandForm>
    </FormPage>
  )
}

function submitWords(transmits: boolean, cents: number | null | undefined): string {
  const verb = transmits ? 'Emitir nota' : 'Preparar nota'
  return cents ? `${verb} de ${formatCents(cents)}` : verb
}

/** What will make the server refuse the note, put right from here while the note stays as it is. */
function Obstacles({ note }: { note: KindOfNote }) {
  const obstacles = useObstacles(note.kind)
  if (obstacles.length === 0) return null
  return (
    <section className={styles.obstacles} aria-label="Falta para emitir">
      <p className={text.med}>Falta para emitir, uma vez só. O que você escrever aqui fica guardado.</p>
      <ul className={styles.checks}>
        {obstacles.map(checks => (
          <li key={checks[0].id}>
            <span className={styles.what}>
              <span className={text.med}>{checks.map(({ title }) => title).join(' e ')}</span>
              <span className={classNames(text.m, text.small)}>{checks.map(each => each.text).join(' ')}</span>
            </span>
            {checks[0].command ? <CommandButton id={checks[0].command} short /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnknownRates() {
  const { data: company } = useReading(companies.profile, { params: { c: useCompanyId() } })
  const year = Number(useToday().slice(0, 4))
  const said = company && unknownRates(company.tax_regime, year)
  return said ? <Note kind="warning">{said}</Note> : null
}

interface SumRowProps {
  name: string
  cents: number | undefined
  strong?: boolean
}

/** One line of the summary; a missing sum is a dash, so that nothing jumps while one types. */
export function SumRow({ name, cents, strong }: SumRowProps) {
  return (
    <>
      <dt className={strong ? text.med : undefined}>{name}</dt>
      <dd className={strong ? classNames(text.big, styles.big) : undefined}>{cents === undefined ? '—' : formatCents(cents)}</dd>
    </>
  )
}
