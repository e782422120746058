// The forms that stand in the place of the suggestions: an entry made of the line, the line in parts, a rule from it.
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import type { Registers } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { AmountInput } from '#client/kit/form/amount-field.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { categoryItems } from '#client/kit/picker/category-items.ts'
import { Combobox } from '#client/kit/picker/combobox.tsx'
import { CATEGORY_EMPTY, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { AnyCommand } from '#commands/kit/command.ts'
import { creating, type NewEntry, type NewRule, ruling, splitting } from '#commands/reconcile.ts'
import { rules } from '#contract/reconciliation.ts'
import { suggestPattern } from '#domain/matching/rules.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import type { Desk } from './desk.ts'
import { guess, kindsOf } from './entry-guess.ts'
import { type Line, openCents } from './line.ts'
import styles from './workbench.module.css'

/** Runs a command whose answers the form has taken, as a button of the workbench would. */
const submit = (command: AnyCommand) => runCommand(command, { source: 'button', context: currentContext('workbench') })

interface SheetProps {
  desk: Desk
  line: Line
  registers: Registers
}

function Sheet({ title, label, children }: { title: string; label: string; children: ReactNode }) {
  return (
    <section className={styles.wbForm} aria-label={label}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Puts the focus in the field a form is about, once. */
function useFirstField(name: string) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    host.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus({ preventScroll: true })
  }, [name])
  return host
}

const Id = z.string().nullable()
const EntryForm = z.object({ category_id: Id, contact_id: Id, additional_information: z.string().max(2000) })

export function CreateForm({ desk, line, registers }: SheetProps) {
  const host = useFirstField('category_id')
  const lastKey = useRef('')
  const count = desk.joint.length
  const out = line.amount_cents < 0
  const defaults = useMemo(() => ({ ...guess(desk, line, registers), additional_information: line.description }), [desk, line, registers])
  // Enter on a category is the last answer: it saves, as it does in any other field.
  const onChosen = () => {
    if (lastKey.current === 'Enter') setTimeout(() => host.current?.querySelector('form')?.requestSubmit())
  }
  return (
    <Sheet
      label="Criar conta a partir da linha"
      title={
        count > 1
          ? `Criar ${count} contas já quitadas`
          : `Criar conta ${out ? 'paga' : 'recebida'} de ${formatCents(Math.abs(openCents(line)))}`
      }
    >
      <div
        ref={host}
        onKeyDownCapture={event => {
          lastKey.current = event.key
        }}
        onPointerDownCapture={() => {
          lastKey.current = ''
        }}
      >
        <Form
          schema={EntryForm}
          defaults={defaults}
          label="Criar conta a partir da linha"
          onSubmit={values => {
            const entry: NewEntry = {
              ...(values.category_id ? { category_id: values.category_id } : {}),
              ...(values.contact_id ? { contact_id: values.contact_id } : {}),
              ...(count === 1 && values.additional_information.trim() !== ''
                ? { additional_information: values.additional_information.trim() }
                : {}),
            }
            void submit(creating(entry))
          }}
        >
          <CategoryPicker
            name="category_id"
            label="Categoria"
            categories={registers.categories}
            unread={registers.unread}
            kinds={kindsOf(line)}
            onChosen={onChosen}
            placeholder="Três letras e Enter"
          />
          <ContactPicker name="contact_id" label={out ? 'Fornecedor' : 'Cliente'} contacts={registers.contacts} unread={registers.unread} />
          {count === 1 ? <TextField name="additional_information" label="Descrição" maxLength={2000} /> : null}
          <FormFooter submitLabel="Criar e conciliar" keys="Enter" onCancel={() => desk.openSheet(undefined)} />
        </Form>
      </div>
    </Sheet>
  )
}

interface Part {
  key: number
  amount_cents: number | null
  category_id: string | null
  contact_id: string | null
  text: string
}

