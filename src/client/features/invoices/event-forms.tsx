// The forms of what happens beside notes: a correction letter over the one before, a range of numbers to void, contingency and its reason.

import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { ContingencyInput, LetterInput, VoidInput } from '#commands/invoice-events.ts'
import type { Forms } from '#commands/kit/form.ts'
import { invoiceSettings } from '#contract/fiscal-documents.ts'
import { invoiceCorrections } from '#contract/fiscal-events.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { CORRECTION, JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import type { Invoice } from './invoice-kind.ts'
import styles from './invoices.module.css'

export function AskedLetter({ asking }: { asking: Asking<Forms['correction-letter']> }) {
  const [invoice] = asking.target.records as readonly Invoice[]
  const reading = useReading(invoiceCorrections.list, { params: { id: invoice?.id ?? '' } })
  if (!reading.data) return null
  const { corrections, refusal, limits } = reading.data
  // Each letter says all that is corrected, so the next one starts from the last that stands.
  const last = corrections.findLast(letter => letter.status === 'REGISTERED')
  return (
    <CommandForm asking={asking} schema={LetterInput} start={() => ({ text: last?.text ?? '' })} disabled={refusal !== null}>
      {refusal ? <Note kind="warning">{refusal}</Note> : null}
      <TextAreaField
        name="text"
        label="O que se corrige"
        rows={5}
        maxLength={CORRECTION.max}
        autoFocus
        help={last ? 'Substitui a carta anterior: mantenha o que ela corrigiu.' : `De ${CORRECTION.min} a ${CORRECTION.max} caracteres.`}
      />
      <div>
        <p>Uma carta não muda:</p>
        <ul className={styles.whatToDo}>
          {limits.map(limit => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </div>
    </CommandForm>
  )
}

const KINDS = (['PRODUCT', 'CONSUMER'] as const).map(value => ({ value, label: INVOICE_KIND_LABELS[value] }))
const digits = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, 'Só números')
const VoidForm = z
  .object({
    kind: VoidInput.shape.kind,
    serie_number: VoidInput.shape.serie_number,
    first: digits,
    last: digits,
    justification: VoidInput.shape.justification,
  })
  .refine(({ first, last }) => Number(first) <= Number(last), { path: ['last'], message: 'Vem depois do primeiro' })

const numberIn = (given: unknown): string => (typeof given === 'number' ? String(given) : '')

export function AskedVoid({ asking }: { asking: Asking<Forms['void-numbers']> }) {
  return (
    <CommandForm
      asking={asking}
      schema={VoidForm}
      start={(_, { kind, serie_number, first_number, last_number }) => ({
        kind: kind === 'CONSUMER' ? ('CONSUMER' as const) : ('PRODUCT' as const),
        serie_number: typeof serie_number === 'string' ? serie_number : '1',
        first: numberIn(first_number),
        last: numberIn(last_number),
        justification: '',
      })}
      send={({ first, last, ...rest }) => ({ ...rest, first_number: Number(first), last_number: Number(last) })}
    >
      <div className={form.two}>
        <SelectField name="kind" label="Nota" choices={KINDS} />
        <TextField name="serie_number" label="Série" inputMode="numeric" maxLength={3} />
      </div>
      <div className={form.two}>
        <TextField name="first" label="Do número" inputMode="numeric" maxLength={9} />
        <TextField name="last" label="Ao número" inputMode="numeric" maxLength={9} />
      </div>
      <TextAreaField
        name="justification"
        label="Justificativa"
        maxLength={JUSTIFICATION.max}
        autoFocus
        help={`De ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres.`}
      />
    </CommandForm>
  )
}

export function AskedContingency({ asking }: { asking: Asking<Forms['contingency']> }) {
  const now = useReading(invoiceSettings.contingency, { params: { c: useCompanyId() } }).data
  return (
    <CommandForm asking={asking} schema={ContingencyInput} start={() => ({ reason: '' })}>
      {now?.state.available ? (
        <Note kind="warning">A autoridade do estado responde agora: só entre em contingência se ela não autoriza as suas notas.</Note>
      ) : null}
      {now && !now.virtual.available ? (
        <Note kind="warning">A autoridade da contingência também não responde: {now.virtual.message}</Note>
      ) : null}
      <TextAreaField name="reason" label="Motivo" maxLength={256} autoFocus help="Vai impresso em cada nota emitida em contingência." />
    </CommandForm>
  )
}
