// The dialogs of bills and receivables, as one piece of code for their routes.
export { BulkConciliation, BulkDelete, BulkSplit, BulkUpdate, DeleteTitle } from './title-bulk.tsx'
export { AttachToTitle, ImportEntries, ImportTitles } from './title-files.tsx'
export { CreateTitle, UpdateTitle } from './title-form.tsx'
export { ConciliateTitle } from './title-settle.tsx'
export { SplitTitle } from './title-split.tsx'
