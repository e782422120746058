// Where lists lie on the device, so that whoever ends a session can drop them without knowing how they are kept.

/** The database of the kept lists; their key is in it. */
export const KEPT_LISTS = 'razao-lists'

/** Drops every list kept on this device, and the key that opens them. Other pages let go of the database as it is asked for. */
export function dropKeptLists(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(KEPT_LISTS)
  } catch {} // A browser that refuses storage has kept nothing.
}
