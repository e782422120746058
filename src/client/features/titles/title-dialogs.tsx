// The dialogs of bills and receivables: create, change, split, settle, attach, import; and the bulk addresses of the selection.
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { confirm } from '#client/kit/confirm.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { AmountField, AmountInput } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PaymentMethodField } from '#client/kit/form/contact-fields.tsx'
import { DayField, DayInput } from '#client/kit/form/day-field.tsx'
import { FileField } from '#client/kit/form/file-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { AccountPicker, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { showToast } from '#client/kit/toast.ts'
import { useToday } from '#client/kit/today.tsx'
import { formFailed, settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { houseOptions, useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { pathTo } from '#commands/screens.ts'
import { attachments } from '#contract/attachments.ts'
import type { Bill } from '#contract/bills.ts'
import { entries } from '#contract/entries.ts'
import { isDay } from '#domain/days.ts'
import { BUSINESS_DAY_ADJUSTMENTS, FREQUENCY_INTERVALS, PAYMENT_METHODS } from '#domain/enums.ts'
import { BUSINESS_DAY_ADJUSTMENT_LABELS, FREQUENCY_INTERVAL_LABELS } from '#domain/labels.ts'
import { allocate, formatCents } from '#domain/money.ts'
import { useTitleRoute } from './title-drawer.tsx'
import type { TitleKind } from './title-kind.ts'

const day = (message: string) => z.string({ error: message }).refine(isDay, message)
const optionalDay = z
  .string()
  .nullable()
  .refine(value => value === null || isDay(value), 'Data inválida')

const TitleForm = z
  .object({
    additional_information: z.string().max(2000),
    amount_cents: z.number({ error: 'Informe o valor' }).int().positive('Deve ser maior que zero'),
    due_date: day('Informe o vencimento'),
    competence_date: optionalDay,
    contact_id: z.string().nullable(),
    category_id: z.string().nullable(),
    bank_account_id: z.string().nullable(),
    payment_method: z.enum(PAYMENT_METHODS).nullable(),
    document_number: z.string().max(60),
    digitable_line: z.string().max(60),
    settled: z.boolean(),
    repeats: z.boolean(),
    frequency_interval: z.enum(FREQUENCY_INTERVALS),
    frequency_unit: z.coerce
      .number<number | string>({ error: 'Informe quantas vezes' })
      .int()
      .min(1, 'Ao menos 1')
      .max(360, 'Até 360 vezes'),
    business_day: z.enum(BUSINESS_DAY_ADJUSTMENTS),
  })
  .refine(form => !form.settled || form.bank_account_id !== null, { path: ['bank_account_id'], message: 'Escolha a conta bancária' })
type TitleValues = z.output<typeof TitleForm>

const blank: Omit<z.input<typeof TitleForm>, 'amount_cents' | 'due_date'> = {
  additional_information: '',
  competence_date: null,
  contact_id: null,
  category_id: null,
  bank_account_id: null,
  payment_method: null,
  document_number: '',
  digitable_line: '',
  settled: false,
  repeats: false,
  frequency_interval: 'MONTHLY',
  frequency_unit: 12,
  business_day: 'NONE',
}

function fieldsOf(kind: TitleKind, values: TitleValues) {
  const { settled: _s, repeats: _r, frequency_interval: _f, frequency_unit: _u, business_day: _b, digitable_line, ...fields } = values
  return { ...fields, ...(kind.record === 'bill' && digitable_line !== '' ? { payment_details: { digitable_line } } : {}) }
}

/** Where a selector's 'Adicionar…' leads, with the way back. */
function useAdding(c: string) {
  const go = (screen: 'accounts.create' | 'categories.create' | 'contacts.create-document') => (typed: string) =>
    houseOptions().ports.go({
      to: pathTo(screen, { companyId: c }),
      search: { backTo: `${location.pathname}${location.search}`, nome: typed },
    })
  return { account: go('accounts.create'), category: go('categories.create'), contact: go('contacts.create-document') }
}

function TitleFields({ kind, registers, c, creating }: { kind: TitleKind; registers: Registers; c: string; creating: boolean }) {
  const add = useAdding(c)
  return (
    <>
      <div className="two">
        <AmountField name="amount_cents" label="Valor" autoFocus />
        <DayField name="due_date" label="Vencimento" bias="future" />
      </div>
      <TextField name="additional_information" label="Descrição" />
      <ContactPicker name="contact_id" label={kind.party} contacts={registers.contacts} kind={kind.contactKind} onAdd={add.contact} />
      <div className="two">
        <CategoryPicker
          name="category_id"
          label="Categoria"
          categories={registers.categories}
          kinds={kind.categoryKinds}
          onAdd={add.category}
        />
        <AccountPicker name="bank_account_id" label="Conta bancária" accounts={registers.accounts} onAdd={add.account} />
      </div>
      <div className="two">
        <DayField name="competence_date" label="Competência" bias="past" />
        <PaymentMethodField name="payment_method" label="Forma de pagamento" />
      </div>
      <div className="two">
        <TextField name="document_number" label="Nº documento" />
        {kind.record === 'bill' ? <TextField name="digitable_line" label="Linha digitável do boleto" inputMode="numeric" /> : <span />}
      </div>
      {creating ? <Toggle name="settled" label={kind.record === 'bill' ? 'Já foi paga' : 'Já foi recebida'} /> : null}
    </>
  )
}

const INTERVALS = FREQUENCY_INTERVALS.map(value => ({ value, label: FREQUENCY_INTERVAL_LABELS[value] }))
const ADJUSTMENTS = BUSINESS_DAY_ADJUSTMENTS.map(value => ({ value, label: BUSINESS_DAY_ADJUSTMENT_LABELS[value] }))

/** Asks before typed work is thrown away. */
async function mayLeave(dirty: boolean): Promise<boolean> {
  return (
    !dirty || confirm({ title: 'Descartar o que foi digitado?', confirmLabel: 'Descartar', cancelLabel: 'Continuar editando' } as never)
  )
}

export function CreateTitle() {
  const { kind, c, close } = useTitleRoute()
  const registers = useRegisters(c)
  const today = useToday()
  const dirty = useRef(false)
  const leave = async () => {
    if (await mayLeave(dirty.current)) close()
  }
  const save = async (values: TitleValues, { another, reset }: { another: boolean; reset: () => void }) => {
    try {
      const fields = fieldsOf(kind, values)
      if (values.repeats) {
        const { frequency_interval, frequency_unit, business_day } = values
        const reply = await call(kind.rows.createRecurring, {
          params: { c },
          body: { ...fields, frequency_interval, frequency_unit, business_day } as never,
        })
        settleWrite({
          say: `${reply.data.length} contas criadas`,
          batch_id: reply.batch_id,
          focus: reply.data[0]?.id as string | undefined,
        })
      } else {
        const reply = await call(kind.rows.create, {
          params: { c },
          body: { ...fields, ...(values.settled ? { status: kind.settled } : {}) } as never,
        })
        settleWrite({ say: 'Conta criada', batch_id: reply.batch_id, focus: reply.data.id })
      }
      if (another) reset()
      else close()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog open onClose={() => void leave()} title={`Nova ${kind.one}`} width="wide">
      <Form
        schema={TitleForm}
        defaults={{ ...blank, due_date: today }}
        onSubmit={save}
        onDirty={now => {
          dirty.current = now
        }}
        onEscape={() => void leave()}
        label={`Nova ${kind.one}`}
      >
        {form => (
          <>
            <TitleFields kind={kind} registers={registers} c={c} creating />
            <Toggle name="repeats" label="Repetir" help="Cria todas as parcelas de uma vez" />
            {form.watch('repeats') ? (
              <div className="three">
                <SelectField name="frequency_interval" label="Frequência" choices={INTERVALS} />
                <TextField name="frequency_unit" label="Quantas vezes" inputMode="numeric" />
                <SelectField name="business_day" label="Dia não útil" choices={ADJUSTMENTS} />
              </div>
            ) : null}
            <FormFooter submitLabel="Salvar" onCancel={() => void leave()} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

export function UpdateTitle() {
  const { kind, id, c, back } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  const registers = useRegisters(c)
  const dirty = useRef(false)
  const leave = async () => {
    if (await mayLeave(dirty.current)) back()
  }
  if (!record) return <Spinner />
  const save = async (values: TitleValues) => {
    try {
      const reply = await call(kind.rows.update, {
        params: { c, id },
        body: { ...fieldsOf(kind, values), version: record.version } as never,
      })
      settleWrite({ say: 'Conta alterada', batch_id: reply.batch_id, focus: id })
      back()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog open onClose={() => void leave()} title={`Alterar ${kind.one}`} width="wide">
      <Form
        schema={TitleForm}
        defaults={{
          ...blank,
          amount_cents: record.amount_cents,
          due_date: record.due_date,
          competence_date: record.competence_date,
          additional_information: record.additional_information ?? '',
          contact_id: record.contact_id,
          category_id: record.category_id,
          bank_account_id: record.bank_account_id,
          payment_method: record.payment_method,
          document_number: record.document_number ?? '',
          digitable_line: record.payment_details?.digitable_line ?? '',
        }}
        onSubmit={save}
        onDirty={now => {
          dirty.current = now
        }}
        label={`Alterar ${kind.one}`}
      >
        <TitleFields kind={kind} registers={registers} c={c} creating={false} />
        <FormFooter submitLabel="Salvar" onCancel={() => void leave()} />
      </Form>
    </Dialog>
  )
}

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
  const [parts, setParts] = useState<Part[]>(() =>
    allocate(record.amount_cents, 2).map((amount_cents, key) => ({ key, amount_cents, due_date: record.due_date })),
  )
  const sum = parts.reduce((total, part) => total + (part.amount_cents ?? 0), 0)
  const rest = record.amount_cents - sum
  const set = (key: number, change: Partial<Part>) =>
    setParts(before =>
      fillLast(
        before.map(part => (part.key === key ? { ...part, ...change } : part)),
        key,
        record.amount_cents,
      ),
    )
  const add = () => {
    const made = [...parts, { key: next.current++, amount_cents: 0, due_date: parts.at(-1)?.due_date ?? record.due_date }]
    setParts(allocate(record.amount_cents, made.length).map((amount_cents, at) => ({ ...(made[at] as Part), amount_cents })))
  }
  const save = async () => {
    if (rest !== 0 || busy) return
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
      onClose={back}
      title="Dividir conta"
      description={`${record.additional_information ?? kind.one}, ${formatCents(record.amount_cents)}`}
      width="wide"
    >
      <form
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
                  {parts.length > 2 ? (
                    <IconButton
                      icon="x"
                      label={`Tirar a parte ${at + 1}`}
                      onClick={() =>
                        setParts(
                          fillLast(
                            parts.filter(one => one.key !== part.key),
                            -1,
                            record.amount_cents,
                          ),
                        )
                      }
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="rest">
          <Button icon="plus" onClick={add}>
            Mais uma parte
          </Button>
          <span className={rest === 0 ? 'ok' : 'bad'}>
            {rest === 0 ? 'Soma exata' : rest > 0 ? `Faltam ${formatCents(rest)}` : `Passam ${formatCents(-rest)}`}
          </span>
        </p>
        <footer className="form-footer">
          <Button variant="ghost" size="form" onClick={back}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="form"
            keys="mod+Enter"
            busy={busy}
            disabled={rest !== 0 || parts.some(part => (part.amount_cents ?? 0) <= 0 || !isDay(part.due_date))}
          >
            Dividir
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Editing any part but the last moves the remainder to the last one. */
function fillLast(parts: Part[], edited: number, whole: number): Part[] {
  const last = parts.at(-1)
  if (!last || last.key === edited) return parts
  const others = parts.slice(0, -1).reduce((total, part) => total + (part.amount_cents ?? 0), 0)
  return [...parts.slice(0, -1), { ...last, amount_cents: Math.max(0, whole - others) }]
}

const SettleForm = z.object({
  bank_account_id: z.string({ error: 'Escolha a conta bancária' }).min(1, 'Escolha a conta bancária'),
  date: day('Informe a data'),
})

/** Conciliation from the record: the bench for its line, or a settlement by hand. */
export function ConciliateTitle() {
  const { kind, id, c, back } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  const registers = useRegisters(c)
  const today = useToday()
  const add = useAdding(c)
  if (!record) return <Spinner />
  const save = async (values: z.output<typeof SettleForm>) => {
    try {
      const ids = kind.record === 'bill' ? { bill_ids: [id] } : { receivable_ids: [id] }
      const reply = await call(kind.rows.conciliate, { params: { c }, body: { ...ids, ...values } as never })
      settleWrite({ say: `Conta ${kind.settledWord}`, batch_id: reply.batch_id, focus: id })
      back()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog
      open
      onClose={back}
      title={`Conciliar ${formatCents(record.amount_cents)}`}
      description="Com uma linha do extrato a prova é do banco; sem extrato, registre aqui quando o dinheiro andou."
    >
      <p>
        <Button
          icon="link-2"
          onClick={() => houseOptions().ports.go({ to: pathTo('conciliation', { companyId: c }), search: { titulo: id } })}
        >
          Procurar a linha do extrato
        </Button>
      </p>
      <Form
        schema={SettleForm}
        defaults={{ bank_account_id: record.bank_account_id ?? '', date: record.due_date <= today ? record.due_date : today }}
        onSubmit={save}
        label="Baixar à mão"
      >
        <AccountPicker name="bank_account_id" label="Conta bancária" accounts={registers.accounts} onAdd={add.account} />
        <DayField name="date" label={kind.record === 'bill' ? 'Paga em' : 'Recebida em'} bias="past" />
        <FormFooter submitLabel={kind.record === 'bill' ? 'Marcar como paga' : 'Marcar como recebida'} onCancel={back} />
      </Form>
    </Dialog>
  )
}

const FileForm = z.object({ file: z.instanceof(File, { error: 'Escolha um arquivo' }) })

export function AttachToTitle() {
  const { kind, id, c, back } = useTitleRoute()
  const save = async ({ file }: z.output<typeof FileForm>) => {
    try {
      const reply = await call(attachments.create, {
        params: { c },
        form: { file, ...(kind.record === 'bill' ? { bill_id: id } : { receivable_id: id }) },
      })
      settleWrite({ say: `${file.name} anexado`, batch_id: reply.batch_id, focus: id })
      back()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog open onClose={back} title="Anexar arquivo" description="PDF, imagem, XML ou planilha de até 10 MB.">
      <Form schema={FileForm} defaults={{}} onSubmit={save} label="Anexar arquivo">
        <FileField name="file" label="Arquivo" />
        <FormFooter submitLabel="Anexar" onCancel={back} />
      </Form>
    </Dialog>
  )
}

function ImportDialog({ title, kind, onClose }: { title: string; kind: 'DEBIT' | 'CREDIT' | undefined; onClose(): void }) {
  const { c } = useTitleRoute()
  const save = async ({ file }: z.output<typeof FileForm>) => {
    try {
      const reply = await call(entries.upload, { params: { c }, form: { file, ...(kind ? { kind } : {}) } })
      settleWrite({ say: `${reply.data.imported} lançamentos importados`, batch_id: reply.batch_id })
      onClose()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="Planilha CSV com as colunas Vencimento e Valor; Descrição, Fornecedor ou Cliente, Categoria, Documento e Competência são opcionais."
    >
      <Form schema={FileForm} defaults={{}} onSubmit={save} label={title}>
        <FileField name="file" label="Planilha" accept={['.csv', '.txt', 'text/csv']} />
        <FormFooter submitLabel="Importar" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function ImportTitles() {
  const { kind, close } = useTitleRoute()
  return <ImportDialog title={`Importar ${kind.title.toLowerCase()}`} kind={kind.record === 'bill' ? 'DEBIT' : 'CREDIT'} onClose={close} />
}

export function ImportEntries() {
  const { c } = useTitleRoute()
  return (
    <ImportDialog
      title="Importar lançamentos"
      kind={undefined}
      onClose={() => houseOptions().ports.go(pathTo('entries', { companyId: c }))}
    />
  )
}

/** The address of a command: runs it on the selection once, and steps back to the list. */
function RunOnSelection({ command: name }: { command: string }) {
  const { kind, back } = useTitleRoute()
  const registry = useHouse(state => state.registry)
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const command = registry.get(`${kind.record}.${name}`)
    if (!command) return back()
    void runCommand(command, { source: 'button' }).then(result => {
      if (result === 'refused')
        showToast({ id: 'refused', title: command.title, description: 'Marque ao menos uma conta na lista.', variant: 'warning' })
      if (name !== 'split' && name !== 'conciliate' && name !== 'update') back()
      else if (result !== 'done') back()
    })
  }, [registry, kind.record, name, back])
  return null
}

export const DeleteTitle = () => <RunOnSelection command="delete" />
export const BulkDelete = () => <RunOnSelection command="delete" />
export const BulkSplit = () => <RunOnSelection command="split" />
export const BulkConciliation = () => <RunOnSelection command="conciliate" />
export const BulkUpdate = () => <RunOnSelection command="update" />
