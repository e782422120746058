// The fields of a bill that a paper filled in, each with where its value came from.
import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { AccountPicker, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import { useAskFor } from '#client/surfaces/asked/nested.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { houseCommand, houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { formatDocument } from '#domain/documents.ts'
import { formatCents } from '#domain/money.ts'
import type { Slip } from '#domain/papers/read.ts'
import { useAddsToTitle } from '../title-form.tsx'
import { BILL_KIND } from '../title-kind.ts'
import { Alike } from './alike.tsx'
import { CHOOSE, habit, type Origin, type Origins, YOU } from './origins.ts'
import styles from './paper.module.css'
import type { PaperFields as Fields } from './paper-model.ts'

function OriginMark({ of: { icon, words, open } }: { of: Origin }) {
  return (
    <span className={classNames(styles.origin, open && styles.open)}>
      <Icon name={icon} size="s" />
      {words}
    </span>
  )
}

type Habits = Readonly<Partial<Record<'category_id' | 'bank_account_id', string>>>

/** What is usual of the payee fills the fields that nobody filled, and says so. */
function useHabits(): Habits {
  const { setValue, getValues } = useFormContext<Fields>()
  const contact_id = useWatch<Fields, 'contact_id'>({ name: 'contact_id' })
  const company = useWhereabouts(now => now.company)
  const [habits, setHabits] = useState<Habits>({})
  useEffect(() => {
    const { knowledge } = houseOptions()
    if (knowledge === undefined || company === undefined || contact_id === null) return
    const fill = () => {
      const usual = knowledge.guesses(houseCommand('bill.create'), { contact_id }, company)
      const free = (['category_id', 'bank_account_id'] as const).filter(name => getValues(name) === null && usual[name])
      if (free.length === 0) return
      for (const name of free) setValue(name, String(usual[name]?.choice.value))
      setHabits(before => ({ ...before, ...Object.fromEntries(free.map(name => [name, usual[name]?.because])) }))
    }
    fill()
    return knowledge.onArrival(fill)
  }, [contact_id, company, getValues, setValue])
  return habits
}

/** Tells beside a field where its value came from; whoever types in it is its origin from then on. */
function useOriginMarks(origins: Origins, habits: Habits): (name: keyof Fields) => ReactNode {
  const { dirtyFields } = useFormState<Fields>()
  return name => {
    const usual = habits[name as keyof Habits]
    const origin = dirtyFields[name] ? YOU : usual ? habit(usual) : origins[name]
    return origin ? <OriginMark of={origin} /> : null
  }
}

/** The payee that the paper names, where the contacts do not have it. */
function NewPayee({ slip, onMade }: { slip: Slip; onMade(id: string): void }) {
  const askFor = useAskFor()
  const contact_id = useWatch<Fields, 'contact_id'>({ name: 'contact_id' })
  const name = slip.payee_name?.value
  const document = slip.payee_document?.value
  if (contact_id !== null || (name === undefined && document === undefined)) return null
  const ask = () => askFor('contact.create', { typed: document ?? name, kind: 'SUPPLIER', ...(name ? { name } : {}) }, onMade)
  return (
    <p className={styles.payee}>
      {[name, document && formatDocument(document)].filter(Boolean).join(', ')} ainda não está nos contatos.{' '}
      <Button variant="ghost" icon="plus" onClick={ask}>
        Criar fornecedor
      </Button>
    </p>
  )
}

export function PaperFields({ slip, origins }: { slip: Slip; origins: Origins }) {
  const { setValue } = useFormContext<Fields>()
  const registers = useRegisters(useCompanyId())
  const add = useAddsToTitle(BILL_KIND)
  const habits = useHabits()
  const from = useOriginMarks({ category_id: CHOOSE, bank_account_id: CHOOSE, ...origins }, habits)
  const differ = slip.amounts_differ
  return (
    <>
      {differ ? (
        <Note kind="danger">
          O código de barras diz {formatCents(differ.boleto_cents)} e o Pix diz {formatCents(differ.pix_cents)}. Confira com quem cobra e
          digite o valor certo.
        </Note>
      ) : null}
      <div className={styles.amount}>
        <AmountField
          name="amount_cents"
          label="Valor"
          aside={from('amount_cents')}
          help={slip.amount_cents || differ || !slip.pix ? undefined : 'O Pix deixa o valor em aberto: digite quanto vai pagar.'}
        />
      </div>
      <ContactPicker
        name="contact_id"
        label="Fornecedor"
        contacts={registers.contacts}
        unread={registers.unread}
        kind={BILL_KIND.contactKind}
        onAdd={add('contact', 'contact_id')}
        aside={from('contact_id')}
      />
      <NewPayee slip={slip} onMade={id => setValue('contact_id', id, { shouldDirty: true })} />
      <div className={form.two}>
        <DayField name="due_date" label="Vencimento" bias="future" aside={from('due_date')} />
        <DayField name="competence_date" label="Competência" bias="past" aside={from('competence_date')} />
      </div>
      <TextField name="additional_information" label="Descrição" aside={from('additional_information')} />
      <div className={form.two}>
        <CategoryPicker
          name="category_id"
          label="Categoria"
          categories={registers.categories}
          unread={registers.unread}
          kinds={BILL_KIND.categoryKinds}
          onAdd={add('category', 'category_id')}
          aside={from('category_id')}
        />
        <AccountPicker
          name="bank_account_id"
          label="Sai de"
          accounts={registers.accounts}
          unread={registers.unread}
          onAdd={add('account', 'bank_account_id')}
          aside={from('bank_account_id')}
        />
      </div>
      <div className={form.two}>
        <TextField name="document_number" label="Nº documento" aside={from('document_number')} />
        <TextField name="pix_key" label="Chave Pix" aside={from('pix_key')} />
      </div>
      <TextField name="digitable_line" label="Linha digitável do boleto" inputMode="numeric" aside={from('digitable_line')} />
      <Toggle name="settled" label="Já foi paga" />
      <Alike />
    </>
  )
}
