// A new contact: in three steps whose draft survives a reload, short over another form; and what stands at the addresses of contacts.
import { useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { type Asking, isNested } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { discard } from '#client/surfaces/asked/draft.ts'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { useBackTo } from '#client/surfaces/back-to.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Fields } from '#client/surfaces/resource/fields.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo, type ScreenId } from '#commands/screens.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import type { ContactKind } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS } from '#domain/labels.ts'
import { contact } from '#resources/contact.ts'
import styles from './contacts.module.css'

type ContactAsking = Asking<Forms['contact']>

/** What was typed in a selector is a document or a name. */
function startingWith(typed: unknown): object {
  if (typeof typed !== 'string' || typed === '') return {}
  return /\d/.test(typed) && documentError(typed) === undefined ? { document_number: normalizeDocument(typed) } : { name: typed }
}

const startOf = (_: AnyTarget, { typed, kind = 'CUSTOMER', name }: Readonly<Record<string, unknown>>) => ({
  ...contact.start(),
  kind,
  ...startingWith(typed),
  ...(typeof name === 'string' ? { name } : {}),
})

/** The lines of each step, without their headings. */
const linesOf = (...fields: string[]) => contact.form.filter(line => typeof line !== 'string' && fields.includes(line[0] ?? ''))
const IDENTITY = linesOf('kind', 'document_number', 'name', 'nickname')
const REACH = linesOf('email')

/** Over another form, or over any page, it asks what a contact needs to be chosen. */
export function AskedContact({ asking }: { asking: ContactAsking }) {
  if (!isNested(asking.key) && asking.source === 'address') return <ContactSteps asking={asking} />
  return (
    <CommandForm asking={asking} schema={contact.typed} start={startOf}>
      <Fields of={contact} lines={[...IDENTITY, ...REACH]} creating />
    </CommandForm>
  )
}

const STEPS = [
  { screen: 'contacts.create', title: 'Documento e nome', lines: IDENTITY },
  { screen: 'contacts.create-reach', title: 'Como falar e pagar', lines: [...REACH, ...linesOf('pix_keys', 'bank_account')] },
  { screen: 'contacts.create-address', title: 'Endereço', lines: linesOf('address', 'is_international', 'country') },
] as const satisfies readonly { screen: ScreenId; title: string; lines: object }[]

/** Each step has its own address; the draft leads from one to the next. */
function ContactSteps({ asking }: { asking: ContactAsking }) {
  const c = useCompanyId()
  const back = useBackTo()
  const path = useRouterState({ select: state => state.location.pathname })
  const at = Math.max(
    0,
    STEPS.findIndex(({ screen }) => path === pathTo(screen, { companyId: c })),
  )
  const now = useRef(false)
  const last = at === STEPS.length - 1
  const step = (to: number) =>
    houseOptions().ports.go({
      to: pathTo(STEPS[to]?.screen ?? 'contacts', { companyId: c }),
      search: { nome: undefined, ...(back.value ? { backTo: back.value } : {}) },
    })
  const hold = () => {
    const finish = last || now.current
    now.current = false
    if (!finish) step(at + 1)
    return !finish
  }
  return (
    <CommandForm
      key={at}
      asking={asking}
      schema={contact.typed}
      start={startOf}
      hold={hold}
      description={`${at + 1} de ${STEPS.length} · ${STEPS[at]?.title ?? ''}`}
      {...(last ? {} : { submitLabel: 'Continuar' })}
      back={at > 0 ? { label: 'Voltar', run: () => step(at - 1) } : undefined}
      footer={
        last ? undefined : (
          <Button
            type="submit"
            size="form"
            onClick={() => {
              now.current = true
            }}
          >
            Criar agora
          </Button>
        )
      }
    >
      <Fields of={contact} lines={STEPS[at]?.lines} creating />
      {at === 0 ? <Twin asking={asking} /> : null}
    </CommandForm>
  )
}

/** The contact that already is what is being created. */
function Twin({ asking }: { asking: ContactAsking }) {
  const c = useCompanyId()
  const back = useBackTo()
  const known = useReading(contacts.list, { query: { companyId: c } }).data
  const [kind, document] = useWatch({ name: ['kind', 'document_number'] })
  const twin = known?.find(one => document !== '' && one.kind === kind && one.document_number === document)
  if (twin === undefined) return null
  const use = ({ id }: Contact) => {
    discard(asking)
    back.leave(pathTo('contacts.detail', { companyId: c, contactId: id }), { kind: 'contact', id })
  }
  return (
    <div className={styles.twin}>
      <Note kind="info">
        {twin.name} já é {CONTACT_KIND_LABELS[twin.kind].toLowerCase()} com este documento
      </Note>
      <Button size="form" onClick={() => use(twin)}>
        {back.nested ? 'Usar este contato' : 'Abrir contato'}
      </Button>
    </div>
  )
}

/** The kind a waiting selector wants: suppliers for what is paid, customers for what is received. */
function wantedKind(from: string | undefined): ContactKind | undefined {
  return from?.includes('/bills') ? 'SUPPLIER' : from?.includes('/receivables') ? 'CUSTOMER' : undefined
}

export function CreateContact() {
  const kind = wantedKind(useBackTo().value)
  return <RunsNew command="contact.create" kind="contact" list="contacts" given={kind ? { kind } : {}} />
}
