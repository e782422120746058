// The forms of notes and what issuing needs: one chunk, apart from the lists.
export { AskedNoteAgain } from './note-again.tsx'
export { LimitScreen, PendingScreen } from './pending.tsx'
export { AskedGoodsNote } from './product-form.tsx'
export { AskedServiceNote } from './service-form.tsx'
export { AskedIssuerAddress, AskedRegistrations, AskedSetup } from './setup-form.tsx'
