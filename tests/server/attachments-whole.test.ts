// Whether a file came whole, kind by kind: cut anywhere behind its first bytes it is refused with the byte where it ends.
import { describe, expect, test } from 'vitest'
import { contentTypeOf } from '#server/areas/platform/attachments/content.ts'
import { lockedFiles, wholeFiles } from '#tests/kit/whole-files.ts'

const reasonOf = (extension: string, bytes: Uint8Array): string | undefined => {
  const told = contentTypeOf(`a.${extension}`, bytes)
  return 'reason' in told ? told.reason : undefined
}
const SENTENCE = /^O (arquivo|conteúdo) [^\n]{8,150}\.$/

test('says that the content is not what the name says, and what to do', () => {
  expect(reasonOf('png', Buffer.from('%PDF-1.7'))).toBe('O conteúdo do arquivo não é de PNG, como diz o nome: envie o original.')
})

describe.each(Object.entries(wholeFiles()))('%s', (extension, whole) => {
  test('is taken whole', () => {
    expect(reasonOf(extension, whole)).toBeUndefined()
  })

  test('is refused wherever it is cut, in one sentence', () => {
    const taken: number[] = []
    // Blanks at the end are nothing of the file.
    const end = whole.toString('latin1').replace(/\s+$/, '').length
    for (let length = 0; length < end; length += 1) {
      const reason = reasonOf(extension, whole.subarray(0, length))
      if (reason === undefined) taken.push(length)
      else expect(reason).toMatch(SENTENCE)
    }
    expect(taken).toEqual([])
  })

  test('says the byte where it ends', () => {
    const length = Math.floor(whole.length / 2) + 1
    expect(reasonOf(extension, whole.subarray(0, length))).toBe(
      `O arquivo ${extension.toUpperCase()} está incompleto: acaba no byte ${length.toLocaleString('pt-BR')}, antes do seu fim. Envie-o de novo.`,
    )
  })

  test('is no other kind under its name', () => {
    for (const [other, bytes] of Object.entries(wholeFiles()))
      if (other !== extension && !(extension === 'zip' && bytes[0] === 0x50) && !(/^od[st]$/.test(extension) && /^od[st]$/.test(other)))
        expect([other, reasonOf(extension, bytes)]).toEqual([other, expect.stringMatching(SENTENCE)])
  })
})

test('a changed bit of a PNG shows by its place', () => {
  const bytes = Buffer.from(wholeFiles().png as Buffer)
  bytes[45] = (bytes[45] ?? 0) ^ 1
  expect(reasonOf('png', bytes)).toBe('O arquivo PNG está danificado no byte 33. Envie-o de novo.')
})

test('what phones, scanners and mailers leave after the end does no harm', () => {
  const { jpg, pdf, png, xml } = wholeFiles()
  for (const [extension, bytes, more] of [
    ['jpg', jpg, 'MPF\0e mais'],
    ['pdf', pdf, '\0\r\n '.repeat(700)],
    ['png', png, 'e mais'],
    ['xml', xml, '\n<!-- enviado pelo portal -->\n'],
  ] as const)
    expect([extension, reasonOf(extension, Buffer.concat([bytes as Buffer, Buffer.from(more)]))]).toEqual([extension, undefined])
})

test('a PDF made to be shown page by page is not taken for whole by the end near its beginning', () => {
  const first = '%PDF-1.5\n1 0 obj\n<</Linearized 1/L 5000/H [ 1 2 ]>>\nendobj\nstartxref\n0\n%%EOF\n'
  const whole = Buffer.from(`${first.padEnd(4_994)}%%EOF\n`)
  expect(reasonOf('pdf', whole)).toBeUndefined()
  expect(reasonOf('pdf', whole.subarray(0, 900))).toContain('acaba no byte 900')
})

test.each(Object.entries(lockedFiles()))('%s behind a password says so', (extension, bytes) => {
  expect(reasonOf(extension, bytes)).toBe('O arquivo está protegido por senha: tire a senha e envie de novo.')
})

test('a PDF that is locked against changes only is kept: banks and authorities send such', () => {
  expect(reasonOf('pdf', Buffer.from('%PDF-1.6\n1 0 obj<</Encrypt 2 0 R>>endobj\n%%EOF'))).toBeUndefined()
})
