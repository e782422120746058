// The frame of the digital account's pages: one row of tabs, each an address of its own.
import type { ReactNode } from 'react'
import { Tabs } from '#client/kit/tabs.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo, type ScreenId, type ScreenRecord, screens } from '#commands/screens.ts'
import './wallet.css'

const PAGES = [
  ['wallet', 'Extrato'],
  ['wallet.pix', 'Pix'],
  ['wallet.boleto', 'Boleto'],
  ['wallet.receive', 'Receber'],
  ['wallet.keys', 'Chaves'],
  ['wallet.receipts', 'Comprovantes'],
] as const satisfies readonly (readonly [ScreenId, string])[]

export function WalletPage({ children }: { children: ReactNode }) {
  const c = useCompanyId()
  const { screen, can } = useWhereabouts()
  const tabs = PAGES.filter(([id]) => {
    const { needs }: ScreenRecord = screens[id]
    return needs === undefined || can(`${needs}:v`)
  }).map(([id, title]) => ({ id, title }))
  return (
    <div className="wallet-page">
      <div className="wallet-tabs">
        <Tabs
          label="Conta digital"
          tabs={tabs}
          value={screen}
          onChange={id => houseOptions().ports.go(pathTo(id as ScreenId, { companyId: c }))}
        />
      </div>
      {children}
    </div>
  )
}
