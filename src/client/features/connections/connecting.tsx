// Connecting a bank: which one, then what is shared with us and for how long; the bank's own states are followed where connections are.
import { useMemo } from 'react'
import { z } from 'zod'
import { unreadOf, useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { institutions } from '#contract/bank-accounts.ts'
import { openFinance } from '#contract/open-finance.ts'
import { knownBank } from '#domain/banks.ts'
import { isValidCpf } from '#domain/documents.ts'
import styles from './connections.module.css'

/** Names of the address that belong to the way through these two pages. */
const OWN = { banco: undefined, item: undefined }

const ChosenBank = z.object({ routing_number: z.string({ error: 'Escolha o banco' }).min(1, 'Escolha o banco') })

export function ConnectBank() {
  const c = useCompanyId()
  const { go } = houseOptions().ports
  const banks = useReading(institutions.list)
  const known = useMemo(
    () =>
      (banks.data ?? [])
        .flatMap(({ routing_number }) => ({ routing_number, name: knownBank(routing_number) ?? '' }))
        .filter(bank => bank.name),
    [banks.data],
  )
  const items = (banks.data ?? []).map(bank => ({ id: bank.routing_number, label: `${bank.routing_number} · ${bank.name}` }))
  const choose = (banco: string) => go({ to: pathTo('connections.institution', { companyId: c }), search: { ...OWN, banco } })
  const leave = () => go(pathTo('connections', { companyId: c }))
  if (banks.isError) return <ErrorState title="Não foi possível ler os bancos" error={banks.error} onRetry={() => void banks.refetch()} />
  return (
    <FormPage title="Conectar banco" lead="O extrato passa a chegar sozinho. Escolha o banco da empresa." wide>
      {banks.isPending ? <Skeleton rows={4} /> : null}
      <ul className={styles.bankChoices} aria-label="Bancos mais usados">
        {known.map(bank => (
          <li key={bank.routing_number}>
            <Button size="form" onClick={() => choose(bank.routing_number)}>
              <BankMark routing_number={bank.routing_number} name={bank.name} />
              {bank.name}
            </Button>
          </li>
        ))}
      </ul>
      <Form
        schema={ChosenBank}
        defaults={{ routing_number: '' }}
        label="Outro banco"
        onSubmit={({ routing_number }) => choose(routing_number)}
        onEscape={leave}
      >
        <ComboboxField
          name="routing_number"
          label="Outro banco"
          items={items}
          empty="Banco não encontrado"
          placeholder="Nome ou código"
          unread={unreadOf(banks)}
        />
        <FormFooter submitLabel="Continuar" onCancel={leave} />
      </Form>
    </FormPage>
  )
}

const Consent = z.object({
  bank_account_id: z.string().nullable(),
  holder_document: z.string().refine(text => text === '' || isValidCpf(text), 'CPF é inválido'),
  agreed: z.boolean().refine(agreed => agreed, 'Autorize para continuar'),
})

export function AuthoriseBank() {
  const c = useCompanyId()
  const reader = useReading(openFinance.provider, { params: { c } })
  const { banco = '', item } = useScreenSearch()
  const { ports } = houseOptions()
  const { accounts } = useRegisters(c)
  const banks = useReading(institutions.list)
  const name = knownBank(banco) ?? banks.data?.find(bank => bank.routing_number === banco)?.name ?? `Banco ${banco}`
  const company = useWhereabouts(now => now.company)
  const leave = () => ports.go({ to: pathTo('connections.open-finance', { companyId: c }), search: OWN })
  const sameBank = accounts.filter(account => account.routing_number === banco && account.connection === null)
  const connect = async ({ bank_account_id, holder_document }: z.output<typeof Consent>) => {
    const body = {
      ...(item ? { item_id: item } : { routing_number: banco }),
      ...(bank_account_id ? { bank_account_id } : {}),
      ...(holder_document ? { holder_document } : {}),
    }
    return (await sendInput('connection.create', body)).problems
  }
  // Asked for without its bank, there is nobody to give a consent for.
  if (banco === '') return <ConnectBank />
  return (
    <FormPage
      title={item ? `Renovar o acesso a ${name}` : `Conectar ${name}`}
      lead={
        <span className={styles.bankName}>
          <BankMark routing_number={banco} name={name} />
          Você autoriza, o banco envia. A senha do banco nunca passa por aqui.
        </span>
      }
    >
      <ul className={styles.consentList}>
        <li>
          Quem compartilha: {company?.name || 'esta empresa'}, que precisa ser a titular da conta em {name}.
        </li>
        <li>Recebemos dados da conta, saldo e lançamentos: só leitura.</li>
        <li>Nenhum pagamento pode ser feito por esta autorização.</li>
        <li>Vale 12 meses, renovável. Você revoga quando quiser, e o que veio fica.</li>
      </ul>
      {reader.data?.provider === 'local' ? (
        <Note kind="info">Ambiente local: um banco de demonstração responde no lugar de {name}.</Note>
      ) : null}
      <Form
        schema={Consent}
        defaults={{ bank_account_id: null, holder_document: '', agreed: false }}
        label="Autorizar o banco"
        onSubmit={connect}
        onEscape={leave}
      >
        {sameBank.length > 0 && !item ? (
          <AccountPicker
            name="bank_account_id"
            label="Conta que já está aqui"
            aside="opcional"
            help="Os lançamentos entram nela; sem escolher, uma conta nova é criada se for preciso."
            accounts={sameBank}
            unread={undefined}
          />
        ) : null}
        {reader.data?.asks_holder ? (
          <DocumentField
            name="holder_document"
            label="CPF de quem autoriza no banco"
            aside="opcional"
            help="De quem entra no aplicativo do banco para autorizar. Em branco, é o seu."
          />
        ) : null}
        <Toggle
          name="agreed"
          label={`Autorizo ${name} a compartilhar estes dados${company?.name ? ` de ${company.name}` : ''}`}
          look="checkbox"
        />
        <FormFooter submitLabel={item ? 'Renovar acesso' : 'Conectar'} cancelLabel="Voltar" onCancel={leave} />
      </Form>
    </FormPage>
  )
}
