// The distribution of the local environment: the NF-e that companies of this installation issued to one another at the local authority.
import { sql } from 'kysely'
import { all, type Db } from '#server/db/query.ts'
import { scopeToAll } from '#server/db/scope.ts'
import type { NoteDistribution } from './distribution.ts'

const MOST = 50
const numbered = (instant: number): string => String(instant).padStart(15, '0')

/** A note's number is its authorisation, in milliseconds. */
export function localDistribution(db: Db): NoteDistribution {
  return {
    async nfe({ document_number, after }) {
      const found = await db.transaction().execute(async tx => {
        await scopeToAll(tx)
        return all(
          tx,
          sql<{ document_xml: string; authorised_at: string }>`
            select document_xml, authorised_at from local_authority_notes
            where kind = 'PRODUCT' and authorised_at > ${new Date(Number(after))}
              and document_xml like ${`%<dest><CNPJ>${document_number}</CNPJ>%`}
            order by authorised_at limit ${MOST + 1}`,
        )
      })
      const documents = found.slice(0, MOST).map(({ document_xml, authorised_at }) => ({
        nsu: numbered(Date.parse(authorised_at)),
        schema: 'procNFe_v4.00.xsd',
        bytes: Buffer.from(document_xml),
        flaw: null,
      }))
      const last = documents.at(-1)?.nsu
      if (last === undefined) return { outcome: 'NOTHING', last: after, text: 'Nenhum documento localizado' }
      return { outcome: 'LOT', documents, last, more: found.length > MOST }
    },
  }
}
