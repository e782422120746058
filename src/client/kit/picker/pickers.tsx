// The shared selectors (SPEC.md, Fields): what each shows, what it leaves out, and what it says when nothing is found.
import type { BankAccountStatus, CategoryKind, ContactKind } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS } from '#domain/labels.ts'
import { BankMark } from '../bank-mark.tsx'
import type { FieldProps } from '../form/field.tsx'
import { type CategoryRecord, categoryItems } from './category-items.ts'
import { ComboboxField } from './combobox.tsx'
import type { ComboItem } from './filter-items.ts'
import type { Unread } from './use-combobox.ts'

/** What every picker takes besides its records. `onAdd` opens the form of a new one with the typed text. */
interface PickerProps extends FieldProps {
  onAdd?: ((typed: string) => void) | undefined
  onChosen?: ((item: ComboItem | null) => void) | undefined
  placeholder?: string | undefined
  unread: Unread | undefined
}

export interface AccountRecord {
  id: string
  status: BankAccountStatus
  routing_number: string | null
  institution_name: string | null
  branch_number: string | null
  account_number: string | null
}

/** 'instituição · agência · conta', without unknown parts. */
export function accountLabel(account: AccountRecord): string {
  return [account.institution_name, account.branch_number, account.account_number].filter(Boolean).join(' · ')
}

export function accountItems(accounts: readonly AccountRecord[]): ComboItem[] {
  return accounts
    .filter(account => account.status === 'ACTIVE')
    .map(account => ({
      id: account.id,
      label: accountLabel(account),
      ...(account.routing_number ? { search: account.routing_number } : {}),
      mark: <BankMark routing_number={account.routing_number ?? ''} name={account.institution_name ?? ''} />,
    }))
}

export const ACCOUNT_EMPTY = 'Conta não encontrada'
export const ACCOUNT_ADD = 'Adicionar conta bancária'

export function AccountPicker({ accounts, onAdd, ...field }: PickerProps & { accounts: readonly AccountRecord[] }) {
  return (
    <ComboboxField
      {...field}
      items={accountItems(accounts)}
      empty={ACCOUNT_EMPTY}
      action={onAdd && { label: ACCOUNT_ADD, run: onAdd }}
      wide
    />
  )
}

export const CATEGORY_EMPTY = 'Categoria não encontrada'
export const CATEGORY_ADD = 'Adicionar categoria'

interface CategoryPickerProps extends PickerProps {
  categories: readonly CategoryRecord[]
  kinds?: readonly CategoryKind[] | undefined
}

export function CategoryPicker({ categories, kinds, onAdd, ...field }: CategoryPickerProps) {
  return (
    <ComboboxField
      {...field}
      items={categoryItems(categories, kinds)}
      empty={CATEGORY_EMPTY}
      action={onAdd && { label: CATEGORY_ADD, run: onAdd }}
    />
  )
}

export interface ContactRecord {
  id: string
  kind: ContactKind
  name: string
  nickname?: string | null | undefined
  document_number?: string | null | undefined
}

/** The badge shows the kind only where both kinds are offered. */
export function contactItems(contacts: readonly ContactRecord[], kind?: ContactKind): ComboItem[] {
  return contacts
    .filter(contact => !kind || contact.kind === kind)
    .map(contact => ({
      id: contact.id,
      label: contact.name,
      detail: contact.nickname && contact.nickname !== contact.name ? contact.nickname : undefined,
      badge: kind ? undefined : CONTACT_KIND_LABELS[contact.kind],
      search: [contact.document_number, contact.document_number?.replace(/\D/g, '')].filter(Boolean).join(' '),
    }))
}

export const CONTACT_EMPTY = 'Sem contatos cadastrados'
export const CONTACT_ADD = 'Adicionar contato'

interface ContactPickerProps extends PickerProps {
  contacts: readonly ContactRecord[]
  kind?: ContactKind | undefined
}

export function ContactPicker({ contacts, kind, onAdd, ...field }: ContactPickerProps) {
  return (
    <ComboboxField
      {...field}
      items={contactItems(contacts, kind)}
      empty={CONTACT_EMPTY}
      action={onAdd && { label: CONTACT_ADD, run: onAdd }}
    />
  )
}

export interface StateRecord {
  id: number | string
  name: string
  uf: string
}

/** The form's value is the uf. */
export function StatePicker({ states, ...field }: Omit<PickerProps, 'onAdd'> & { states: readonly StateRecord[] }) {
  return (
    <ComboboxField
      {...field}
      items={states.map(state => ({ id: state.uf, label: state.uf, detail: state.name }))}
      empty="Estado não encontrado"
    />
  )
}

export interface CityRecord {
  id: number | string
  name: string
}

/** The form's value is the IBGE code, as text. */
export function CityPicker({ cities, ...field }: Omit<PickerProps, 'onAdd'> & { cities: readonly CityRecord[] }) {
  return <ComboboxField {...field} items={cities.map(city => ({ id: String(city.id), label: city.name }))} empty="Cidade não encontrada" />
}

export interface RoleRecord {
  id: string
  name: string
}

export function RolePicker({ roles, ...field }: Omit<PickerProps, 'onAdd'> & { roles: readonly RoleRecord[] }) {
  return <ComboboxField {...field} items={roles.map(role => ({ id: role.id, label: role.name }))} empty="Cargo não encontrado" />
}
