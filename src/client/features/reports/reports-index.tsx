// The index of the reports: what each one answers.

import { Link } from '@tanstack/react-router'
import { classNames } from '#client/kit/class-names.ts'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { asAddress } from '#client/surfaces/address.ts'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo, type ScreenId, screens } from '#commands/screens.ts'
import styles from './reports.module.css'

const REPORTS: readonly { screen: ScreenId & `reports.${string}`; text: string }[] = [
  {
    screen: 'reports.income-statement',
    text: 'Quanto a empresa ganhou ou perdeu, por competência ou por caixa, e de onde vem cada linha.',
  },
  { screen: 'reports.cash-flow', text: 'Saldos, entradas e saídas de doze meses, por categoria.' },
  { screen: 'reports.budget', text: 'O que foi planejado e o que aconteceu, por categoria e mês.' },
  { screen: 'reports.ledger', text: 'Cada movimento com o saldo depois dele, por conta, categoria ou contato.' },
  { screen: 'reports.balance', text: 'Banco e livros dia a dia, e o primeiro dia em que não dizem o mesmo.' },
  { screen: 'reports.close', text: 'O que falta para fechar o mês, e o arquivo para a contabilidade.' },
]

export function ReportsIndex() {
  const c = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  return (
    <>
      <nav ref={page} tabIndex={-1} className={styles.reportIndex} aria-label="Relatórios">
        <ul>
          {REPORTS.map(({ screen, text }) => (
            <li key={screen}>
              <Link {...asAddress({ to: pathTo(screen, { companyId: c }) })}>
                <Icon name={screens[screen].icon as IconName} />
                <span className={textStyles.med}>{screens[screen].title}</span>
                <span className={classNames(textStyles.m, styles.m)}>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Foot>
        <HintBar />
      </Foot>
    </>
  )
}
