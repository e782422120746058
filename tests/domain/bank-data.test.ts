// Bank data of a payee: read in any of the ways people write them, and checked where the bank's rule is known.
import { describe, expect, it } from 'vitest'
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { accountParts, accountWithDigit, bankDataOf, bankDataProblem } from '#domain/payments/bank-data.ts'

const problem = (routing_number: string, branch_number: string, account_number: string) =>
  bankDataProblem(bankDataOf({ routing_number, branch_number, account_number }))

describe('an account', () => {
  it.each([
    ['12345-6', '12345-6'],
    ['12.345-6', '12345-6'],
    ['123456', '12345-6'],
    [' 1234 5-x ', '12345-X'],
    ['12345X', '12345-X'],
    ['conta', 'CONTA'],
    ['7', '7'],
  ])('%s is %s', (typed, kept) => expect(accountWithDigit(typed)).toBe(kept))

  it('is taken apart', () => expect(accountParts('12345-X')).toEqual({ account: '12345', account_digit: 'X' }))
})

describe('the digits', () => {
  it('of Itaú count branch and account', () => {
    const digit = itauAccountDigit({ branch: '7307', account: '14446' })
    expect(problem('341', '7307', `14446-${digit}`)).toBeUndefined()
    expect(problem('341', '7307', `000014446-${digit}`)).toBeUndefined()
    expect(problem('341', '7308', `14446-${digit}`)?.[1]).toMatch(/confira a agência e a conta/)
    expect(problem('341', '7307', '144461-1')?.[1]).toMatch(/até 5 algarismos/)
  })

  it('of Banco do Brasil stand in the branch too, where it is given', () => {
    expect(problem('001', '9999-6', '99999999-X')?.[0]).toBe('account_number')
    expect(problem('001', '1234-3', '12345-5')).toBeUndefined()
    expect(problem('001', '1234', '12345-5')).toBeUndefined()
    expect(problem('001', '1234-4', '12345-5')).toEqual(['branch_number', 'O dígito da agência 1234 não é 4: confira.'])
    expect(problem('001', '1234', '12345-6')?.[0]).toBe('account_number')
  })

  it('of a bank without a known rule are believed, but never left out', () => {
    expect(problem('260', '0001', '3819671-3')).toBeUndefined()
    expect(problem('260', '0001', '7')?.[0]).toBe('account_number')
    expect(problem('260', 'centro', '38196713')).toEqual(['branch_number', 'Agência: até 4 algarismos, e o dígito se houver'])
    expect(problem('260', '12345', '38196713')?.[0]).toBe('branch_number')
  })
})
