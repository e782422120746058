// F10, a fuzzer of files of received notes: whatever is changed in one, it is refused in one sentence, kept as not verified, or says what was signed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReceived } from '#server/fiscal/received/read.ts'
import type { ReceivedFile, Trust } from '#server/fiscal/received/types.ts'
import { XmlRefused } from '#server/fiscal/xml.ts'
import { makeCertificate, testHierarchy } from '#tests/kit/certificates.ts'
import {
  abrasf,
  abrasfCancel,
  nfeCancel,
  nfeKey,
  nfeLetter,
  nfeProc,
  nfse,
  nfseEvent,
  nfseKey,
  SUPPLIER,
} from '#tests/kit/received-notes.ts'
import { figure, times } from './kit/figure.ts'

const { middle, bundle } = testHierarchy()
const trust: Trust = { anchors: bundle, hasRoots: true, allowsTest: false }
const supplier = makeCertificate({ name: `FORNECEDORA LTDA:${SUPPLIER}`, cnpj: SUPPLIER }, middle)
const national = makeCertificate({ name: 'www.nfse.gov.br', host: 'www.nfse.gov.br' }, middle)
const city = makeCertificate({ name: 'MUNICIPIO DE SAO PAULO', cnpj: '46395000000139' }, middle)

const SHAPES = [
  nfeProc(supplier),
  nfeProc(supplier, { model: '65', number: 9 }),
  nfse(national),
  abrasf(city),
  nfeCancel(supplier, nfeKey()),
  nfeLetter(supplier, nfeKey()),
  nfseEvent(national, nfseKey()),
  abrasfCancel(city),
].map(xml => Buffer.from(xml))

/** What a signature answers for: who, how much, which note, or which end of which note. */
function signedFacts(file: ReceivedFile): unknown {
  if ('event' in file) {
    const { access_key, fate, replaced_by } = file.event
    return { access_key, fate, replaced_by }
  }
  if ('letter' in file) {
    const { access_key, sequence, text } = file.letter
    return { access_key, sequence, text }
  }
  const { access_key, number, issuer, buyer_document, amount_cents, issued_at, content } = file.note
  return { access_key, number, issuer, buyer_document, amount_cents, issued_at, content }
}

const TRUE_FACTS = SHAPES.map(bytes => JSON.stringify(signedFacts(readReceived(bytes, trust))))

type Change =
  | { how: 'flip'; at: number; bit: number }
  | { how: 'cut'; at: number }
  | { how: 'drop'; at: number; length: number }
  | { how: 'repeat'; at: number; length: number }
  | { how: 'graft'; at: number; from: number; start: number; length: number }
  | { how: 'digit'; at: number; digit: number }

const place = fc.integer({ min: 0, max: 999_999 }).map(part => part / 1_000_000)
const length = fc.integer({ min: 1, max: 400 })
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ how: fc.constant('flip' as const), at: place, bit: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ how: fc.constant('cut' as const), at: place }),
  fc.record({ how: fc.constant('drop' as const), at: place, length }),
  fc.record({ how: fc.constant('repeat' as const), at: place, length }),
  fc.record({ how: fc.constant('graft' as const), at: place, from: fc.nat(SHAPES.length - 1), start: place, length }),
  fc.record({ how: fc.constant('digit' as const), at: place, digit: fc.integer({ min: 0, max: 9 }) }),
)

function changed(bytes: Buffer, one: Change): Buffer {
  const at = Math.floor(one.at * bytes.length)
  if (one.how === 'cut') return bytes.subarray(0, at)
  if (one.how === 'drop') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + one.length)])
  if (one.how === 'repeat') return Buffer.concat([bytes.subarray(0, at + one.length), bytes.subarray(at)])
  if (one.how === 'graft') {
    const source = SHAPES[one.from] ?? bytes
    const start = Math.floor(one.start * source.length)
    return Buffer.concat([bytes.subarray(0, at), source.subarray(start, start + one.length), bytes.subarray(at)])
  }
  const copy = Buffer.from(bytes)
  if (one.how === 'flip') copy[at] = (copy[at] ?? 0) ^ (1 << one.bit)
  else {
    const next = bytes.toString('latin1').slice(at).search(/\d/)
    if (next >= 0) copy[at + next] = 0x30 + one.digit
  }
  return copy
}

test('F10: a file changed anywhere is never a verified note that says something else', { timeout: 3_600_000 }, () => {
  const runs = times(500, 100_000)
  const seen = { refused: 0, doubted: 0, verified: 0 }
  fc.assert(
    fc.property(fc.nat(SHAPES.length - 1), fc.array(change, { minLength: 1, maxLength: 3 }), (shape, changes) => {
      const original = SHAPES[shape] ?? Buffer.alloc(0)
      const bytes = changes.reduce(changed, original)
      try {
        const file = readReceived(bytes, trust)
        if (file.evidence.state === 'UNVERIFIED') {
          expect(file.evidence.doubts.length).toBeGreaterThan(0)
          seen.doubted += 1
          return
        }
        expect(TRUE_FACTS).toContain(JSON.stringify(signedFacts(file)))
        seen.verified += 1
      } catch (error) {
        if (!(error instanceof XmlRefused)) throw error
        expect(error.message).toMatch(/^[A-ZÀ-Ú“][^\n]{8,200}\.$/)
        seen.refused += 1
      }
    }),
    { seed: 8, numRuns: runs },
  )
  expect(seen.doubted).toBeGreaterThan(runs / 50)
  expect(seen.refused).toBeGreaterThan(runs / 50)
  figure({
    promise: 'F10',
    what: `arquivos de notas alterados (${runs}): ${seen.refused} recusados, ${seen.doubted} não conferidos, ${seen.verified} ainda o que foi assinado`,
    ours: '0 notas falsas tomadas por verdadeiras',
    floor: '0',
  })
})
