// A Pix by bank, branch and account: those of a contact, or typed and kept in one.
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { unreadOf, useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import { institutions } from '#contract/bank-accounts.ts'
import type { Contact } from '#contract/contacts.ts'
import { knownBank } from '#domain/banks.ts'
import { PIX_ACCOUNT_TYPES } from '#domain/enums.ts'
import { PIX_ACCOUNT_TYPE_LABELS } from '#domain/labels.ts'
import { AccountForm, type AccountInput, accountDefaults, accountOf, hasOther, keepsIn } from './pix-account-model.ts'
import { leaveTo, type WayProps } from './pix-forms.tsx'

const ACCOUNT_TYPES = PIX_ACCOUNT_TYPES.map(value => ({ value, label: PIX_ACCOUNT_TYPE_LABELS[value] }))

export function PixByAccount({ c, begins, onDraft }: WayProps) {
  const { contacts } = useRegisters(c)
  const banks = useReading(institutions.list)
  const items = useMemo(
    () =>
      (banks.data ?? []).map(bank => ({
        id: bank.routing_number,
        label: `${bank.routing_number} · ${knownBank(bank.routing_number) ?? bank.name}`,
        search: bank.name,
      })),
    [banks.data],
  )
  const check = (values: ReturnType<typeof AccountForm.parse>) => {
    const { amount_cents, description } = values
    const bank_account = accountOf(values)
    const { routing_number, branch_number, account_number, account_type, name, document_number } = bank_account
    const contact = contacts.find(one => one.id === values.contact_id)
    const bank_name = items.find(item => item.id === routing_number)?.label ?? routing_number
    onDraft({
      target: { bank_account },
      payee: { name, document_number, bank_name },
      verified: false,
      amount_cents,
      description,
      where: [PIX_ACCOUNT_TYPE_LABELS[account_type], `agência ${branch_number}, conta ${account_number}`],
      ...(contact && values.keep && hasOther(contact, bank_account) ? { keep: keepsIn(contact, bank_account) } : {}),
    })
  }
  return (
    <Form schema={AccountForm} defaults={accountDefaults} label="Pix por agência e conta" onSubmit={check} onEscape={leaveTo(c)}>
      <ContactOf contacts={contacts} />
      <ComboboxField
        name="routing_number"
        label="Banco"
        items={items}
        empty="Banco não encontrado"
        placeholder="Nome ou código"
        unread={unreadOf(banks)}
        autoFocus={begins}
      />
      <SelectField name="account_type" label="Tipo de conta" choices={ACCOUNT_TYPES} />
      <div className={formStyles.two}>
        <TextField name="branch_number" label="Agência" inputMode="numeric" maxLength={10} />
        <TextField name="account_number" label="Conta com dígito" placeholder="12345-6" maxLength={20} />
      </div>
      <LookedUpDocument name="document_number" label="CPF ou CNPJ de quem recebe" />
      <TextField name="name" label="Nome de quem recebe" maxLength={140} />
      <Keep contacts={contacts} />
      <AmountField name="amount_cents" label="Valor" />
      <TextField name="description" label="Mensagem" aside="opcional" maxLength={140} />
      <FormFooter submitLabel="Continuar" onCancel={leaveTo(c)} />
    </Form>
  )
}

/** Chosen, it fills in what is known of it. */
function ContactOf({ contacts }: { contacts: readonly Contact[] }) {
  const { setValue } = useFormContext<AccountInput>()
  const items = useMemo(
    () =>
      contacts.map(({ id, name, nickname, document_number }) => ({
        id,
        label: name,
        search: `${nickname ?? ''} ${document_number ?? ''}`,
      })),
    [contacts],
  )
  if (items.length === 0) return null
  const fill = (id: string | undefined) => {
    const contact = contacts.find(one => one.id === id)
    if (!contact) return
    const set = (field: 'routing_number' | 'branch_number' | 'account_number' | 'document_number' | 'name', value: string) =>
      setValue(field, value, { shouldDirty: true, shouldValidate: value !== '' })
    const held = contact.bank_account
    set('routing_number', held?.routing_number ?? '')
    set('branch_number', held?.branch_number ?? '')
    set('account_number', held?.account_number ?? '')
    setValue('account_type', held?.account_type ?? 'CHECKING')
    set('document_number', held?.holder_document_number ?? contact.document_number ?? '')
    set('name', held?.holder_name ?? contact.name)
  }
  return (
    <ComboboxField
      name="contact_id"
      label="Contato"
      aside="opcional"
      items={items}
      empty="Sem contatos"
      unread={undefined}
      placeholder="Nome de quem está no cadastro"
      wide
      onChosen={item => fill(item?.id)}
    />
  )
}

/** Offered once the contact that was chosen does not have what stands in the form. */
function Keep({ contacts }: { contacts: readonly Contact[] }) {
  const mayKeep = useWhereabouts(now => now.can)('contacts:u')
  const values = useWatch<AccountInput>() as AccountInput
  const contact = contacts.find(one => one.id === values.contact_id)
  const isTold = values.routing_number !== '' && values.branch_number !== '' && values.account_number !== ''
  if (!mayKeep || !contact || !isTold || !hasOther(contact, accountOf(values))) return null
  return (
    <Toggle
      name="keep"
      label={`Guardar a conta em ${contact.name}`}
      help="Da próxima vez, e na remessa de pagamentos, ela já vem preenchida"
      look="checkbox"
    />
  )
}
