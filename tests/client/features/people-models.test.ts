// What the forms of people, keys and company send, and how the rights of a role are chosen.
import { describe, expect, it } from 'vitest'
import { apiKeyBody } from '#client/features/api-keys/new-api-key.tsx'
import { countRights, rightsRows, startingFrom, withColumn, withRight, withRow } from '#client/features/people/rights-model.ts'
import { fillFrom } from '#client/features/settings/company-form.tsx'
import type { LegalEntity } from '#contract/registry.ts'
import { invitation } from '#resources/user.ts'

const rows = rightsRows(
  [
    { resource: 'bills', actions: ['v', 'c', 'u', 'd', 'a'] },
    { resource: 'period_close', actions: ['x'] },
    { resource: 'contacts', actions: ['v', 'c', 'u', 'd'] },
  ],
  { bills: 'vcu', contacts: 'v', period_close: 'x' },
)
const [bills, closing, contacts] = rows as [(typeof rows)[number], (typeof rows)[number], (typeof rows)[number]]

describe('the rights of a role', () => {
  it('keep the order of the matrix, whatever the order they are listed in', () => {
    const backwards = [...rows].reverse().map(({ resource, actions }) => ({ resource, actions }))
    expect(rightsRows(backwards, {}).map(row => row.resource)).toEqual(rows.map(row => row.resource))
  })

  it('let who changes a record also see it, and take everything with the sight of it', () => {
    const some = withRight({}, bills, 'u', true)
    expect(some).toEqual({ bills: 'vu' })
    expect(withRight(some, bills, 'v', false)).toEqual({ bills: '' })
    expect(withRight(some, bills, 'u', false)).toEqual({ bills: 'v' })
  })

  it('need no sight where there is nothing to see', () => {
    const row = closing.resource === 'period_close' ? closing : contacts
    expect(withRight({}, row, 'x', true)).toEqual({ period_close: 'x' })
    expect(withRight({ period_close: 'x' }, row, 'x', false)).toEqual({ period_close: '' })
  })

  it('of a row are all that may be given, or nothing', () => {
    const all = withRow({}, bills)
    expect(all).toEqual({ bills: 'vcu' })
    expect(withRow(all, bills)).toEqual({ bills: '' })
  })

  it('of a column never exceed the creator’s own', () => {
    const created = withColumn({}, rows, 'c')
    expect(created).toEqual({ bills: 'vc' })
    expect(withColumn(created, rows, 'c')).toEqual({ bills: 'v' })
  })

  it('copied from another role lose what the creator may not give', () => {
    const copied = startingFrom({ bills: 'vcuda', contacts: 'vcud', period_close: 'x', taxes: 'v' }, rows)
    expect(copied).toEqual({ bills: 'vcu', contacts: 'v', period_close: 'x' })
    expect(countRights(copied)).toBe(5)
  })
})

describe('an invitation', () => {
  const whole = {
    document_number: '529.982.247-25',
    name: 'Ana',
    role_id: '0192e72a-e100-77f6-9999-f1b36dd43bda',
    email: 'ana@exemplo.com.br',
    phone_number: '',
  }
  const problems = (change: object) => invitation.typed.safeParse({ ...whole, ...change }).error?.issues.map(issue => issue.message)

  it('goes to an address or a phone', () => {
    expect(problems({})).toBeUndefined()
    expect(problems({ email: '' })).toEqual(['Informe o e-mail ou o telefone que recebe o convite'])
    expect(problems({ email: '', phone_number: '+5511999990021' })).toBeUndefined()
    expect(problems({ email: 'ana@' })).toEqual(['E-mail inválido'])
  })

  it('is tied to a valid document and a role', () => {
    expect(problems({ document_number: '529.982.247-26' })).toEqual(['CPF é inválido'])
    expect(problems({ document_number: '' })).toEqual(['Informe o CPF ou o CNPJ'])
    expect(problems({ role_id: '' })).toEqual(['Escolha o cargo'])
  })
})

describe('an API key', () => {
  const own = { bills: 'vcu', contacts: 'v', period_close: 'x' }
  it('reads everywhere without a company, reads in one, or does what its creator may there', () => {
    expect(apiKeyBody({ name: 'Loja', scope: 'read-all' }, 'c', own)).toEqual({ name: 'Loja' })
    expect(apiKeyBody({ name: 'Loja', scope: 'own-company' }, 'c', own)).toEqual({ name: 'Loja', company_id: 'c' })
    expect(apiKeyBody({ name: 'Loja', scope: 'read-company' }, 'c', own)).toEqual({
      name: 'Loja',
      company_id: 'c',
      rights: { bills: 'v', contacts: 'v' },
    })
  })
})

it('the registry fills what it knows of a company and leaves the rest alone', () => {
  const entity = { name: 'Padaria Sol Ltda', trade_name: null, email: '', phone_number: '+551932384100' } as LegalEntity
  expect(fillFrom(entity)).toEqual({ name: 'Padaria Sol Ltda', phone_number: '+551932384100' })
})
