// Pix keys of the company: registered with a code, brought from another bank, copied, turned into a QR Code, deleted.

import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { Empty } from '#client/kit/states.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { type PixKey, pix } from '#contract/pix.ts'
import { formatMoment } from '#domain/days.ts'
import { PIX_CLAIM_KINDS, PIX_KEY_TYPES, type PixKeyType } from '#domain/enums.ts'
import { PIX_CLAIM_KIND_LABELS, PIX_CLAIM_STATUS_LABELS, PIX_KEY_STATUS_LABELS, PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { BANK_CAPABILITIES } from '#domain/payments/digital-banks.ts'
import { formatPixKey, normalizePixKey } from '#domain/payments/pix-key.ts'
import { EnvironmentBadge, KeyBadge } from './looks.tsx'
import { WalletPage } from './wallet-page.tsx'

const NONE: readonly never[] = []

const claimText = (key: PixKey): string =>
  key.claim ? `${PIX_CLAIM_KIND_LABELS[key.claim.kind]}: ${PIX_CLAIM_STATUS_LABELS[key.claim.status].toLowerCase()}` : ''

/** A random key is a code by its nature. */
const KeyText = ({ of: { key } }: { of: PixKey }) => (
  <span className={text.med} data-part="code">
    {formatPixKey(key)}
  </span>
)

const columns: readonly RegisterColumn<PixKey>[] = [
  {
    id: 'type',
    title: 'Tipo',
    width: 152,
    sort: key => PIX_KEY_TYPE_LABELS[key.type],
    groupable: true,
    render: key => PIX_KEY_TYPE_LABELS[key.type],
  },
  { id: 'key', title: 'Chave', least: 220, sort: key => key.key, render: key => <KeyText of={key} /> },
  { id: 'claim', title: 'Pedido', width: 216, leaves: 1, render: key => claimText(key) || <span className={text.m}>—</span> },
  {
    id: 'status',
    title: 'Situação',
    width: 168,
    sort: key => PIX_KEY_STATUS_LABELS[key.status],
    groupable: true,
    render: key => <KeyBadge status={key.status} />,
  },
  {
    id: 'created_at',
    title: 'Desde',
    width: 148,
    leaves: 2,
    sort: key => key.created_at,
    render: key => <span className={text.tabular}>{formatMoment(key.created_at)}</span>,
  },
]

export function PixKeysScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { chaves: filter = '' } = useScreenSearch()
  const reading = useReading(pix.keys, { params: { c } })
  const isElsewhere = useKeysElsewhere()
  const rows = reading.data ?? NONE
  if (isElsewhere)
    return (
      <WalletPage>
        <Empty
          icon="key-round"
          title="As chaves desta conta ficam no Stark Bank"
          text="O banco só registra, traz e exclui chaves Pix no site dele. Para receber por aqui, faça uma cobrança."
          actions={<CommandButton id="go.billings" variant="primary" size="form" />}
        />
      </WalletPage>
    )
  return (
    <WalletPage>
      <ListingScreen
        label="Chaves Pix"
        kind="pix_key"
        noun={['chave', 'chaves']}
        rows={rows}
        reading={reading}
        columns={columns}
        rowName={key => `${PIX_KEY_TYPE_LABELS[key.type]} ${formatPixKey(key.key)}`}
        textOf={key => [key.key, formatPixKey(key.key), PIX_KEY_TYPE_LABELS[key.type], PIX_KEY_STATUS_LABELS[key.status]].join(' ')}
        card={key => (
          <div className={listingScreen.registerCard}>
            <span className={listingScreen.name}>
              <KeyText of={key} />
            </span>
            <KeyBadge status={key.status} />
            <span className={classNames(text.m, text.small)}>
              {[PIX_KEY_TYPE_LABELS[key.type], claimText(key)].filter(Boolean).join(' · ')}
            </span>
          </div>
        )}
        isMuted={key => key.status === 'DELETED' || key.status === 'REJECTED'}
        filter={filter}
        onFilter={chaves => setSearch({ chaves })}
        placeholder="Filtrar por chave, tipo ou situação"
        toolbar="pix_keys.toolbar"
        bar={
          <>
            <EnvironmentBadge environment={rows[0]?.environment} />
            <Place at="pix_keys.bar" />
          </>
        }
        primary={<Place at="pix_keys.page" />}
        empty={{
          title: 'Nenhuma chave Pix',
          text: 'Com uma chave, quem paga encontra a empresa pelo CNPJ, e-mail, telefone ou por uma chave aleatória.',
          actions: <Place at="pix_keys.empty" />,
        }}
      />
    </WalletPage>
  )
}

