// The form of a note that is written again: by the kind it is of.
import { isService } from './invoice-kind.ts'
import { type AskingNote, noteIn } from './note-form.tsx'
import { AskedGoodsNote } from './product-form.tsx'
import { AskedServiceNote } from './service-form.tsx'

export function AskedNoteAgain({ asking }: { asking: AskingNote }) {
  const note = noteIn(asking.target)
  return note && isService(note) ? <AskedServiceNote asking={asking} /> : <AskedGoodsNote asking={asking} />
}
