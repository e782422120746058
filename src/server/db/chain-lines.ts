// The canonical lines of the journal, as SQL: what the chain's digests are made of. They never change, or no older link could be checked.

/** `rows` is the digest of the batch's rows. Whether it was undone since, and whether its images are still kept, is not part of it. */
export const batchLine = (b: string, digest: string): string =>
  `jsonb_build_object('company_id', ${b}.company_id, 'id', ${b}.id, 'user_id', ${b}.user_id, 'command', ${b}.command, 'label', ${b}.label,
    'group_id', ${b}.group_id, 'rows_count', ${b}.rows_count, 'tags', ${b}.tags, 'request_id', ${b}.request_id, 'undo_of_id', ${b}.undo_of_id,
    'created_at', to_char(${b}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'rows', encode(${digest}, 'hex'))::text`

/** Its number, its table, its record, what the record was before, and the state it got. */
export const rowLine = (r: string): string =>
  `jsonb_build_array(${r}.seq, ${r}.table_name, ${r}.row_id, ${r}.before, ${r}.state_after)::text`
