// Turns PostgreSQL's refusals into catalogue ids; nothing else reads SQLSTATE codes.
import { formatDay } from '#domain/days.ts'
import { FileLost, FileStoreError } from '#server/adapters/files.ts'
import { Again, Failure, fail } from '#server/base/fail.ts'

interface PgError {
  code: string
  detail?: string
  constraint?: string
}

function isPgError(error: unknown): error is PgError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
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
  memberships_one_per_user: 'Este usuário já participa da empresa.',
}

export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof FileStoreError) return fail('storage.unavailable', {}, { retry_after: 5 })
  if (error instanceof FileLost) return fail('file.lost', { nome: error.shownAs })
  if (error instanceof Again) return fail('server.busy', {}, { retry_after: 1 })
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
      return fail('server.busy', {}, { retry_after: 1 })
    case '53100':
    case '58030':
      return fail('storage.unavailable', {}, { retry_after: 5 })
    default:
      return undefined
  }
}
