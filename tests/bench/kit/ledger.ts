// A company whose ledger has so many bills, on a server of its own run: where lists, bulks and imports are measured.

import { note } from './report.ts'
import { seedBills, seedRegisters } from './seed.ts'
import type { BenchServer, BenchUser } from './server.ts'
import { sizeText } from './sizes.ts'
import { timed } from './statistics.ts'

export interface Ledger {
  readonly server: BenchServer
  readonly company: { readonly id: string; readonly owner: BenchUser }
  /** Bills in it. */
  readonly rows: number
}

export async function openLedger(server: BenchServer, rows: number): Promise<Ledger> {
  const company = await server.company(`Empresa de ${sizeText(rows)}`)
  const ms = await timed(async () => {
    await seedRegisters(server.admin, company)
    if (rows > 0) await seedBills(server.admin, company, rows)
  })
  if (rows >= 1_000_000) note(`${sizeText(rows)} de contas escritas em ${(ms / 1000).toFixed(1)} s`)
  return { server, company, rows }
}
