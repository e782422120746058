// What asks for the parts of a contact that hold several values, and for its document among those that are known.
import { useMemo } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import type { DocumentSuggestion } from '#client/kit/form/document-field.tsx'
import type { FieldProps } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { houseOptions } from '#client/surfaces/house.ts'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { contacts } from '#contract/contacts.ts'
import { PIX_ACCOUNT_TYPES, PIX_KEY_TYPES } from '#domain/enums.ts'
import { PIX_ACCOUNT_TYPE_LABELS, PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { contact } from '#resources/contact.ts'
import styles from './contacts.module.css'

const KEY_TYPES = PIX_KEY_TYPES.map(value => ({ value, label: PIX_KEY_TYPE_LABELS[value] }))

/** Suggests the customers with these digits; the one taken fills the form, but for what it is to be. */
export function ContactDocument(field: FieldProps) {
  const { formState, getValues, reset } = useFormContext()
  const known = useReading(contacts.list, { query: { companyId: useCompanyId() } }).data
  const suggestions = useMemo(
    () =>
      known?.flatMap(({ id, kind, name, document_number }) =>
        kind === 'CUSTOMER' && document_number ? [{ id, name, document_number }] : [],
      ),
    [known],
  )
  const take = ({ id }: DocumentSuggestion) => {
    const taken = known?.find(one => one.id === id)
    if (taken) reset({ ...contact.start(taken), kind: getValues('kind') }, { keepDefaultValues: true })
  }
  const isNew = !formState.defaultValues?.[field.name]
  return <LookedUpDocument {...field} {...(isNew && suggestions ? { contacts: suggestions, onSuggestion: take } : {})} />
}

const ACCOUNT_TYPES = PIX_ACCOUNT_TYPES.map(value => ({ value, label: PIX_ACCOUNT_TYPE_LABELS[value] }))

/** The holder is asked for once there is a bank: most often it is the contact. */
export function BankDataFields({ name, label, help }: FieldProps) {
  const bank: unknown = useWatch({ name: `${name}.routing_number` })
  const Bank = houseOptions().controls?.bank
  return (
    <fieldset className={styles.pixKeys}>
      <legend className={text.med}>{label}</legend>
      {Bank ? <Bank name={`${name}.routing_number`} label="Banco" help={help} /> : null}
      {bank ? (
        <>
          <div className={form.two}>
            <TextField name={`${name}.branch_number`} label="Agência" inputMode="numeric" maxLength={10} />
            <TextField name={`${name}.account_number`} label="Conta com dígito" placeholder="12345-6" maxLength={20} />
          </div>
          <SelectField name={`${name}.account_type`} label="Tipo de conta" choices={ACCOUNT_TYPES} />
          <TextField
            name={`${name}.holder_document_number`}
            label="CPF ou CNPJ do titular"
            aside="opcional"
            help="Só se a conta é de outra pessoa"
            maxLength={30}
          />
          <TextField name={`${name}.holder_name`} label="Nome do titular" aside="opcional" maxLength={140} />
        </>
      ) : null}
    </fieldset>
  )
}

export function PixFields({ name, label }: FieldProps) {
  const { control } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <fieldset className={styles.pixKeys}>
      <legend className={text.med}>{label}</legend>
      {fields.map((field, index) => (
        <div className={styles.pixKey} key={field.id}>
          <SelectField name={`${name}.${index}.type`} label="Tipo da chave" choices={KEY_TYPES} />
          <TextField name={`${name}.${index}.key`} label="Chave" maxLength={140} />
          <IconButton icon="x" label={`Remover a chave ${index + 1}`} size="form" onClick={() => remove(index)} />
        </div>
      ))}
      <Button variant="ghost" icon="plus" onClick={() => append({ type: 'RANDOM', key: '' })}>
        Adicionar chave
      </Button>
    </fieldset>
  )
}
