// The types that the database gives to the columns of an answer, where the claim is free to say more than PostgreSQL knows.
import type { Selectable } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** A value of a table's column that is not missing. */
export type Stored<Table extends keyof Database, Column extends keyof Selectable<Database[Table]>> = Exclude<
  Selectable<Database[Table]>[Column],
  null
>

/** A value of this type in a row: what JSON holds, and which texts there are, is the claim's to say. */
export type Cell<Told, Row, Name> = unknown extends Told
  ? Claimed<Row, Name>
  : string extends Told
    ? Narrowed<string, Told, Row, Name>
    : Told extends string[]
      ? Narrowed<readonly string[], Told, Row, Name>
      : Told

type Claimed<Row, Name> = Name extends keyof Row ? Exclude<Row[Name], null> : unknown

type Narrowed<Within, Told, Row, Name> = Claimed<Row, Name> extends Within ? Claimed<Row, Name> : Told
