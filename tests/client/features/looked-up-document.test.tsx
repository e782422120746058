// A field of a document asks the public registry, fills what nobody typed, and no form has one that does not.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form } from '#client/kit/form/form.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import { fakeServer } from '../fake-server.ts'

const CNPJ = '11222333000181'
const OTHER = '11444777000161'
const CPF = '52998224725'
const ABSENT = [
  'trade_name',
  'email',
  'phone_number',
  'legal_nature',
  'social_capital_amount_cents',
  'opening_date',
  'main_cnae',
  'main_cnae_code',
]
const OPTIONS = ['mei_option_date', 'mei_exclusion_date', 'simples_option_date', 'simples_exclusion_date']
const factsOf = (document_number: string, name: string, city: string) => ({
  body: {
    ...Object.fromEntries([...ABSENT, ...OPTIONS].map(fact => [fact, null])),
    ...{ id: document_number, document_number, name, address: { city, state: 'SP' }, verified: true },
    ...{ situation: 'ATIVA', size: 'ME', branch_matriz: 'MATRIZ', source: 'local' },
  },
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const schema = z.object({ document_number: z.string(), name: z.string(), address: z.object({ city: z.string() }) })

function open() {
  const server = fakeServer({
    [`GET /v1/legal_entities/${CNPJ}/registration_data`]: factsOf(CNPJ, 'Padaria Aurora Ltda', 'Campinas'),
    [`GET /v1/legal_entities/${OTHER}/registration_data`]: factsOf(OTHER, 'Oficina Lua Ltda', 'Itu'),
    [`GET /v1/natural_entities/${CPF}/registration_data`]: {
      body: { document_number: CPF, name: 'Ana Lima', situation: 'REGULAR', source: 'local' },
    },
  })
  render(
    <TooltipProvider>
      <Form
        schema={schema}
        defaults={{ document_number: '', name: '', address: { city: '' } }}
        label="Cadastro"
        onSubmit={async () => undefined}
      >
        <LookedUpDocument name="document_number" label="CPF ou CNPJ" />
        <TextField name="name" label="Nome" />
        <TextField name="address.city" label="Cidade" />
      </Form>
    </TooltipProvider>,
  )
  return server
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => act(async () => void fireEvent.change(field(label), { target: { value } }))

test('a company fills name and address, and another number what the first one filled', async () => {
  open()
  await type('CPF ou CNPJ', CNPJ)
  await waitFor(() => expect(field('Nome').value).toBe('Padaria Aurora Ltda'))
  expect(field('Cidade').value).toBe('Campinas')
  expect(screen.getByText('Preenchido pelo cadastro público: confira.')).toBeTruthy()
  await type('CPF ou CNPJ', OTHER)
  await waitFor(() => expect(field('Nome').value).toBe('Oficina Lua Ltda'))
  expect(field('Cidade').value).toBe('Itu')
})

test('what was typed stays, a person has a name too, and who is not known is said', async () => {
  open()
  await type('Nome', 'Ana')
  await type('CPF ou CNPJ', CNPJ)
  await waitFor(() => expect(field('Cidade').value).toBe('Campinas'))
  expect(field('Nome').value).toBe('Ana')
  await type('Nome', '')
  await type('CPF ou CNPJ', CPF)
  await waitFor(() => expect(field('Nome').value).toBe('Ana Lima'))
  await type('CPF ou CNPJ', '39053344705')
  await waitFor(() => expect(screen.getByText('Não está no cadastro público: preencha os dados.')).toBeTruthy())
})

const CLIENT = join(import.meta.dirname, '../../../src/client')
const FIELD = /<DocumentField\b[\s\S]*?\/>/g

/** Whoever authorises at a bank is nobody's record. */
const NO_RECORD = 'name="holder_document"'

test('every document field of the client is looked up, but where one signs in with it', () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.tsx'))
  const found = files.flatMap(path => (readFileSync(join(CLIENT, path), 'utf8').match(FIELD) ?? []).map(drawn => ({ path, drawn })))
  expect(found.length).toBeGreaterThan(3)
  const without = found.filter(
    ({ drawn }) => !drawn.includes('onComplete=') && !drawn.includes('autoComplete="username"') && !drawn.includes(NO_RECORD),
  )
  expect(without.map(({ path, drawn }) => `${path}: ${drawn}`)).toEqual([])
})
