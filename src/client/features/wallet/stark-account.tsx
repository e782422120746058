// The company's account at Stark Bank: how the connection stands, what is left to do at the bank, and the form that makes it.

import { useReading } from '#client/data/queries.ts'
import { Badge, looks } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { StarkConnectInput } from '#commands/stark-accounts.ts'
import { type StarkAccount, starkAccounts } from '#contract/stark-accounts.ts'
import { formatMoment } from '#domain/days.ts'
import type { StarkStatus } from '#domain/enums.ts'
import { STARK_STATUS_LABELS } from '#domain/labels.ts'
import { labels } from '#domain/open-table.ts'
import styles from './wallet.module.css'

const LOOKS = looks<StarkStatus>({
  WAITING_PROJECT: { tone: 'warning', icon: 'clock-3' },
  UNTRIED: { tone: 'info', icon: 'clock-3' },
  WORKING: { tone: 'ok', icon: 'circle-check' },
  DENIED: { tone: 'danger', icon: 'circle-x' },
  SILENT: { tone: 'warning', icon: 'circle-help' },
  UNREADABLE: { tone: 'danger', icon: 'triangle-alert' },
  UNEVEN: { tone: 'danger', icon: 'triangle-alert' },
})

/** What a person can do about it. */
const ADVICE: Partial<Record<StarkStatus, string>> = {
  WAITING_PROJECT: 'No Stark Bank, crie um projeto em Integrações com a chave pública abaixo. Depois informe aqui o número dele.',
  DENIED:
    'O banco não reconhece a chave: confira o número do projeto, o ambiente e se a chave pública abaixo é a que está cadastrada nele.',
  SILENT: 'O banco não respondeu na última consulta. A próxima é feita sozinha.',
  UNREADABLE: 'A chave privada guardada não abre mais. Desconecte e conecte de novo, com uma chave nova.',
  UNEVEN: 'Os saldos que o banco mandou não fecham com os movimentos. Nada é lido até fecharem; se continuar, fale com o banco.',
}

const ENVIRONMENT_LABELS = labels<StarkAccount['environment']>({ stark: 'Produção', 'stark-sandbox': 'Testes (sandbox)' })

/** The whole of it before the account works; after that, only what is wrong and what can be done. */
export function StarkConnection({ isOpen }: { isOpen: boolean }) {
  const c = useCompanyId()
  const reading = useReading(starkAccounts.get, { params: { c } })
  if (reading.isError)
    return <ErrorState title="Não foi possível ler a conexão" error={reading.error} onRetry={() => void reading.refetch()} />
  if (reading.isPending) return isOpen ? null : <Skeleton />
  const account = reading.data
  if (account === null) return null
  const { status } = account
  const badge = <Badge {...LOOKS[status]}>{STARK_STATUS_LABELS[status]}</Badge>
  const actions = (
    <ActsOnRecord kind="stark_account" record={{ ...account, id: c }}>
      <div className={styles.actions}>
        <Place at="stark_account.facts" />
      </div>
    </ActsOnRecord>
  )
  if (isOpen && status === 'WORKING')
    return (
      <section className={classNames(styles.stark, styles.line)} aria-label="Conexão com o Stark Bank">
        {badge}
        {actions}
      </section>
    )
  return (
    <section className={styles.stark} aria-label="Conexão com o Stark Bank">
      <dl className={facts.kv} data-part="facts">
        <Detail name="Situação">{badge}</Detail>
        <Detail name="Desde">{account.answered_at ? formatMoment(account.answered_at) : null}</Detail>
        <Detail name="Ambiente">{ENVIRONMENT_LABELS[account.environment]}</Detail>
        <Detail name="Projeto">{account.project_id}</Detail>
      </dl>
      {ADVICE[status] ? <Note kind={status === 'WAITING_PROJECT' ? 'info' : 'warning'}>{ADVICE[status]}</Note> : null}
      <section aria-label="Chave pública">
        <pre className={classNames(styles.publicKey, text.small)}>{account.public_key.trim()}</pre>
      </section>
      {actions}
    </section>
  )
}

const ENVIRONMENTS = [
  { value: 'stark', label: ENVIRONMENT_LABELS.stark, help: 'A conta de verdade: o dinheiro se move.' },
  { value: 'stark-sandbox', label: ENVIRONMENT_LABELS['stark-sandbox'], help: 'Para experimentar: nenhum dinheiro se move.' },
]

export function AskedStarkAccount({ asking }: { asking: Asking<Forms['stark-account']> }) {
  return (
    <CommandForm
      asking={asking}
      schema={StarkConnectInput}
      start={() => ({ environment: 'stark', branch_number: '0001', account_number: '', project_id: '' })}
    >
      <RadioGroup name="environment" label="Ambiente" choices={ENVIRONMENTS} />
      <div className={form.two}>
        <TextField name="branch_number" label="Agência" maxLength={4} />
        <TextField name="account_number" label="Conta, com o dígito" maxLength={20} />
      </div>
      <TextField
        name="project_id"
        label="Número do projeto"
        maxLength={20}
        aside="opcional"
        help="Se ainda não há um projeto, deixe vazio: ele é criado no banco com a chave que aparece em seguida"
      />
    </CommandForm>
  )
}
