// Public vectors of CPF and CNPJ, read from the shared fixtures when they stand beside the repository.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentError, isValidCnpj, isValidCpf } from '#domain/documents.ts'

const file = new URL('../../../shared/fixtures/br/documents/cpf_cnpj.json', import.meta.url)
const absent = !existsSync(file)
if (absent) console.warn('skipped: the shared fixtures (documents) are not beside this repository')

interface Vector {
  kind: 'CPF' | 'CNPJ'
  value: string
  valid: boolean
  form: 'masked' | 'raw' | 'other'
  disputed?: boolean
}

describe.skipIf(absent)('document vectors', () => {
  const vectors: Vector[] = absent ? [] : JSON.parse(readFileSync(file, 'utf8')).vectors
  const asserted = vectors.filter(vector => !vector.disputed)

  it('are there', () => expect(asserted.length).toBeGreaterThan(100))

  it('are judged as their sources assert', () => {
    const wrong = asserted.filter(({ kind, value, valid }) => (kind === 'CPF' ? isValidCpf(value) : isValidCnpj(value)) !== valid)
    expect(wrong).toEqual([])
  })

  it('have an error text exactly when invalid', () => {
    for (const { kind, value, valid } of asserted) {
      if (valid) expect(documentError(value), value).toBeUndefined()
      else if (kind === 'CPF' && value.length <= 11) expect(documentError(value), value).toBe('CPF é inválido')
    }
  })
})
