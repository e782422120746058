// Every party outside, as a port.
import type { AppointmentProvider } from './appointments/provider.ts'
import type { CardAcquirer } from './card-acquirer.ts'
import type { FileStore } from './files.ts'
import type { FiscalAuthority } from './fiscal/authority.ts'
import type { NoteDistribution } from './fiscal/distribution.ts'
import type { Messages } from './messages/outbox.ts'
import type { OpenFinance } from './open-finance.ts'
import type { Outbound } from './outbound.ts'
import type { Payments } from './payments.ts'
import type { PixBanks } from './pix-api/bank.ts'
import type { PostalCodes } from './postal-codes.ts'
import type { EntityRegistry } from './registry.ts'
import type { StarkBanks } from './stark/bank.ts'
import type { TaxAuthority } from './tax-authority.ts'
import type { CertificateTrust } from './trust.ts'

export interface Outside {
  files: FileStore
  trust: CertificateTrust
  fiscal: FiscalAuthority
  /** The notes that others issued to a company. */
  distribution: NoteDistribution
  appointments: AppointmentProvider
  messages: Messages
  openFinance: OpenFinance
  taxAuthority: TaxAuthority
  registry: EntityRegistry
  postalCodes: PostalCodes
  /** The bank behind the digital account, of a company that did not bring its own. */
  payments: Payments & { readonly environment: 'local' }
  /** Accounts that companies have at Stark Bank. */
  stark: StarkBanks
  /** The companies' own banks. */
  pixApi: PixBanks
  /** Cards that pay for the product itself. */
  cards: CardAcquirer
  /** Addresses that people typed. */
  outbound: { readonly webhooks: Outbound; readonly pix: Outbound }
}
