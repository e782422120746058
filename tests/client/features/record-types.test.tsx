// A listing takes the records of its own kind, and so does a target: the compiler is the test.
import { expect, it } from 'vitest'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { targetOn } from '#commands/kit/command.ts'
import type { Contact } from '#contract/contacts.ts'
import type { Rule } from '#contract/reconciliation.ts'

const contacts: Contact[] = []
const rules: Rule[] = []
const shared = {
  label: '',
  noun: ['regra', 'regras'] as const,
  reading: { isPending: false, isError: false, isFetching: false, error: null, refetch: () => {} },
  rowName: () => '',
  textOf: () => '',
  filter: '',
  onFilter: () => {},
  toolbar: 'rules.toolbar' as const,
  empty: { title: '' },
}

it('a listing of rules takes rules and no contacts', () => {
  const right = <ListingScreen {...shared} kind="rule" rows={rules} columns={[]} />
  // @ts-expect-error a contact is no rule
  const wrong = <ListingScreen {...shared} kind="rule" rows={contacts} columns={[]} />
  expect(right.type).toBe(wrong.type)
})

it('a target of rules takes rules and no contacts', () => {
  const here = { company: undefined, from: 'focus' } as const
  // @ts-expect-error a contact is no rule
  expect(targetOn('rule', contacts, here)).toEqual(targetOn('rule', rules, here))
})
