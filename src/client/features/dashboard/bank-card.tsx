// What the bank already confirms: statement lines that can only be these titles, taken all at once or seen one by one.
import { useReading } from '#client/data/queries.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { Button } from '#client/kit/button.tsx'
import text from '#client/kit/look/text.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { knownBank } from '#domain/banks.ts'
import { counted } from '#domain/text.ts'
import styles from './home.module.css'
import { To } from './links.tsx'

const list = new Intl.ListFormat('pt-BR')

/** As people call it; it ends a sentence. */
const nameOf = ({ routing_number, institution_name }: BankAccount): string =>
  knownBank(routing_number) ?? institution_name.replace(/\.$/, '')

/** One of each bank, by the order of the accounts. */
function banksOf(accounts: readonly BankAccount[], ids: readonly string[]): BankAccount[] {
  const told = accounts.filter(({ id }) => ids.includes(id))
  return told.filter(({ routing_number }, at) => told.findIndex(other => other.routing_number === routing_number) === at)
}

export function BankCard({ c }: { c: string }) {
  const isPhone = usePhone()
  const certain = useReading(reconciliation.certain, { params: { c } }).data
  const accounts = useReading(bankAccounts.list, { params: { c } }).data
  if (certain === undefined || accounts === undefined || certain.titles_count === 0) return null
  const banks = banksOf(accounts, certain.bank_account_ids)
  const { titles_count: count, lines_left } = certain
  const left =
    lines_left === 0
      ? 'Depois não fica nenhuma linha.'
      : `Depois ${lines_left === 1 ? 'fica' : 'ficam'} ${counted(lines_left, ['linha', 'linhas'])} para você olhar.`
  return (
    <section className={styles.bank} aria-label="O banco já confirma">
      <h2>
        <span className={styles.marks}>
          {banks.map(bank => (
            <BankMark key={bank.id} routing_number={bank.routing_number} name={bank.institution_name} large />
          ))}
        </span>
        O banco já confirma {counted(count, ['destas contas', 'destas contas'])}
      </h2>
      <p className={text.m}>
        Valor, data e nome batem com o extrato de {list.format(banks.map(nameOf))}. {left}
      </p>
      <div className={styles.choices}>
        <CommandButton
          id="reconcile.certain"
          variant="primary"
          size="form"
          label={count === 1 ? 'Confirmar a conta' : `Confirmar as ${count.toLocaleString('pt-BR')}`}
        />
        <Button asChild variant={isPhone ? 'secondary' : 'ghost'} size="form">
          <To c={c} place={{ screen: 'conciliation' }}>
            {isPhone ? 'Ver' : 'Ver uma por uma'}
          </To>
        </Button>
      </div>
    </section>
  )
}
