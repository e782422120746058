// The statement of one account and period as a file for other programs or people.
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { showToast } from '#client/kit/toast.ts'
import { useToday } from '#client/kit/today.tsx'
import { lookupFailed } from '#client/surfaces/failure.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { saveFile } from '#client/surfaces/save-file.ts'
import { useCompanyId, usePeriod, useScreenSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { bankAccounts } from '#contract/bank-accounts.ts'
import { exports, STATEMENT_FORMATS } from '#contract/exports.ts'
import { isDay, startOfMonth } from '#domain/days.ts'

const DownloadForm = z
  .object({
    bank_account_id: z.string({ error: 'Escolha a conta' }).min(1, 'Escolha a conta'),
    start_date: z.string({ error: 'Informe a data' }).refine(isDay, 'Data inválida'),
    end_date: z.string({ error: 'Informe a data' }).refine(isDay, 'Data inválida'),
    format: z.enum(STATEMENT_FORMATS),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date, { path: ['end_date'], message: 'O fim vem antes do início' })

const FORMATS = [
  { value: 'ofx', label: 'OFX', help: 'Para outro sistema ou o contador' },
  { value: 'csv', label: 'CSV', help: 'Texto separado por ponto e vírgula' },
  { value: 'xlsx', label: 'XLSX', help: 'Planilha' },
]

export function DownloadStatement() {
  const c = useCompanyId()
  const today = useToday()
  const period = usePeriod()
  const { bank_account_id } = useScreenSearch()
  const { data: accounts, error, refetch } = useReading(bankAccounts.list, { params: { c } })
  const leave = () => houseOptions().ports.go({ to: pathTo('accounts', { companyId: c }), search: { bank_account_id: undefined } })
  const download = async (query: z.output<typeof DownloadForm>) => {
    try {
      const { data } = await call(exports.statement, { params: { c }, query })
      const account = accounts?.find(one => one.id === query.bank_account_id)
      const name = ['extrato', account?.routing_number, account?.account_number, query.end_date].filter(Boolean).join('-')
      if (data instanceof Blob) saveFile(data, `${name}.${query.format}`)
      showToast({ title: 'Extrato baixado', variant: 'success' })
    } catch (error) {
      lookupFailed(error)
    }
  }
  if (accounts === undefined && error)
    return <ErrorState title="Não foi possível ler as contas" error={error} onRetry={() => void refetch()} />
  if (accounts === undefined) return <Skeleton rows={5} />
  return (
    <FormPage title="Baixar extrato" lead="Os lançamentos que o banco informou, de uma conta e um período.">
      <Form
        schema={DownloadForm}
        defaults={{
          bank_account_id: bank_account_id ?? '',
          start_date: period.start ?? startOfMonth(today),
          end_date: period.end ?? today,
          format: 'ofx',
        }}
        label="Baixar extrato"
        onSubmit={download}
        onEscape={leave}
      >
        <AccountPicker name="bank_account_id" label="Conta bancária" accounts={accounts} unread={undefined} autoFocus />
        <div className={form.two}>
          <DayField name="start_date" label="De" bias="past" />
          <DayField name="end_date" label="Até" bias="past" />
        </div>
        <RadioGroup name="format" label="Formato" choices={FORMATS} />
        <FormFooter submitLabel="Baixar extrato" onCancel={leave} />
      </Form>
    </FormPage>
  )
}
