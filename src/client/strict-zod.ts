// What `zod` is in the built client: told, before any schema is made, not to try whether it may compile code; the page's policy forbids it.
import { config } from 'zod/v4'

config({ jitless: true })

export * from 'zod/v4'
