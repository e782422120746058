// Turns PostgreSQL's refusals into catalogue ids; nothing else reads SQLSTATE codes.
import { formatDay } from '#domain/days.ts'
import { FileLost, FileStoreError } from '#server/adapters/files.ts'
import { Again, Failure, fail } from '#server/base/fail.ts'

interface PgError {
  code: string
  detail?: string
  constraint?: string
}

/** A SQLSTATE has a digit somewhere; EPIPE is Node's. */
function isPgError(error: unknown): error is PgError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code)
}

/** Lost a race with another transaction; worth running again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Again || (isPgError(error) && (error.code === '40001' || error.code === '40P01'))
}

/** Waited too long for a row that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return isPgError(error) && error.code === '55P03'
}

/** A trigger refused the write because its day is closed. */
export function isClosedPeriod(error: unknown): boolean {
  return isPgError(error) && error.code === 'RZ001'
}

/** Ended by an administrator, by a crash, while starting or stopping (class 57P); a connection that broke (08); a primary that is one no more. */
const AWAY = /^(57P0[1-5]|08...|25006)$/
/** What Node says when nobody answers at the address. */
const UNREACHED = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** What the driver says, without a code, of a connection that it lost or could not get in time. */
const LOST = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/** The database is away for a moment: killed, restarting, promoted, or with no connection free. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isPgError(error)) return AWAY.test(error.code)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined) return LOST.test(error.message)
  return UNREACHED.has(code) || (code === 'ENOENT' && syscall === 'connect')
}

/** No room, no quota, or a disk that fails or may not be written, wherever it was met. */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'].includes(String(error.code))

const UNIQUE_MESSAGES: Record<string, string> = {
  contacts_document: 'Já existe um contato com este documento.',
  products_code: 'Já existe um produto com este código.',
  categories_name: 'Já existe uma categoria com este nome.',
  companies_document_number_key: 'Já existe uma empresa com este CNPJ.',
  users_document_number_key: 'Já existe um usuário com este documento.',
  roles_name: 'Já existe um cargo com este nome.',
  memberships_one_invitation: 'Esta pessoa já tem um convite em aberto.',
  organization_invitations_one: 'Esta pessoa já tem um convite em aberto.',
  associates_document: 'Já existe um sócio com este CPF.',
  dependents_document: 'Este CPF já é dependente deste sócio.',
  annual_billing_statements_one: 'A declaração deste ano já foi entregue.',
  taxes_one_das: 'O imposto desta competência já existe.',
  payments_one_per_bill: 'Esta conta já está em outra ordem de pagamento, ou já foi paga por uma.',
  subscriptions_one: 'A empresa já tem uma assinatura.',
  digital_accounts_one: 'A empresa já tem uma conta digital.',
  pix_keys_key: 'Esta chave Pix já está cadastrada.',
  chart_accounts_code: 'Já existe uma conta com esta classificação.',
  chart_accounts_reduced: 'Já existe uma conta com este código reduzido.',
  account_mappings_subject: 'O de-para já diz que conta é esta: altere a linha que existe.',
  handover_layouts_name: 'Já existe um layout com este nome.',
  bank_slips_sequence: 'O nosso número acaba de ser usado: tente de novo.',
  payment_files_sequence: 'Outra remessa deste convênio acaba de ser feita.',
  payment_files_one_open: 'O convênio já tem uma remessa aberta.',
  file_payments_one_per_bill: 'Esta conta já está numa remessa de pagamentos.',
  file_payments_one_per_slip: 'Este boleto já está numa remessa de pagamentos, ou já foi pago por uma.',
  file_payments_sequence: 'O número do pagamento acaba de ser usado: tente de novo.',
  remittances_sequence: 'Outra remessa deste convênio acaba de ser feita.',
  memberships_one_per_user: 'Este usuário já participa da empresa.',
}

export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof FileStoreError) return fail('storage.unavailable', {}, { retry_after: 5 })
  if (error instanceof FileLost) return fail('file.lost', { nome: error.shownAs })
  if (error instanceof Again) return fail('server.busy', {}, { retry_after: 1 })
  if (isOutOfReach(error)) return fail('server.busy', {}, { retry_after: 1 })
  if (isOutOfRoom(error)) return fail('storage.unavailable', {}, { retry_after: 5 })
  if (!isPgError(error)) return undefined
  switch (error.code) {
    case 'RZ001':
      return fail('period.closed', { data: error.detail ? formatDay(error.detail) : '' })
    case '23505':
      return fail('conflict.already_exists', { motivo: UNIQUE_MESSAGES[error.constraint ?? ''] ?? 'Este registro já existe.' })
    case '23P01':
      return fail('conflict.already_exists', { motivo: 'Já existe um orçamento desta categoria no intervalo.' })
    case '23503':
      return fail('resource.not_found')
    case '22P02':
    case '22P05':
    case '22007':
    case '22008':
    case '22003':
    case '22021':
      return fail('request.malformed')
    case '55P03':
    case '57014':
    case '53300':
    case '40001':
    case '40P01':
    case '25P03':
    case '53000':
    case '53200':
      return fail('server.busy', {}, { retry_after: 1 })
    case '53100':
    case '58000':
    case '58030':
      return fail('storage.unavailable', {}, { retry_after: 5 })
    default:
      return undefined
  }
}
