// A Pix by account: bank data in their one form, and what is kept in the contact that was chosen.
import { expect, test } from 'vitest'
import { AccountForm, accountDefaults, accountOf, hasOther, keepsIn } from '#client/features/wallet/pix-account-model.ts'

const typed = {
  ...accountDefaults,
  routing_number: '001',
  branch_number: '1234-3',
  account_number: '123455',
  document_number: '529.982.247-25',
  name: 'Ana Lima ',
  amount_cents: 810,
}
const account = accountOf(typed)
const contact = { id: 'a', document_number: '52998224725', bank_account: null }

test('is sent as bank data are kept, and a digit that is known to be wrong stays in the form', () => {
  expect(account).toEqual({
    routing_number: '001',
    branch_number: '1234-3',
    account_number: '12345-5',
    account_type: 'CHECKING',
    document_number: '52998224725',
    name: 'Ana Lima',
  })
  expect(AccountForm.safeParse(typed).success).toBe(true)
  expect(AccountForm.safeParse({ ...typed, account_number: '12345-6' }).error?.issues).toMatchObject([{ path: ['account_number'] }])
})

test('is kept in a contact that has none or others, with a holder only where that is somebody else', () => {
  const held = { ...account, holder_document_number: null, holder_name: null }
  expect(hasOther(contact, account)).toBe(true)
  expect(hasOther({ ...contact, bank_account: held }, account)).toBe(false)
  expect(hasOther({ ...contact, bank_account: { ...held, account_number: '99-9' } }, account)).toBe(true)
  expect(keepsIn(contact, account)).toEqual({ contact_id: 'a', holder: null })
  expect(keepsIn({ ...contact, document_number: '11144477735' }, account).holder).toEqual({
    document_number: '52998224725',
    name: 'Ana Lima',
  })
})
