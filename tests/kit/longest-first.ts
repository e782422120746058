// The order in which vitest starts test files: those known to take long first, so that no worker ends with one of them alone.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Without times of an earlier run vitest starts the largest files first, and most of these are small. */
const LONG = [
  'server/benches.test.ts',
  'server/db/embedded.test.ts',
  'server/contract.test.ts',
  'proofs/permissions.proof.ts',
  'server/open-finance.test.ts',
  'server/imports.test.ts',
  'server/backup/backup.test.ts',
  'proofs/jobs.proof.ts',
  'proofs/money.proof.ts',
  'proofs/files.proof.ts',
  'server/fiscal-events.test.ts',
  'proofs/tenant-isolation.proof.ts',
  'proofs/imports.proof.ts',
  'server/graceful-stop.test.ts',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex(name => moduleId.endsWith(`tests/${name}`))
  return at < 0 ? LONG.length : at
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
