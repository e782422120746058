// Which authorities a company's certificate may come from: ICP-Brasil's roots by configuration; the test authority in the local environment only.
import { readFileSync } from 'node:fs'
import { openTestAuthority, type TestAuthority } from './test-authority.ts'

export interface CertificateTrust {
  /** PEM roots. */
  anchors(): readonly string[]
  /** Whether the roots of ICP-Brasil were given: without them only the local environment's own certificates can be traced. */
  readonly hasRoots: boolean
  /** The local environment's own; undefined in production. */
  readonly testAuthority: (() => TestAuthority) | undefined
}

export interface TrustOptions {
  /** Where the test authority is kept; undefined trusts none. */
  testDir: string | undefined
  /** A PEM bundle with the roots of ICP-Brasil. */
  rootsFile: string | undefined
  now(): number
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** The certificates of a PEM bundle, one text each. */
export const certificatesIn = (file: string | undefined): string[] =>
  file === undefined ? [] : (readFileSync(file, 'utf8').match(PEM) ?? [])

export function certificateTrust({ testDir, rootsFile, now }: TrustOptions): CertificateTrust {
  const configured = certificatesIn(rootsFile)
  let made: TestAuthority | undefined
  // Made at its first use: its key costs a moment that a start should not wait for.
  const testAuthority = testDir === undefined ? undefined : () => (made ??= openTestAuthority(testDir, now))
  return {
    anchors: () => (testAuthority ? [...configured, testAuthority().root] : configured),
    hasRoots: configured.length > 0,
    testAuthority,
  }
}