export function SplitForm({ desk, line, registers }: SheetProps) {
  const total = Math.abs(openCents(line))
  const guessed = useMemo(() => guess(desk, line, registers), [desk, line, registers])
  const nextKey = useRef(0)
  const part = (key: number): Part => ({
    key,
    amount_cents: null,
    category_id: guessed.category_id,
    contact_id: guessed.contact_id,
    text: '',
  })
  const [parts, setParts] = useState<Part[]>(() => {
    // As lines like it were divided before, to be changed where this one differs.
    const known = desk.suggestionOf(line.id)?.ghost?.parts?.map((one, at) => ({ ...part(at), ...one }))
    nextKey.current = known?.length ?? 2
    return known ?? [part(0), part(1)]
  })
  const host = useRef<HTMLFormElement>(null)
  const items = useMemo(() => categoryItems(registers.categories, kindsOf(line)), [registers.categories, line])
  // The last part is what the others leave.
  const given = parts.slice(0, -1).reduce((sum, one) => sum + (one.amount_cents ?? 0), 0)
  const rest = total - given
  const amounts = parts.map((one, at) => (at === parts.length - 1 ? rest : (one.amount_cents ?? 0)))
  const ok = amounts.every(cents => cents > 0)
  useEffect(() => host.current?.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true }), [])

  const change = (key: number, values: Partial<Part>) => setParts(now => now.map(one => (one.key === key ? { ...one, ...values } : one)))
  const add = () => {
    setParts(now => [...now.slice(0, -1), part(nextKey.current++), now.at(-1) as Part])
    setTimeout(() => {
      const fields = host.current?.querySelectorAll<HTMLInputElement>('li input[inputmode="decimal"]')
      fields?.[fields.length - 1]?.focus()
    })
  }
  const save = () => {
    if (!ok) return
    void submit(
      splitting(
        parts.map((one, at) => ({
          amount_cents: amounts[at] ?? 0,
          ...(one.category_id ? { category_id: one.category_id } : {}),
          ...(one.contact_id ? { contact_id: one.contact_id } : {}),
          ...(one.text.trim() === '' ? {} : { additional_information: one.text.trim() }),
        })),
      ),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) return save()
    const fields = [...(host.current?.querySelectorAll<HTMLElement>('input') ?? [])]
    fields[fields.indexOf(event.target as HTMLElement) + 1]?.focus()
  }
  return (
    <Sheet label="Dividir a linha" title={`Dividir ${formatCents(total)}`}>
      <form ref={host} onKeyDown={onKeyDown} onSubmit={event => event.preventDefault()} aria-label="Dividir a linha">
        <ol className={styles.wbParts}>
          {parts.map((one, at) => {
            const isLast = at === parts.length - 1
            return (
              <li key={one.key} className={styles.wbPart} aria-label={`Parte ${at + 1}`}>
                {isLast ? (
                  <output
                    className={classNames(formStyles.inp, styles.wbRest, text.num)}
                    data-part="input"
                    aria-label={`Valor da parte ${at + 1}, o que resta`}
                  >
                    {formatAmount(rest)}
                  </output>
                ) : (
                  <AmountInput
                    label={`Valor da parte ${at + 1}`}
                    value={one.amount_cents}
                    onChange={cents => change(one.key, { amount_cents: cents })}
                  />
                )}
                <Combobox
                  items={items}
                  value={one.category_id}
                  onChange={id => change(one.key, { category_id: id })}
                  label={`Categoria da parte ${at + 1}`}
                  empty={CATEGORY_EMPTY}
                  unread={registers.unread}
                  placeholder="Categoria"
                  wide
                />
                <label className={formStyles.inp} data-part="input">
                  <input
                    type="text"
                    aria-label={`Descrição da parte ${at + 1}`}
                    placeholder={line.description}
                    value={one.text}
                    onChange={event => change(one.key, { text: event.target.value })}
                    autoComplete="off"
                  />
                </label>
                {parts.length > 2 && !isLast ? (
                  <Button
                    variant="ghost"
                    aria-label={`Tirar a parte ${at + 1}`}
                    onClick={() => setParts(now => now.filter(other => other.key !== one.key))}
                  >
                    <Icon name="x" size="s" />
                  </Button>
                ) : null}
              </li>
            )
          })}
        </ol>
        <p className={styles.wbMissing}>
          <Button variant="ghost" icon="plus" onClick={add}>
            Outra parte
          </Button>
          <span className={ok ? classNames(text.ok, styles.zero) : text.dang} role="status">
            {ok ? (
              <>
                <Icon name="check" size="s" /> Falta R$ 0,00
              </>
            ) : rest <= 0 ? (
              `Passa ${formatCents(-rest)} do valor da linha`
            ) : (
              'Informe o valor de cada parte'
            )}
          </span>
        </p>
        <div className={styles.go}>
          <Button variant="primary" size="form" keys="mod+Enter" aria-disabled={!ok || undefined} onClick={save}>
            Dividir e conciliar
          </Button>
          <Button variant="ghost" size="form" keys="Escape" onClick={() => desk.openSheet(undefined)}>
            Cancelar
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

const RuleSchema = z
  .object({ contains: z.string().trim().min(2, 'Ao menos 2 letras').max(200), category_id: Id, contact_id: Id })
  .refine(rule => rule.category_id !== null || rule.contact_id !== null, {
    path: ['category_id'],
    message: 'Escolha a categoria ou o contato',
  })

const COUNT_MS = 250

/** 'casa com 14 linhas abertas', asked again as the text changes. */
function RuleCount({ desk, contains, line }: { desk: Desk; contains: string; line: Line }) {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    setCount(undefined)
    if (contains.trim().length < 2) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call(
        rules.dryRun,
        { params: { c: desk.companyId }, body: { contains, direction: directionOf(line) } },
        { signal: abort.signal },
      ).then(
        ({ data }) => setCount(data.count),
        () => {},
      )
    }, COUNT_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [desk, contains, line])
  const words = count === undefined ? 'contando as linhas…' : count === 1 ? 'casa com 1 linha aberta' : `casa com ${count} linhas abertas`
  return (
    <span className={text.m} role="status">
      {words}
    </span>
  )
}