const choiceOf = (value: PixKeyType) => ({ value, label: PIX_KEY_TYPE_LABELS[value] })

const keyForm = (types: readonly PixKeyType[]) =>
  z
    .object({
      type: z.enum(types as [PixKeyType, ...PixKeyType[]], { error: 'Escolha o tipo da chave' }),
      key: z.string().max(140),
      kind: z.enum(PIX_CLAIM_KINDS),
    })
    .superRefine(({ type, key }, ctx) => {
      if (type !== 'RANDOM' && normalizePixKey(type, key) === undefined)
        ctx.addIssue({ code: 'custom', path: ['key'], message: key === '' ? 'Informe a chave' : `${PIX_KEY_TYPE_LABELS[type]} inválido` })
    })

const NewKeyForm = keyForm(PIX_KEY_TYPES)
const CLAIMED: readonly PixKeyType[] = PIX_KEY_TYPES.filter(type => type !== 'RANDOM')
const ClaimForm = keyForm(CLAIMED)

const HELP: Partial<Record<PixKeyType, string>> = {
  PHONE_NUMBER: 'Com DDD: 19 99123-0001. Um código chega por SMS neste telefone.',
  EMAIL: 'Um código chega neste e-mail.',
  CNPJ: 'Só o da própria empresa',
  CPF: 'Só o do próprio titular',
}

function KeyField() {
  const type = useWatch({ name: 'type' }) as PixKeyType
  if (type === 'RANDOM') return <Note kind="info">O banco sorteia a chave.</Note>
  return <TextField name="key" label={PIX_KEY_TYPE_LABELS[type] ?? 'Chave'} help={HELP[type]} maxLength={140} autoFocus />
}

/** Of an account whose bank keeps the keys: nothing is asked that would be refused. */
function useKeysElsewhere(): boolean {
  const account = useReading(digitalAccounts.get, { params: { c: useCompanyId() } })
  return account.data ? !BANK_CAPABILITIES[account.data.environment].keys : false
}

const ELSEWHERE = 'As chaves Pix desta conta são registradas, trazidas e excluídas no site do Stark Bank.'

export function AskedPixKey({ asking }: { asking: Asking<Forms['pix-key']> }) {
  if (useKeysElsewhere()) return <Note kind="info">{ELSEWHERE}</Note>
  return (
    <CommandForm
      asking={asking}
      schema={NewKeyForm}
      start={() => ({ type: 'EMAIL', key: '', kind: 'PORTABILITY' })}
      send={({ type, key }) => ({ type, ...(type === 'RANDOM' ? {} : { key: normalizePixKey(type, key) ?? key }) })}
    >
      <SelectField name="type" label="Tipo" choices={PIX_KEY_TYPES.map(choiceOf)} />
      <KeyField />
    </CommandForm>
  )
}

const CLAIM_CHOICES = [
  { value: 'PORTABILITY', label: PIX_CLAIM_KIND_LABELS.PORTABILITY, help: 'A chave já é da empresa, em outro banco. Até 7 dias.' },
  { value: 'OWNERSHIP', label: PIX_CLAIM_KIND_LABELS.OWNERSHIP, help: 'O telefone passou a ser da empresa. Só para telefone.' },
]

export function AskedPixClaim({ asking }: { asking: Asking<Forms['pix-claim']> }) {
  if (useKeysElsewhere()) return <Note kind="info">{ELSEWHERE}</Note>
  return (
    <CommandForm
      asking={asking}
      schema={ClaimForm}
      start={() => ({ type: 'EMAIL', key: '', kind: 'PORTABILITY' })}
      send={({ type, key, kind }) => ({ type, key: normalizePixKey(type, key) ?? key, kind })}
    >
      <RadioGroup name="kind" label="Pedido" choices={CLAIM_CHOICES} />
      <SelectField name="type" label="Tipo" choices={CLAIMED.map(choiceOf)} />
      <KeyField />
    </CommandForm>
  )
}
