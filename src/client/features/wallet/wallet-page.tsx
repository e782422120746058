// The frame of the digital account's pages: one row of tabs, each an address of its own.
import type { ReactNode } from 'react'
import { Empty } from '#client/kit/states.tsx'
import { Tabs } from '#client/kit/tabs.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { Need } from '#commands/kit/gate.ts'
import { type CompanyScreen, pathTo } from '#commands/screens.ts'
import styles from './wallet.module.css'

/** Each page with the right that makes it of use. */
const PAGES: readonly (readonly [CompanyScreen, string, Need])[] = [
  ['wallet', 'Extrato', 'digital_account:v'],
  ['wallet.pix', 'Pix', 'payments:c'],
  ['wallet.boleto', 'Boleto', 'payments:c'],
  ['wallet.receive', 'Receber', 'pix_keys:v'],
  ['wallet.keys', 'Chaves', 'pix_keys:v'],
  ['wallet.receipts', 'Comprovantes', 'payments:v'],
]

export function WalletPage({ children }: { children: ReactNode }) {
  const c = useCompanyId()
  const { screen, can } = useWhereabouts()
  const tabs = PAGES.filter(([, , need]) => can(need)).map(([id, title]) => ({ id, title }))
  // Opened by its address, a page without the right says so.
  const mayStay = PAGES.every(([id, , need]) => id !== screen || can(need))
  return (
    <div className={styles.walletPage}>
      <div className={styles.walletTabs}>
        <Tabs
          label="Conta digital"
          tabs={tabs}
          value={screen}
          onChange={id => {
            const page = PAGES.find(([one]) => one === id)
            if (page) houseOptions().ports.go(pathTo(page[0], { companyId: c }))
          }}
        />
      </div>
      {mayStay ? (
        children
      ) : (
        <Empty icon="lock" title="Seu cargo não permite esta ação" text="Quem administra a empresa pode mudar o seu cargo." />
      )}
    </div>
  )
}
