// What the reader has to be told before it can go on: the account a file belongs to, or what the columns of a CSV mean.
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { sendInput, sendsInput } from '#client/surfaces/asked/on-screen.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import type { Import, imports } from '#contract/bank-statements.ts'
import type { Body } from '#contract/kit/endpoint.ts'
import { AccountField } from '../record-fields.tsx'
import {
  asksPositives,
  FIRST_ROLE,
  MappingForm,
  type MappingValues,
  mappingDefaults,
  mappingOf,
  NO,
  ROLE_NAMES,
  type Role,
  readAs,
} from './import-mapping.ts'
import { sniffOf } from './import-words.ts'
import styles from './imports.module.css'

type MapBody = Body<typeof imports.map>

const leave = (c: string) => houseOptions().ports.go(pathTo('statements.imports', { companyId: c }))

/** Answers the reader's question: the file is read again, and the page follows it. */
const readAgain = sendsInput<MapBody>('import.read-again')

const AccountForm = z.object({ bank_account_id: z.string({ error: 'Escolha a conta' }).min(1, 'Escolha a conta') })

export function AccountQuestion({ record }: { record: Import }) {
  const c = useCompanyId()
  const { account } = sniffOf(record)
  const isNamed = account !== undefined && Object.values(account).some(part => part !== null)
  const bank = [account?.routing_number, account?.institution_name].filter(Boolean).join(' · ')
  return (
    <FormPage
      title="De que conta é este extrato?"
      lead={
        isNamed
          ? `A conta escrita em ${record.file_name} não está cadastrada nesta empresa. Se o extrato é de outra, troque de empresa; se é desta, escolha a conta uma vez: a resposta fica lembrada.`
          : `${record.file_name} não diz de que conta é.`
      }
    >
      <Form
        schema={AccountForm}
        defaults={{ bank_account_id: record.bank_account_id as string }}
        label="Conta do extrato"
        onSubmit={readAgain}
        onEscape={() => leave(c)}
      >
        {account && isNamed ? (
          <dl className={facts.kv} data-part="facts">
            <dt>Banco</dt>
            <dd>{bank || 'não informado'}</dd>
            <dt>Agência</dt>
            <dd className={textStyles.tabular}>{account.branch_number ?? 'não informada'}</dd>
            <dt>Conta</dt>
            <dd className={textStyles.tabular}>{account.account_number ?? 'não informada'}</dd>
          </dl>
        ) : null}
        <AccountField name="bank_account_id" label="Conta bancária" autoFocus named={account?.institution_name ?? undefined} />
        <FormFooter submitLabel="Continuar" onCancel={() => leave(c)} />
      </Form>
    </FormPage>
  )
}

type MappingHandle = UseFormReturn<MappingValues, unknown, MappingValues>
type Columns = NonNullable<ReturnType<typeof sniffOf>['columns']>

