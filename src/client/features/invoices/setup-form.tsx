// Turning issuing on: which notes, from which address, how it is signed and where the numbering goes on; and the company's registrations.
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { AddressFields } from '#client/features/address-fields.tsx'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { RegistrationInput } from '#commands/invoice-setup.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type Company, companies } from '#contract/companies.ts'
import { AUTHENTICATION_METHODS, type InvoiceIssuance, invoiceSettings } from '#contract/fiscal-documents.ts'
import { INVOICE_KIND_LABELS, type InvoiceKind } from '#domain/fiscal/codes.ts'
import { seriesRefusal } from '#domain/fiscal/invoice-rules.ts'
import { kindsOf, useNoteRoute } from './invoice-kind.ts'
import styles from './invoices.module.css'

const KINDS = ['SERVICE', 'PRODUCT', 'CONSUMER'] as const
/** Owed to the letter (SPEC.md, Fields). */
const METHODS = [
  { value: 'CERTIFICATE', label: 'Certificado Digital' },
  { value: 'PORTAL', label: 'Portal da Prefeitura ou Nacional' },
] as const

const needed = (message: string) => z.string().trim().min(1, message)
const picked = (message: string) => z.string({ error: message }).min(1, message)

const SeriesForm = z.object({
  serie_number: z.string().regex(/^\d{1,5}$/, 'A série tem só números'),
  invoice_number: z.string().regex(/^\d{1,9}$/, 'Só números'),
})

const AddressForm = z.object({
  postal_code: z.string().length(9, 'CEP incompleto'),
  street: needed('Informe a rua'),
  number: needed('Informe o número'),
  additional_information: z.string(),
  neighborhood: needed('Informe o bairro'),
  city: z.string(),
  city_code: picked('Escolha a cidade'),
  state: picked('Escolha o estado'),
})

const addressDefaults = ({ address }: InvoiceIssuance): z.input<typeof AddressForm> => ({
  postal_code: address?.postal_code ?? '',
  street: address?.street ?? '',
  number: address?.number ?? '',
  additional_information: address?.additional_information ?? '',
  neighborhood: address?.neighborhood ?? '',
  city: address?.city ?? '',
  city_code: address?.city_code ?? '',
  state: address?.state ?? '',
})

const addressBody = (address: z.output<typeof AddressForm>) => ({
  ...address,
  additional_information: address.additional_information || null,
})

const SetupForm = z
  .object({
    kinds: z.object({ SERVICE: z.boolean(), PRODUCT: z.boolean(), CONSUMER: z.boolean() }),
    authentication_method: z.enum(AUTHENTICATION_METHODS),
    portal_login: z.string(),
    portal_password: z.string(),
    address: AddressForm,
    series: z.object({ SERVICE: SeriesForm, PRODUCT: SeriesForm, CONSUMER: SeriesForm }),
  })
  .superRefine((form, ctx) => {
    if (!KINDS.some(kind => form.kinds[kind])) ctx.addIssue({ code: 'custom', path: ['kinds', 'SERVICE'], message: 'Escolha o que emitir' })
    for (const kind of KINDS) {
      const refusal = form.kinds[kind] ? seriesRefusal(kind, form.series[kind].serie_number) : undefined
      if (refusal) ctx.addIssue({ code: 'custom', path: ['series', kind, 'serie_number'], message: refusal })
    }
    if (form.authentication_method === 'PORTAL' && form.portal_login.trim() === '')
      ctx.addIssue({ code: 'custom', path: ['portal_login'], message: 'Informe o usuário do portal' })
  })
const IssuerAddressForm = z.object({ address: AddressForm })
type SetupInput = z.input<typeof SetupForm>
type SetupValues = z.output<typeof SetupForm>

function setupDefaults(settings: InvoiceIssuance, kinds: readonly InvoiceKind[]): SetupInput {
  const { active, rps } = settings
  const on = (kind: InvoiceKind) => active.includes(kind) || (active.length === 0 && kinds.includes(kind))
  const series = (kind: InvoiceKind) => {
    const known = rps.find(one => one.kind === kind)
    return { serie_number: known?.serie_number ?? '1', invoice_number: String(known?.invoice_number ?? 0) }
  }
  return {
    kinds: { SERVICE: on('SERVICE'), PRODUCT: on('PRODUCT'), CONSUMER: on('CONSUMER') },
    authentication_method: settings.authentication_method,
    portal_login: settings.portal_login ?? '',
    portal_password: '',
    address: addressDefaults(settings),
    series: { SERVICE: series('SERVICE'), PRODUCT: series('PRODUCT'), CONSUMER: series('CONSUMER') },
  }
}

