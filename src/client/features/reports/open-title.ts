// To the record of a bill or receivable.
import { houseOptions } from '#client/surfaces/house.ts'
import { pathTo } from '#commands/screens.ts'
import type { TitleKind } from '#domain/enums.ts'

export function openTitle(c: string, kind: TitleKind, id: string): void {
  houseOptions().ports.go(
    kind === 'BILL'
      ? pathTo('bills.detail', { companyId: c, billId: id })
      : pathTo('receivables.detail', { companyId: c, receivableId: id }),
  )
}