function Samples({ columns, rows, form }: { columns: Columns; rows: readonly (readonly string[])[]; form: MappingHandle }) {
  const values = useWatch({ control: form.control }) as MappingValues
  const isAsked = (role: Role) => (values.way === 'one' ? role !== 'credit' && role !== 'debit' : role !== 'amount' && role !== 'direction')
  const roleOf = (index: number) => FIRST_ROLE.find(role => isAsked(role) && values[role] === String(index))
  return (
    <section className={styles.samples} aria-label="Como as colunas serão lidas">
      <table>
        <thead>
          <tr>
            {columns.map(one => {
              const role = roleOf(one.index)
              return (
                <td key={one.index} className={classNames(styles.role, role && styles.used)}>
                  {role ? ROLE_NAMES[role] : ''}
                </td>
              )
            })}
          </tr>
          <tr>
            {columns.map(one => (
              <th key={one.index} scope="col" className={classNames(roleOf(one.index) && styles.used)}>
                {one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other name
            <tr key={line}>
              {columns.map(one => {
                const role = roleOf(one.index)
                const text = cells[one.index] ?? ''
                const read =
                  role && text !== '' ? readAs(role, text, values, values.direction === NO ? '' : cells[Number(values.direction)]) : text
                return (
                  <td
                    key={one.index}
                    className={classNames(role && styles.used, read === undefined && styles.bad)}
                    title={read === undefined ? 'Não dá para ler assim' : text}
                  >
                    {read ?? `${text} ✕`}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function MappingQuestion({ record, onCancel }: { record: Import; onCancel?: (() => void) | undefined }) {
  const c = useCompanyId()
  const { columns = [], rows = [], separator = ';', header_row = -1, mapping: guess } = sniffOf(record)
  const choices = columns.map(one => ({ value: String(one.index), label: one.title }))
  const maybe = [{ value: NO, label: 'Nenhuma' }, ...choices]
  const back = onCancel ?? (() => leave(c))
  return (
    <FormPage
      wide
      title="O que é cada coluna?"
      lead={`Diga como ler ${record.file_name}. A resposta fica guardada com a conta: o próximo arquivo deste banco entra sem pergunta.`}
    >
      {record.error ? <Note kind="warning">{record.error}</Note> : null}
      <Form
        schema={MappingForm}
        defaults={mappingDefaults(record.mapping ?? guess)}
        label="Colunas do arquivo"
        onSubmit={async values => {
          const { ok, problems } = await sendInput('import.read-again', { mapping: mappingOf(values, separator, header_row) })
          if (ok) onCancel?.()
          return problems
        }}
        onEscape={back}
      >
        {form => (
          <>
            <Samples columns={columns} rows={rows} form={form as MappingHandle} />
            <div className={formStyles.three}>
              <SelectField name="date" label="Data" choices={choices} autoFocus />
              <SelectField name="memo" label="Descrição" choices={choices} />
              <SelectField name="memo_more" label="Complemento da descrição" choices={maybe} />
            </div>
            <RadioGroup
              name="way"
              label="Valores"
              row
              choices={[
                { value: 'one', label: 'Uma coluna só' },
                { value: 'two', label: 'Crédito e débito separados' },
              ]}
            />
            <MoneyColumns choices={choices} maybe={maybe} form={form as MappingHandle} />
            <div className={formStyles.three}>
              <SelectField name="id" label="Identificador" choices={maybe} />
              <SelectField name="balance" label="Saldo" choices={maybe} />
              <SelectField
                name="decimal"
                label="Centavos depois de"
                choices={[
                  { value: ',', label: 'Vírgula: 1.234,56' },
                  { value: '.', label: 'Ponto: 1,234.56' },
                ]}
              />
            </div>
            <Toggle name="card" label="É fatura de cartão de crédito" />
            <FormFooter submitLabel="Ler com estas colunas" onCancel={back} />
          </>
        )}
      </Form>
    </FormPage>
  )
}

type SelectChoices = readonly { value: string; label: string }[]

function MoneyColumns({ choices, maybe, form }: { choices: SelectChoices; maybe: SelectChoices; form: MappingHandle }) {
  const [way, direction] = useWatch({ control: form.control, name: ['way', 'direction'] })
  if (way === 'two')
    return (
      <div className={formStyles.two}>
        <SelectField name="credit" label="Crédito" choices={maybe} />
        <SelectField name="debit" label="Débito" choices={maybe} />
      </div>
    )
  return (
    <>
      <div className={formStyles.two}>
        <SelectField name="amount" label="Valor" choices={choices} />
        <SelectField name="direction" label="Tipo (D/C, entrada/saída)" choices={maybe} />
      </div>
      {asksPositives({ way, direction }) ? (
        <RadioGroup
          name="positives"
          label="Os valores positivos são"
          row
          choices={[
            { value: 'IN', label: 'Entradas: o dinheiro que entra' },
            { value: 'OUT', label: 'Saídas: compras e pagamentos' },
          ]}
        />
      ) : null}
    </>
  )
}
