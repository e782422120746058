// The head of the workbench: which account, what bank and books say, and how much is done.

import type { Registers } from '#client/data/registers.ts'
import { shortAccount } from '#client/data/registers.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { Menu } from '#client/kit/menu.tsx'
import { Tooltip } from '#client/kit/tooltip.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { CommandId } from '#commands/index.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { BankAccount } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import type { Desk } from './desk.ts'
import styles from './workbench.module.css'

const branchText = (account: BankAccount) =>
  [
    `${account.routing_number} ${account.institution_name}`,
    account.branch_number ? `ag. ${account.branch_number}` : '',
    account.account_number,
  ]
    .filter(Boolean)
    .join(', ')

/** Whole percents, and 100 only when nothing is left. */
export function percentDone(done: number, left: number): number {
  if (left === 0) return 100
  return Math.min(99, Math.round((100 * done) / (done + left)))
}

interface Progressed {
  left: number
  done: number
  total: number
  percent: number
}

/** Undefined until the lines have come. */
export function progressOf(desk: Desk): Progressed | undefined {
  if (!desk.loaded) return undefined
  const left = desk.count('PENDING')
  const done = desk.count('CONCILIATED') + desk.count('IGNORED')
  return { left, done, total: left + done, percent: percentDone(done, left) }
}

export function linesLeft(count: number): string {
  return count === 1 ? 'linha restante' : 'linhas restantes'
}

export function Progress({ percent }: { percent: number | undefined }) {
  return (
    <div className={styles.bar} role="progressbar" aria-label="Conciliado" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      <i style={{ width: `${percent ?? 0}%` }} />
    </div>
  )
}

export function AccountMenu({ desk, accounts }: { desk: Desk; accounts: readonly BankAccount[] }) {
  const account = accounts.find(one => one.id === desk.accountId)
  return (
    <Menu
      label="Conta bancária"
      trigger={
        <Button variant="ghost" className={styles.wbAccount}>
          <span className={classNames(text.med, text.cut)}>{account ? branchText(account) : 'Todas as contas'}</span>
          <Icon name="chevron-down" size="s" />
        </Button>
      }
      entries={[
        { id: 'all', label: 'Todas as contas', checked: desk.accountId === undefined, run: () => desk.showAccount(undefined) },
        'separator',
        ...accounts.map(one => ({
          id: one.id,
          label: shortAccount(one),
          detail: one.pending_entries_count > 0 ? formatCount(one.pending_entries_count) : 'em dia',
          checked: one.id === desk.accountId,
          run: () => desk.showAccount(one.id),
        })),
      ]}
    />
  )
}

/** There even while a form is open, so that the head does not jump. */
function StepButton({ id, icon }: { id: CommandId; icon: IconName }) {
  const registry = useHouse(state => state.registry)
  const command = registry.get(id)
  if (!command) return null
  const chord = registry.chordsOf(command)[0]
  return (
    <IconButton
      icon={icon}
      label={command.title}
      keys={chord && shownChord(chord)}
      onClick={() => void runCommand(command, { source: 'button', context: currentContext('workbench') })}
    />
  )
}

/** The figure that asks why: pressed, it is explained. */
function RestButton({ children }: { children: string }) {
  const command = useHouse(state => state.registry.get('reconcile.remains'))
  if (!command) return children
  const explain = () => void runCommand(command, { source: 'button', context: currentContext('workbench') })
  return (
    <Tooltip text={command.title} keys="d">
      <button type="button" data-command={command.id} onClick={explain}>
        {children}
      </button>
    </Tooltip>
  )
}

export const activeOf = (accounts: readonly BankAccount[]): BankAccount[] => accounts.filter(account => account.status === 'ACTIVE')

/** The account of the bench, or all that it works on. */
export const shownAccounts = (desk: Desk, { accounts }: Registers): BankAccount[] =>
  accounts.filter(account => (desk.accountId === undefined ? account.status === 'ACTIVE' : account.id === desk.accountId))

/** What bank and books say, over the accounts whose bank has said something. */
export function balancesOf(accounts: readonly BankAccount[]) {
  const known = accounts.filter(account => account.balance !== null)
  const bank = known.reduce((sum, account) => sum + (account.balance ?? 0), 0)
  const books = known.reduce((sum, account) => sum + account.current_balance, 0)
  return { known, bank, books, rest: bank - books }
}

/** Banco − Livro = Diferença, of the account or of all that the bank has reported. */
function Ladder({ accounts }: { accounts: readonly BankAccount[] }) {
  const { known, bank, books, rest } = balancesOf(accounts)
  const shown = (cents: number) => (known.length === 0 ? '—' : formatAmount(cents))
  return (
    <dl className={styles.ladder}>
      <div>
        <dt>Banco</dt>
        <dd>{shown(bank)}</dd>
      </div>
      <span className={text.m} aria-hidden="true">
        −
      </span>
      <div>
        <dt>Livro</dt>
        <dd>{shown(books)}</dd>
      </div>
      <span className={text.m} aria-hidden="true">
        =
      </span>
      <div className={classNames(styles.diff, rest === 0 && styles.none)}>
        <dt>Diferença</dt>
        <dd>{rest === 0 ? shown(rest) : <RestButton>{shown(rest)}</RestButton>}</dd>
      </div>
    </dl>
  )
}

function withoutStatement({ unread, error }: Registers): string {
  if (unread === 'coming') return 'Carregando'
  return error ? '' : 'Nenhum extrato importado'
}

export function WorkbenchHeader({ desk, registers }: { desk: Desk; registers: Registers }) {
  const accounts = registers.accounts.filter(account => account.status === 'ACTIVE' || account.id === desk.accountId)
  const chosen = shownAccounts(desk, registers)
  const [only] = chosen
  const progress = progressOf(desk)
  const reported = chosen.map(account => account.balance_date).filter(day => day !== null)
  const last = reported.sort().at(-1)
  return (
    <header className={styles.wbh}>
      <div className={styles.acc}>
        <StepButton id="reconcile.account-previous" icon="chevron-left" />
        <div>
          <AccountMenu desk={desk} accounts={accounts} />
          <p className={classNames(text.m, text.small)}>
            {last ? `Extrato até ${formatDay(last)}` : withoutStatement(registers)}
            {only && progress ? `, ${counted(progress.total, ['linha', 'linhas'])}` : ''}
          </p>
        </div>
        <StepButton id="reconcile.account-next" icon="chevron-right" />
      </div>
      <Ladder accounts={chosen} />
      <div className={styles.prog}>
        {progress ? (
          <p>
            <span className={text.b}>{formatCount(progress.left)}</span> <span className={text.m}>{linesLeft(progress.left)}</span>
            <span className={classNames(text.m, styles.end)}>
              {progress.percent}%<span className={styles.wide}> conciliado</span>
            </span>
          </p>
        ) : (
          <p className={text.m}>{desk.error === undefined ? 'Carregando as linhas' : '—'}</p>
        )}
        <Progress percent={progress?.percent} />
      </div>
      <CommandButton id="replay.open" iconOnly />
    </header>
  )
}
