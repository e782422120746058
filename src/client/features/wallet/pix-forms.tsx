// A Pix by key and by code; each answers with a draft that names who receives.
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import type { ComboItem } from '#client/kit/picker/filter-items.ts'
import { lookupFailed } from '#client/surfaces/failure.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { pathTo } from '#commands/screens.ts'
import type { Call } from '#contract/kit/endpoint.ts'
import { pix } from '#contract/pix.ts'
import { PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { formatPixKey, readPixKey } from '#domain/payments/pix-key.ts'
import type { PixDraft } from './pix.tsx'
import styles from './wallet.module.css'

export type PixTarget = Pick<Call<typeof pix.send>['body'], 'pix_key' | 'bank_account' | 'emv_code'>

export interface WayProps {
  c: string
  /** Opened by its address: the first field has the focus. */
  begins: boolean
  onDraft(draft: PixDraft): void
}

export const amount_cents = z.number({ error: 'Informe o valor' }).int().positive('Deve ser maior que zero')
export const description = z.string().max(140, 'Até 140 caracteres')
export const noAmount = null as unknown as number

export const leaveTo = (c: string) => () => houseOptions().ports.go(pathTo('wallet', { companyId: c }))

const KeyForm = z.object({
  contact_key: z.string().nullable(),
  pix_key: z
    .string()
    .min(1, 'Informe a chave Pix')
    .refine(text => readPixKey(text) !== undefined, 'Chave Pix inválida'),
  amount_cents,
  description,
})

/** The keys of the company's contacts, to choose instead of typing. */
function useContactKeys(c: string): ComboItem[] {
  const { contacts } = useRegisters(c)
  return useMemo(
    () =>
      contacts.flatMap(contact =>
        contact.pix_keys.map(({ key }) => ({
          id: key,
          label: `${contact.name} · ${formatPixKey(key)}`,
          search: `${contact.nickname ?? ''} ${key}`,
        })),
      ),
    [contacts],
  )
}

export function PixByKey({ c, begins, onDraft }: WayProps) {
  const keys = useContactKeys(c)
  const check = async ({ pix_key, amount_cents, description }: z.output<typeof KeyForm>) => {
    const read = readPixKey(pix_key)
    if (!read) return
    try {
      const { data } = await call(pix.verifyKey, { params: { key: read.key }, query: { company_id: c } })
      const where = [`Chave, ${PIX_KEY_TYPE_LABELS[read.type]}`, data.key] as const
      onDraft({ target: { pix_key: read.key }, payee: data, verified: true, amount_cents, description, where })
    } catch (error) {
      lookupFailed(error)
    }
  }
  return (
    <Form
      schema={KeyForm}
      defaults={{ contact_key: null, pix_key: '', amount_cents: noAmount, description: '' }}
      label="Pix por chave"
      onSubmit={check}
      onEscape={leaveTo(c)}
    >
      {form => (
        <>
          {keys.length > 0 ? (
            <ComboboxField
              name="contact_key"
              label="Contato"
              aside="opcional"
              items={keys}
              empty="Sem contatos com chave Pix"
              unread={undefined}
              placeholder="Nome de quem já tem chave no cadastro"
              wide
              onChosen={item => item && form.setValue('pix_key', item.id, { shouldDirty: true, shouldValidate: true })}
            />
          ) : null}
          <TextField
            name="pix_key"
            label="Chave Pix"
            help="CPF, CNPJ, e-mail, celular ou chave aleatória"
            maxLength={140}
            autoFocus={begins}
          />
          <AmountField name="amount_cents" label="Valor" />
          <TextField name="description" label="Mensagem" aside="opcional" maxLength={140} />
          <FormFooter submitLabel="Continuar" onCancel={leaveTo(c)} />
        </>
      )}
    </Form>
  )
}

/** What pastes bring along: blanks and line ends. */
const cleanCode = (text: string): string => text.trim()

function codeProblem(text: string): string | undefined {
  const code = parseBrCode(cleanCode(text))
  if (!code) return 'Código Pix inválido: copie-o inteiro'
  return code.kind === 'RECURRENCE' ? 'Este código autoriza um Pix Automático; ele não paga nada' : undefined
}

const CodeForm = z
  .object({
    emv_code: z
      .string()
      .min(1, 'Cole o código Pix')
      .superRefine((text, ctx) => {
        const problem = text === '' ? undefined : codeProblem(text)
        if (problem) ctx.addIssue({ code: 'custom', message: problem })
      }),
    amount_cents: z.int().positive('Deve ser maior que zero').nullable(),
    description,
  })
  .superRefine(({ emv_code, amount_cents }, ctx) => {
    const code = parseBrCode(cleanCode(emv_code))
    if (code?.kind === 'STATIC' && code.amount_cents === null && amount_cents === null)
      ctx.addIssue({ code: 'custom', path: ['amount_cents'], message: 'Informe o valor' })
  })

/** What the code itself says while it stands in the field; the bank says the rest. */
function ReadCode() {
  const text: unknown = useWatch({ name: 'emv_code' })
  const code = typeof text === 'string' ? parseBrCode(cleanCode(text)) : undefined
  if (!code || code.kind === 'RECURRENCE') return null
  return (
    <>
      <div className={styles.readSlip}>
        <dl className={facts.kv} data-part="facts">
          <Detail name="Código">{code.kind === 'STATIC' ? 'Estático' : 'Dinâmico'}</Detail>
          <Detail name="Quem recebe">{code.merchant_name}</Detail>
          <Detail name="Valor">
            {code.amount_cents !== null ? formatCents(code.amount_cents) : code.kind === 'STATIC' ? 'você escolhe' : 'dito pelo banco'}
          </Detail>
        </dl>
      </div>
      {code.kind === 'STATIC' && code.amount_cents === null ? <AmountField name="amount_cents" label="Valor" /> : null}
    </>
  )
}

export function PixByCode({ c, begins, onDraft }: WayProps) {
  const check = async (values: z.output<typeof CodeForm>) => {
    const emv_code = cleanCode(values.emv_code)
    try {
      const { data } = await call(pix.readCode, { params: { c }, query: { emv: emv_code } })
      const amount_cents = data.amount_cents ?? values.amount_cents
      if (amount_cents === null) return [{ field: 'amount_cents', message: 'Informe o valor' }]
      onDraft({
        target: { emv_code },
        payee: data.payee,
        verified: true,
        amount_cents,
        description: values.description,
        where: ['Código', [data.kind === 'STATIC' ? 'estático' : 'dinâmico', data.additional_information].filter(Boolean).join(' · ')],
      })
    } catch (error) {
      lookupFailed(error)
    }
    return undefined
  }
  return (
    <Form
      schema={CodeForm}
      defaults={{ emv_code: '', amount_cents: null, description: '' }}
      label="Pix por código"
      onSubmit={check}
      onEscape={leaveTo(c)}
    >
      <TextField
        name="emv_code"
        label="Código copia e cola"
        help="Cole o código, ou leia o QR Code com um leitor"
        icon="qr-code"
        maxLength={512}
        autoFocus={begins}
      />
      <ReadCode />
      <TextField name="description" label="Mensagem" aside="opcional" maxLength={140} />
      <Note kind="info">O banco confirma quem recebe e quanto antes de você enviar.</Note>
      <FormFooter submitLabel="Continuar" onCancel={leaveTo(c)} />
    </Form>
  )
}