/** Only a numbering that was changed is sent: the others go on by themselves. */
function setupBody(values: SetupValues, settings: InvoiceIssuance) {
  const before = setupDefaults(settings, []).series
  const rps = KINDS.filter(kind => values.kinds[kind])
    .filter(kind => JSON.stringify(before[kind]) !== JSON.stringify(values.series[kind]))
    .map(kind => ({
      kind,
      serie_number: values.series[kind].serie_number,
      invoice_number: Number(values.series[kind].invoice_number),
    }))
  return {
    kinds: KINDS.filter(kind => values.kinds[kind]),
    authentication_method: values.authentication_method,
    address: addressBody(values.address),
    ...(values.authentication_method === 'PORTAL' ? { portal_login: values.portal_login } : {}),
    ...(values.portal_password === '' ? {} : { portal_password: values.portal_password }),
    ...(rps.length > 0 ? { rps } : {}),
  }
}

export function AskedSetup({ asking }: { asking: Asking<Forms['invoice-setup']> }) {
  const settings = useReading(invoiceSettings.get, { params: { c: useCompanyId() } }).data
  return settings ? <Setup asking={asking} settings={settings} /> : null
}

function Setup({ asking, settings }: { asking: Asking<Forms['invoice-setup']>; settings: InvoiceIssuance }) {
  const { note } = useNoteRoute()
  // As it was when it opened, whatever else is put right meanwhile.
  const [opened] = useState(settings)
  return (
    <CommandForm
      asking={asking}
      width="wide"
      schema={SetupForm}
      start={() => setupDefaults(opened, kindsOf(note))}
      send={values => setupBody(values, opened)}
    >
      <SetupFields />
    </CommandForm>
  )
}

export function AskedIssuerAddress({ asking }: { asking: Asking<Forms['issuer-address']> }) {
  const settings = useReading(invoiceSettings.get, { params: { c: useCompanyId() } }).data
  return settings ? <IssuerAddress asking={asking} settings={settings} /> : null
}

function IssuerAddress({ asking, settings }: { asking: Asking<Forms['issuer-address']>; settings: InvoiceIssuance }) {
  return (
    <CommandForm
      asking={asking}
      schema={IssuerAddressForm}
      start={() => ({ address: addressDefaults(settings) })}
      send={({ address }) => ({ address: addressBody(address) })}
    >
      <AddressFields name="address" />
    </CommandForm>
  )
}

function SetupFields() {
  const { watch } = useFormContext<SetupInput>()
  const [kinds, method] = watch(['kinds', 'authentication_method'])
  return (
    <>
      <fieldset className={styles.withholdings}>
        <legend className={text.med}>O que a empresa emite</legend>
        {KINDS.map(kind => (
          <Toggle key={kind} name={`kinds.${kind}`} label={INVOICE_KIND_LABELS[kind]} look="checkbox" />
        ))}
      </fieldset>
      <h3>Endereço do emitente</h3>
      <AddressFields name="address" />
      {kinds.SERVICE ? (
        <>
          <RadioGroup name="authentication_method" label="Autenticação da NFS-e" choices={METHODS} row />
          {method === 'PORTAL' ? (
            <div className={formStyles.two}>
              <TextField name="portal_login" label="Usuário do portal" />
              <PasswordField name="portal_password" label="Senha do portal" autoComplete="new-password" />
            </div>
          ) : null}
        </>
      ) : null}
      <h3>Numeração</h3>
      {KINDS.filter(kind => kinds[kind]).map(kind => (
        <div className={formStyles.two} key={kind}>
          <TextField
            name={`series.${kind}.serie_number`}
            label={`Série da ${INVOICE_KIND_LABELS[kind]}`}
            inputMode="numeric"
            maxLength={5}
          />
          <TextField name={`series.${kind}.invoice_number`} label="Último número emitido" inputMode="numeric" maxLength={9} />
        </div>
      ))}
    </>
  )
}

const RegistrationForm = RegistrationInput.omit({ version: true })

export function AskedRegistrations({ asking }: { asking: Asking<Forms['registrations']> }) {
  const company = useReading(companies.profile, { params: { c: useCompanyId() } }).data
  return company ? <Registrations asking={asking} company={company} /> : null
}

function Registrations({ asking, company }: { asking: Asking<Forms['registrations']>; company: Company }) {
  const version = useRef(company.version)
  return (
    <CommandForm
      asking={asking}
      schema={RegistrationForm}
      start={({ records: [now = company] }) => {
        const { state_registration, municipal_registration, version: read } = now as Company
        version.current = read
        return { state_registration: state_registration ?? '', municipal_registration: municipal_registration ?? '' }
      }}
      send={values => ({ ...values, version: version.current })}
    >
      <TextField name="state_registration" label="Inscrição estadual" autoFocus inputMode="numeric" />
      <TextField name="municipal_registration" label="Inscrição municipal" />
    </CommandForm>
  )
}
