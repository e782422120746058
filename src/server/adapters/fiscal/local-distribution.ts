// The distribution of the local environment: the notes that companies of this installation issued to one another at the local authority. As the
// real ones do, it tells of an NF-e by its summary, and gives it whole to whoever manifested; an NFS-e goes whole to both of its parties.
import { type RawBuilder, sql } from 'kysely'
import { MANIFESTATION_CODES, MANIFESTATIONS, opensNote } from '#domain/fiscal/manifestations.ts'
import { all, type Db } from '#server/db/query.ts'
import { scopeToAll } from '#server/db/scope.ts'
import type { DistributedDocument, DistributionAsked, NoteDistribution, ServicesAsked } from './distribution.ts'
import { summaryOf } from './local-documents.ts'
import { nfseCancelOf } from './local-services.ts'

const MOST = 50
const OPENING = MANIFESTATIONS.filter(opensNote).map(kind => MANIFESTATION_CODES[kind])

interface Told {
  nsu: string
  what: 'AUTHORISED' | 'OPENED' | 'CANCELLED' | 'CORRECTED'
  at: string
  document_xml: string
}

const NSU = sql`lpad((extract(epoch from at) * 1000)::bigint::text || digit, 15, '0') as nsu`

/** A document's number is when it came to be, in milliseconds, and a digit for what it tells. */
export function localDistribution(db: Db): NoteDistribution {
  return {
    async nfe(asked) {
      const found = await told(db, asked, sql`nsu > ${asked.after} order by nsu limit ${MOST + 1}`)
      const documents = found.slice(0, MOST).map(documentOf)
      const last = documents.at(-1)?.nsu
      if (last === undefined) return { outcome: 'NOTHING', last: asked.after, text: 'Nenhum documento localizado' }
      return { outcome: 'LOT', documents, last, more: found.length > MOST }
    },
    async nfeByKey(asked) {
      const [found] = await told(db, asked, sql`access_key = ${asked.key} and what in ('AUTHORISED', 'OPENED') order by nsu desc limit 1`)
      if (!found) return { outcome: 'NOTHING', last: undefined, text: 'Nenhum documento localizado' }
      return { outcome: 'LOT', documents: [documentOf(found)], last: found.nsu, more: false }
    },
    async nfse(asked) {
      const found = await services(db, asked)
      const last = found.at(-1)?.nsu
      if (last === undefined) return { outcome: 'NOTHING', last: undefined, text: 'Nenhum documento localizado' }
      return { outcome: 'LOT', documents: found.map(serviceOf), last, more: true }
    },
  }
}

const told = (
  db: Db,
  { company_id, document_number }: Pick<DistributionAsked, 'company_id' | 'document_number'>,
  which: RawBuilder<unknown>,
) =>
  db.transaction().execute(async tx => {
    await scopeToAll(tx)
    return all(
      tx,
      sql<Told>`with mine as (
          select * from local_authority_notes where kind = 'PRODUCT' and document_xml like ${`%<dest><CNPJ>${document_number}</CNPJ>%`}
        ), opened as (
          select access_key, min(registered_at) as at from local_authority_manifestations
          where company_id = ${company_id} and type = any (${OPENING}::text[]) group by access_key
        ), told as (
          select 1 as digit, 'AUTHORISED' as what, authorised_at as at, access_key, document_xml from mine
          union all select 2, 'OPENED', greatest(o.at, n.authorised_at), n.access_key, n.document_xml from mine n join opened o using (access_key)
          union all select 3, 'CANCELLED', cancelled_at, access_key, document_xml from mine where cancelled_at is not null
          union all select 4, 'CORRECTED', e.registered_at, e.access_key, e.document_xml from local_authority_events e
            join mine n on n.company_id = e.company_id and n.access_key = e.access_key where e.document_xml is not null
        ), numbered as (
          select ${NSU}, * from told
        )
        select nsu, what, at, document_xml from numbered where ${which}`,
    )
  })

interface ToldService {
  nsu: string
  what: 'AUTHORISED' | 'CANCELLED'
  at: string
  issued_key: string
  document_xml: string
}

const services = (db: Db, { company_id, document_number, after }: ServicesAsked) =>
  db.transaction().execute(async tx => {
    await scopeToAll(tx)
    return all(
      tx,
      sql<ToldService>`with mine as (
          select * from local_authority_notes where kind = 'SERVICE' and issued_key is not null
            and (company_id = ${company_id} or document_xml like ${`%<toma><CNPJ>${document_number}</CNPJ>%`})
        ), told as (
          select 1 as digit, 'AUTHORISED' as what, authorised_at as at, issued_key, document_xml from mine
          union all select 2, 'CANCELLED', cancelled_at, issued_key, document_xml from mine where cancelled_at is not null
        ), numbered as (
          select ${NSU}, * from told
        )
        select nsu, what, at, issued_key, document_xml from numbered where nsu > ${after} order by nsu limit ${MOST}`,
    )
  })

function serviceOf({ nsu, what, at, issued_key, document_xml }: ToldService): DistributedDocument {
  const [schema, text] = what === 'AUTHORISED' ? ['NFSE', document_xml] : ['EVENTO', nfseCancelOf(document_xml, Date.parse(at))]
  return { nsu, schema, access_key: issued_key, bytes: Buffer.from(text), flaw: null }
}

function documentOf({ nsu, what, at, document_xml }: Told): DistributedDocument {
  const [schema, text] =
    what === 'OPENED'
      ? ['procNFe_v4.00.xsd', document_xml]
      : what === 'CORRECTED'
        ? ['procEventoNFe_v1.00.xsd', document_xml]
        : ['resNFe_v1.01.xsd', summaryOf(document_xml, { state: what === 'CANCELLED' ? '3' : '1', at: Date.parse(at) })]
  return { nsu, schema, access_key: null, bytes: Buffer.from(text), flaw: null }
}