const directionOf = (line: Line): NewRule['direction'] => (line.amount_cents < 0 ? 'DEBIT' : 'CREDIT')

export function RuleForm({ desk, line, registers }: SheetProps) {
  const host = useFirstField('contains')
  const defaults = useMemo(() => ({ contains: suggestPattern(line.description), ...guess(desk, line, registers) }), [desk, line, registers])
  return (
    <Sheet label="Sempre categorizar assim" title="Sempre categorizar assim">
      <div ref={host}>
        <Form
          schema={RuleSchema}
          defaults={defaults}
          label="Sempre categorizar assim"
          onSubmit={async values => {
            desk.openSheet(undefined)
            await submit(ruling({ ...values, direction: directionOf(line) }))
          }}
        >
          {form => (
            <>
              <TextField
                name="contains"
                label={`Quando a descrição da ${line.amount_cents < 0 ? 'saída' : 'entrada'} contém`}
                maxLength={200}
                help={<RuleCount desk={desk} contains={form.watch('contains')} line={line} />}
              />
              <CategoryPicker
                name="category_id"
                label="Categoria"
                categories={registers.categories}
                unread={registers.unread}
                kinds={kindsOf(line)}
              />
              <ContactPicker name="contact_id" label="Contato" contacts={registers.contacts} unread={registers.unread} />
              <p className={classNames(text.m, text.small)}>A regra só sugere: uma pessoa sempre aceita.</p>
              <FormFooter submitLabel="Salvar regra" keys="Enter" onCancel={() => desk.openSheet(undefined)} />
            </>
          )}
        </Form>
      </div>
    </Sheet>
  )
}
