// Where the value of each field came from, as it is told beside the field.
import type { IconName } from '#client/kit/icon.tsx'
import type { Read, Slip, Source } from '#domain/papers/read.ts'

export interface Origin {
  icon: IconName
  words: string
  /** Nothing was found: the person chooses. */
  open?: true
  /** Where it stands on the paper. */
  read?: Read<unknown>
}
export type Origins = Readonly<Record<string, Origin | undefined>>

const BY_SOURCE: Record<Exclude<Source, 'TEXT'>, Origin> = {
  BARCODE: { icon: 'barcode', words: 'do código de barras' },
  LINE: { icon: 'barcode', words: 'da linha digitável' },
  PIX: { icon: 'qr-code', words: 'do Pix' },
  BOTH: { icon: 'barcode', words: 'do boleto e do Pix, iguais' },
}

export const YOU: Origin = { icon: 'pencil', words: 'você' }
export const CHOOSE: Origin = { icon: 'pencil', words: 'escolha você', open: true }
export const habit = (because: string): Origin => ({ icon: 'history', words: because })

export function originOf(read: Read<unknown> | undefined): Origin | undefined {
  if (read === undefined) return undefined
  const { source, page } = read
  return { ...(source === 'TEXT' ? { icon: 'file-text', words: `do PDF, página ${page}` } : BY_SOURCE[source]), read }
}

/** The origin of every field that the paper filled. */
export const originsOf = (slip: Slip, isKnownPayee: boolean): Origins => {
  const payee = originOf(slip.payee_document)
  return {
    amount_cents: originOf(slip.amount_cents) ?? CHOOSE,
    due_date: originOf(slip.due_date) ?? CHOOSE,
    competence_date: originOf(slip.issue_date),
    contact_id: isKnownPayee && payee ? { ...payee, icon: 'contact-round', words: 'documento do papel, já nos contatos' } : CHOOSE,
    additional_information: originOf(slip.description),
    document_number: originOf(slip.document_number),
    digitable_line: originOf(slip.boleto),
    pix_key: slip.pix?.value.pix_key ? originOf(slip.pix) : undefined,
  }
}
