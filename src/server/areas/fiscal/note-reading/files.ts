// Documents of the distribution put where files are kept, before the transaction that tells of them.
import type { DistributedDocument } from '#server/adapters/fiscal/distribution.ts'
import type { Services } from '#server/kernel/services.ts'
import type { ArrivedDocument } from './rows.ts'

export type KeptDocument = ArrivedDocument & { flaw: string | null }

export const keepFiles = (
  services: Pick<Services, 'files'>,
  company_id: string,
  documents: readonly DistributedDocument[],
): Promise<KeptDocument[]> =>
  Promise.all(
    documents.map(async ({ bytes, ...document }) => ({
      ...document,
      size_bytes: bytes.length,
      ...(await services.files.put(company_id, bytes)),
    })),
  )
