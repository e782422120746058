// A note that is told to have ended after it was booked: its bills stay as they are, and who keeps them hears of it.
import { counted } from '#domain/text.ts'
import { activeMembers, whoMay } from '#server/areas/platform/notifications/audience.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import type { StoredInvoice } from './rows.ts'

/** `what` happened to which note, in pt-BR. Nobody is told of a note without bills, nor twice in the same words. */
export async function tellEnded(db: Db, { id, company_id, entries }: StoredInvoice, what: string): Promise<void> {
  if (entries.length === 0) return
  const bills = counted(entries.length, ['conta foi lançada', 'contas foram lançadas'])
  await notify(db, {
    user_ids: whoMay(await activeMembers(db, company_id), 'bills', 'u'),
    company_id,
    type: 'NOTA_FISCAL',
    title: 'Nota já lançada: confira as contas',
    body: `${what}. ${bills} por ela e não ${entries.length === 1 ? 'mudou' : 'mudaram'}: confira se ainda se deve pagar.`,
    action: `/company/${company_id}/bills/capture`,
    once: `note-ended:${company_id}:${id}:${what}`,
  })
}
