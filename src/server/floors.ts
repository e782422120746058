// The order of the server's rooms, from the top down: each imports only rooms of lower floors. tests/house/floors.test.ts holds every import
// to it. Rooms of one floor do not know each other; what two of them need moves down, and what one needs of a higher one is handed in.

export type Floors = readonly (readonly string[])[]

/** Folders and files of src/server. */
export const ROOMS: Floors = [
  ['launch'],
  ['main.ts'],
  ['serve.ts', 'upkeep.ts'],
  ['demo'],
  ['outside.ts', 'telemetry.ts', 'built-client.ts'],
  ['env.ts'],
  ['areas'],
  ['sheets', 'realtime'],
  ['kernel'],
  ['jobs', 'backup'],
  ['adapters'],
  ['parsers', 'fiscal'],
  ['db'],
  ['base'],
]

/** Folders and files of src/server/areas. */
export const AREAS: Floors = [
  // Every handler, every job and every secret by its name.
  ['index.ts', 'workers.ts', 'rotation.ts'],
  // The accounting office: its people and queue, closing a month, questions, the search over everything.
  ['office'],
  // What is told of the books: reports, budgets, dashboard, exports, the morning's reminders; and sheets of any register coming in.
  ['reports'],
  // The digital account: payments, Pix, charges, subscriptions.
  ['wallet'],
  // Notes, taxes, certificates, and what is sold.
  ['fiscal'],
  // The books: titles, entries, conciliation, transfers, categories, contacts.
  ['ledger'],
  // Bank accounts and their statements, however they come in.
  ['banking'],
  // What every area leans on: attachments, notifications, messages, the journal as people see it, public registers.
  ['platform'],
  // Who asks: people, companies, roles, keys, plans.
  ['people'],
]
