// A Pix key at the directory: registered, claimed until the other holder answers, deleted.
import type { PixKeyStatus } from '#domain/enums.ts'
import { ask, ClaimState, KeyState, Unanswered } from '#server/adapters/payments.ts'
import { findAccountOf } from '#server/areas/banking/bank-accounts/digital.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { findKeyById, type StoredKey, setKey } from './rows.ts'

/** A claim takes days at the directory. */
const patience = doubling(5, 900)

export async function advanceKey(services: Services, step: MoneyStep): Promise<number | undefined> {
  const { company_id, id } = step
  const [key, account] = await inCompany(services, company_id, async db => [
    await findKeyById(db, company_id, id),
    await findAccountOf(db, company_id),
  ])
  if (!key || !account) return undefined
  try {
    if (key.status === 'REGISTERING') return await register(services, key, account.id, step.attempt)
    if (key.status === 'CLAIMING') return await claim(services, key, account.id, step.attempt)
    if (key.status === 'DELETING') {
      await ask(KeyState, services.payments.deleteKey({ account_id: account.id, key: key.key }))
      await become(services, key, 'DELETED', 'Chave Pix excluída do diretório')
    }
    return undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return patience(step.attempt)
  }
}

async function register(services: Services, key: StoredKey, accountId: string, tries: number): Promise<number | undefined> {
  const state = await ask(KeyState, services.payments.registerKey({ account_id: accountId, key: key.key, type: key.type }))
  if (!state) return patience(tries)
  if (state.status === 'ACTIVE') await become(services, key, 'ACTIVE', 'Chave Pix registrada')
  else await become(services, key, 'REJECTED', 'Chave Pix recusada: está em outra conta. Peça a portabilidade.')
  return undefined
}

async function claim(services: Services, key: StoredKey, accountId: string, tries: number): Promise<number | undefined> {
  const kind = key.claim_kind ?? 'PORTABILITY'
  const state =
    (await ask(ClaimState, services.payments.claim(key.id))) ??
    (await ask(ClaimState, services.payments.claimKey({ id: key.id, account_id: accountId, key: key.key, type: key.type, kind })))
  if (!state) return patience(tries)
  if (state.status === 'COMPLETED') await become(services, key, 'ACTIVE', 'Chave Pix recebida de outro banco', state.status)
  else if (state.status === 'CANCELLED') await become(services, key, 'REJECTED', 'Pedido de chave Pix recusado', state.status)
  else {
    if (state.status !== key.claim_status) await become(services, key, 'CLAIMING', 'Pedido de chave Pix em análise', state.status)
    return patience(tries)
  }
  return undefined
}

async function become(
  services: Services,
  key: StoredKey,
  status: PixKeyStatus,
  label: string,
  claim_status?: ClaimState['status'],
): Promise<void> {
  const batch = {
    company_id: key.company_id,
    user_id: key.created_by ?? undefined,
    command: 'pix.createKey',
    label,
    tags: ['pix_keys', 'batches'] as const,
  }
  await inBatch(services, batch, async db => {
    const moved = await setKey(db, key.company_id, key.id, key.status, { status, claim_status: claim_status ?? null })
    if (!moved || status === 'CLAIMING' || !key.created_by) return
    await notify(db, {
      user_ids: [key.created_by],
      company_id: key.company_id,
      type: 'DIGITAL_ACCOUNT',
      title: label,
      body: 'Veja as chaves da conta digital.',
      action: `/company/${key.company_id}/bank-accounts`,
    })
  })
}
