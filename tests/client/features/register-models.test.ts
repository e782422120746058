// @vitest-environment jsdom
// The forms of the registers as data: what they accept, what they send, and what survives between steps.
import { describe, expect, it } from 'vitest'
import { parentItems } from '#client/features/categories/category-form.tsx'
import { readKeyPreferences } from '#client/features/settings/key-preferences.ts'
import type { Rule } from '#contract/reconciliation.ts'
import { bankLetters, knownBank } from '#domain/banks.ts'
import { accountForm } from '#resources/account.ts'
import { contact, pixProblem } from '#resources/contact.ts'
import { conditionsOf, rule } from '#resources/rule.ts'

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)

describe('a contact', () => {
  const given = { ...contact.start(), kind: 'CUSTOMER', name: 'Padaria' }

  it('sends null for what is empty, and no address of nothing', () => {
    const body = contact.typed.parse(given)
    expect(body).toMatchObject({ document_number: null, email: null, phone_number: null, address: null, country: null, pix_keys: [] })
  })
  it('sends Pix phones with +55, and keeps the other keys', () => {
    const pix_keys = [
      { type: 'PHONE_NUMBER' as const, key: '(19) 98765-4321' },
      { type: 'EMAIL' as const, key: ' a@b.com.br ' },
    ]
    expect(contact.typed.parse({ ...given, pix_keys }).pix_keys).toEqual([
      { type: 'PHONE_NUMBER', key: '+5519987654321' },
      { type: 'EMAIL', key: 'a@b.com.br' },
    ])
  })
  it('refuses a wrong document and a wrong key with the words of the spec', () => {
    const wrong = { ...given, document_number: '11111111111', pix_keys: [{ type: 'CNPJ' as const, key: '123' }] }
    expect(messages(contact.typed.safeParse(wrong))).toEqual(['document_number: CPF é inválido', 'pix_keys.0.key: CPF é inválido'])
    expect(pixProblem('RANDOM', '123e4567-e89b-12d3-a456-426614174000')).toBeUndefined()
    expect(pixProblem('CPF', '11.222.333/0001-81')).toBe('CPF é inválido')
  })
  it('a picker emptied by hand is as empty as one that nobody touched', () => {
    const parts = contact.start().address as object
    expect(contact.typed.parse({ ...given, address: { ...parts, street: 'Rua A', state: null, city_code: null } }).address).toMatchObject({
      street: 'Rua A',
      state: null,
      city_code: null,
    })
    expect(contact.typed.parse({ ...given, address: { ...parts, state: null } }).address).toBeNull()
  })
  it('sends nothing of what it does not ask', () => {
    const abroad = { ...given, is_international: true, country: 'Portugal' }
    expect(contact.typed.parse(abroad).country).toBe('Portugal')
    expect(contact.typed.parse({ ...abroad, is_international: false }).country).toBeNull()
  })
  it('fills its form with what the record holds', () => {
    const full = { ...given, address: { ...(contact.start().address as object), city: 'Campinas', state: 'SP' } }
    const record = { ...contact.typed.parse(full), id: 'x', version: 2 } as never
    expect(contact.start(record)).toMatchObject({ name: 'Padaria', document_number: '', address: { city: 'Campinas', street: '' } })
  })
})

describe('a bank account', () => {
  it('refuses a negative opening balance with the words of the spec', () => {
    const read = accountForm.typed.safeParse({ ...accountForm.start(), routing_number: '341', initial_balance_amount_cents: -1 })
    expect(messages(read)).toEqual(['initial_balance_amount_cents: O saldo inicial não pode ser negativo'])
  })
  it('calls a bank as people do, and an empty day is null', () => {
    const values = accountForm.typed.parse({ ...accountForm.start(), routing_number: '260', date_initial_balance: '' })
    expect(values).toMatchObject({ date_initial_balance: null, initial_balance_amount_cents: 0, branch_number: null })
    expect(messages(accountForm.typed.safeParse(accountForm.start()))).toEqual(['routing_number: Escolha o banco'])
    expect([knownBank('260'), knownBank('999')]).toEqual(['Nubank', undefined])
  })
  it('an unknown bank has the initials of its name', () => {
    expect(bankLetters('341', 'ITAÚ UNIBANCO')).toBe('It')
    expect(bankLetters('999', 'Banco Triângulo do Sul')).toBe('TS')
  })
})

describe('a rule', () => {
  const category_id = '0192e72a-e100-77f6-9999-f1b36dd43bda'

  it('needs two letters, and something to fill; the amounts stand in their order', () => {
    expect(messages(rule.typed.safeParse({ ...rule.start(), contains: 'a' }))).toContain('contains: Ao menos 2 letras')
    const pix = { ...rule.start(), contains: 'PIX' }
    expect(messages(rule.typed.safeParse(pix))).toEqual(['category_id: Escolha a categoria ou o contato que a regra preenche'])
    expect(messages(rule.typed.safeParse({ ...pix, category_id, min_amount_cents: 200, max_amount_cents: 100 }))).toEqual([
      'max_amount_cents: Menor que o valor mínimo',
    ])
    expect(messages(rule.typed.safeParse({ ...pix, category_id, priority: '1000' }))).toEqual(['priority: De 0 a 999'])
  })
  it('of any direction sends none, and is filled again with what it holds', () => {
    const body = rule.typed.parse({ ...rule.start(), contains: ' PIX ', category_id, priority: '3' })
    expect(body).toMatchObject({ name: '', contains: 'PIX', direction: null, priority: 3, min_amount_cents: null, active: true })
    expect(rule.start({ ...body, direction: 'DEBIT' } as never)).toMatchObject({ direction: 'DEBIT', priority: '3', category_id })
  })
  it('says what else a line must be', () => {
    const any = { direction: null, min_amount_cents: null, max_amount_cents: null, bank_account_name: null } as Rule
    const said = (more: Partial<Rule>) => conditionsOf({ ...any, ...more }).replaceAll('\u00a0', ' ')
    expect(said({})).toBe('qualquer linha')
    expect(said({ direction: 'DEBIT', min_amount_cents: 1000, bank_account_name: 'Itaú 45871-3' })).toBe(
      'saídas a partir de R$ 10,00, Itaú 45871-3',
    )
  })
})

describe('where a category may stand', () => {
  const category = (id: string, parent_category_id: string | null) =>
    ({ id, name: id, kind: 'DEBIT', status: 'ACTIVE', parent_category_id, is_deductible: false, is_increasing: false }) as never

  it('never below itself, nor below the third level', () => {
    const all = [category('a', null), category('b', 'a'), category('c', 'b'), category('d', null)]
    expect(parentItems(all).map(item => item.id)).toEqual(['a', 'b', 'd'])
    expect(parentItems(all, 'a').map(item => item.id)).toEqual(['d'])
  })
})

describe('keys kept on the server', () => {
  it('are taken only when they are ours', () => {
    expect(readKeyPreferences({ singleKeys: 'grid', overrides: { 'bill.move': ['w'] } })).toEqual({
      singleKeys: 'grid',
      overrides: { 'bill.move': ['w'] },
    })
    for (const wrong of [undefined, null, 'on', {}, { singleKeys: 'x', overrides: {} }, { singleKeys: 'on', overrides: { a: 'w' } }])
      expect(readKeyPreferences(wrong)).toBeUndefined()
  })
})
