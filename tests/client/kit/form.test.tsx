// Forms as a person uses them: masks, typed days and amounts, errors and where the focus goes.
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import { PhoneField, PostalCodeField } from '#client/kit/form/contact-fields.tsx'
import { DayField, dayProblem } from '#client/kit/form/day-field.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { fileProblem } from '#client/kit/form/file-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { OtpField } from '#client/kit/form/otp-field.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { TodayProvider } from '#client/kit/today.tsx'

afterEach(cleanup)

const bill = z.object({
  description: z.string().min(1, 'Diga o que é'),
  amount_cents: z.number({ error: 'Informe o valor' }).positive('Deve ser maior que zero'),
  due_date: z.iso.date('Data inválida').nullable(),
})

interface BillFormProps {
  onSubmit?: (values: z.output<typeof bill>) => unknown
  onEscape?: (dirty: boolean) => void
}

function BillForm({ onSubmit = () => undefined, onEscape }: BillFormProps) {
  return (
    <TodayProvider value="2026-11-11">
      <Form schema={bill} defaults={{ description: '', amount_cents: 0, due_date: null }} onSubmit={onSubmit} onEscape={onEscape}>
        <TextField name="description" label="Descrição" />
        <AmountField name="amount_cents" label="Valor" />
        <DayField name="due_date" label="Vencimento" />
        <FormFooter submitLabel="Salvar" />
      </Form>
    </TodayProvider>
  )
}

function Alone({ children, onValues, value = '' }: { children: ReactNode; onValues?: (values: unknown) => void; value?: string }) {
  return (
    <Form schema={z.object({ field: z.string() })} defaults={{ field: value }} onSubmit={values => onValues?.(values)}>
      {children}
    </Form>
  )
}

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const field = (name: string) => screen.getByRole('textbox', { name })

test('a refused form says how many fields to correct and focuses the first of them', async () => {
  const user = userEvent.setup()
  render(<BillForm />)
  await user.click(screen.getByRole('button', { name: /Salvar/ }))
  await waitFor(() => expect(document.activeElement).toBe(field('Descrição')))
  expect(screen.getByText('2 campos a corrigir')).toBeTruthy()
  expect(field('Descrição').getAttribute('aria-invalid')).toBe('true')
  const message = document.getElementById(field('Valor').getAttribute('aria-describedby') ?? '')
  expect(message?.textContent).toBe('Deve ser maior que zero')
  await user.type(field('Descrição'), 'Energia')
  expect(await screen.findByText('1 campo a corrigir')).toBeTruthy()
})

test('a checkbox, which takes Enter away, leaves the form its own chord', async () => {
  vi.stubGlobal('ResizeObserver', NoResizes)
  const user = userEvent.setup()
  const onValues = vi.fn()
  render(
    <Alone onValues={onValues} value="x">
      <Checkbox checked={false} onChange={() => {}} label="Pagar esta" />
    </Alone>,
  )
  screen.getByRole('checkbox').focus()
  await user.keyboard('{Enter}')
  expect(onValues).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onValues).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
})

test.each(['{Enter}', '{Control>}{Enter}{/Control}', '{Control>}s{/Control}'])('%s in a field saves what was typed', async keys => {
  const user = userEvent.setup()
  const onSubmit = vi.fn()
  const outer = vi.fn()
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the screen around the form
    <div onKeyDown={outer}>
      <BillForm onSubmit={onSubmit} />
    </div>,
  )
  await user.type(field('Descrição'), 'Energia')
  await user.type(field('Valor'), '1.284,90')
  await user.type(field('Vencimento'), '15/12')
  outer.mockClear()
  await user.keyboard(keys)
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ description: 'Energia', amount_cents: 128_490, due_date: '2026-12-15' })
  // nothing of the screen behind may act on the same key
  expect(outer.mock.calls.filter(([event]) => event.key === 'Enter' || event.key === 's')).toEqual([])
})

test('problems of the server land on their fields, unknown ones in the footer', async () => {
  const user = userEvent.setup()
  const onSubmit = () =>
    Promise.reject(
      Object.assign(new Error('422'), {
        details: [
          { field: 'due_date', message: 'Período fechado' },
          { field: 'nowhere', message: 'Sem permissão' },
        ],
      }),
    )
  render(<BillForm onSubmit={onSubmit} />)
  await user.type(field('Descrição'), 'Energia')
  await user.type(field('Valor'), '10{Enter}')
  expect(await screen.findByText('Período fechado')).toBeTruthy()
  expect(screen.getByText('Sem permissão')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Vencimento')))
})

test('Esc tells the holder whether something would be lost', async () => {
  const user = userEvent.setup()
  const onEscape = vi.fn()
  render(<BillForm onEscape={onEscape} />)
  await user.click(field('Descrição'))
  await user.keyboard('{Escape}')
  expect(onEscape).toHaveBeenLastCalledWith(false)
  await user.keyboard('x{Escape}')
  expect(onEscape).toHaveBeenLastCalledWith(true)
})

test('an amount is typed as people type and shown as money when left', async () => {
  const user = userEvent.setup()
  render(<BillForm />)
  await user.type(field('Valor'), '=120*3')
  expect(screen.getByText('360,00')).toBeTruthy()
  await user.tab()
  expect(field('Valor')).toHaveProperty('value', '360,00')
})

test('a day is typed in words, shown before it is taken, and moved by the arrows', async () => {
  const user = userEvent.setup()
  render(<BillForm />)
  const due = field('Vencimento') as HTMLInputElement
  await user.type(due, '15/12')
  expect(screen.getByText('ter, 15/12/2026')).toBeTruthy()
  await user.keyboard('{ArrowUp}')
  expect(due.value).toBe('16/12/2026')
  await user.keyboard('{PageDown}')
  expect(due.value).toBe('16/11/2026')
  await user.clear(due)
  await user.keyboard('h')
  expect(due.value).toBe('11/11/2026')
  await user.keyboard('oje')
  expect(due.value).toBe('11/11/2026')
  await user.clear(due)
  await user.keyboard('ontem')
  expect(screen.getByText('ter, 10/11/2026')).toBeTruthy()
})

test('a day the calendar does not have is refused in words', async () => {
  expect(dayProblem('31/11/2026', '2026-11-11')).toBe('Novembro tem 30 dias')
  expect(dayProblem('30/02/2027', '2026-11-11')).toBe('Fevereiro tem 28 dias')
  expect(dayProblem('amanhã cedo', '2026-11-11')).toBe('Data inválida')
  const user = userEvent.setup()
  render(<BillForm />)
  await user.type(field('Vencimento'), '31/11/2026{Enter}')
  expect(await screen.findByText('Novembro tem 30 dias')).toBeTruthy()
  expect(field('Vencimento')).toHaveProperty('value', '31/11/2026')
})

test('the calendar opens from the keyboard and gives the day back to the field', async () => {
  const user = userEvent.setup()
  render(<BillForm />)
  await user.type(field('Vencimento'), '15/12')
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('15/12/2026'))
  await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  expect(field('Vencimento')).toHaveProperty('value', '23/12/2026')
})

test('a document is masked as CPF, then as CNPJ, and looked up once when whole and valid', async () => {
  const user = userEvent.setup()
  const onComplete = vi.fn()
  render(
    <Alone>
      <DocumentField name="field" label="CPF ou CNPJ" onComplete={onComplete} />
    </Alone>,
  )
  const input = field('CPF ou CNPJ') as HTMLInputElement
  await user.type(input, '52998224725')
  expect(input.value).toBe('529.982.247-25')
  expect(onComplete.mock.calls).toEqual([['52998224725']])
  await user.clear(input)
  await user.type(input, '11222333000181')
  expect(input.value).toBe('11.222.333/0001-81')
  expect(onComplete).toHaveBeenCalledTimes(2)
})

test('the caret stays where a masked text was corrected', async () => {
  const user = userEvent.setup()
  render(
    <Alone value="52998224725">
      <DocumentField name="field" label="CPF ou CNPJ" />
    </Alone>,
  )
  const input = field('CPF ou CNPJ') as HTMLInputElement
  await user.click(input)
  act(() => input.setSelectionRange(6, 6))
  await user.keyboard('{Backspace}')
  expect(input.value).toBe('529.922.472-5')
  expect(input.selectionStart).toBe(5)
})

test('known contacts are suggested by their document and chosen by key', async () => {
  const user = userEvent.setup()
  const onSuggestion = vi.fn()
  const contacts = [
    { id: 'a', name: 'Café da Praça', document_number: '52998224725' },
    { id: 'b', name: 'Granja Boa Vista', document_number: '11222333000181' },
  ]
  render(
    <Alone>
      <DocumentField name="field" label="Documento" contacts={contacts} onSuggestion={onSuggestion} />
    </Alone>,
  )
  await user.type(screen.getByRole('combobox', { name: 'Documento' }), '1222')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onSuggestion).toHaveBeenCalledWith(contacts[1])
  expect(screen.getByRole('combobox', { name: 'Documento' })).toHaveProperty('value', '11.222.333/0001-81')
})

test('the postal code is asked for at nine characters, mask included', async () => {
  const user = userEvent.setup()
  const onComplete = vi.fn()
  render(
    <Alone>
      <PostalCodeField name="field" label="CEP" onComplete={onComplete} />
    </Alone>,
  )
  await user.type(field('CEP'), '0131010')
  expect(onComplete).not.toHaveBeenCalled()
  await user.type(field('CEP'), '09')
  expect(field('CEP')).toHaveProperty('value', '01310-100')
  expect(onComplete.mock.calls).toEqual([['01310-100']])
})

test('a phone is shown masked and held as Pix wants it', async () => {
  const user = userEvent.setup()
  const onValues = vi.fn()
  render(
    <Alone onValues={onValues}>
      <PhoneField name="field" label="Telefone" />
    </Alone>,
  )
  await user.type(field('Telefone'), '11987654321{Enter}')
  expect(field('Telefone')).toHaveProperty('value', '(11) 98765-4321')
  await waitFor(() => expect(onValues).toHaveBeenCalledWith({ field: '+5511987654321' }))
})

test.each([
  ['08001234567', '0800 123 4567', '08001234567'],
  ['40041234', '4004-1234', '40041234'],
  ['+12025550123', '+12025550123', '+12025550123'],
  ['abc', '', ''],
])('a phone typed as %s is shown as %j', async (typed, shown, held) => {
  const user = userEvent.setup()
  const onValues = vi.fn()
  render(
    <Alone onValues={onValues}>
      <PhoneField name="field" label="Telefone" />
    </Alone>,
  )
  await user.type(field('Telefone'), `${typed}{Enter}`)
  expect(field('Telefone')).toHaveProperty('value', shown)
  await waitFor(() => expect(onValues).toHaveBeenCalledWith({ field: held }))
})

test('a pasted code fills the six boxes and is handed over once', async () => {
  const user = userEvent.setup()
  const onComplete = vi.fn()
  render(
    <Alone>
      <OtpField name="field" label="Código" onComplete={onComplete} />
    </Alone>,
  )
  const input = field('Código')
  expect(input.getAttribute('autocomplete')).toBe('one-time-code')
  await user.click(input)
  await user.paste('123 456 7')
  expect(input).toHaveProperty('value', '123456')
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test('a password is hidden until asked', async () => {
  const user = userEvent.setup()
  render(
    <Alone value="segredo">
      <PasswordField name="field" label="Senha" />
    </Alone>,
  )
  const input = screen.getByLabelText('Senha')
  expect(input.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Mostrar senha' }))
  expect(input.getAttribute('type')).toBe('text')
})

test('a file of another kind, too large or empty is refused with its name', () => {
  const file = (name: string, size: number) => new File([new Uint8Array(size)], name)
  expect(fileProblem(file('extrato.ofx', 10), ['.ofx'], 100)).toBeNull()
  expect(fileProblem(file('foto.exe', 10), ['.ofx'], 100)).toBe('foto.exe: tipo de arquivo não aceito')
  expect(fileProblem(file('extrato.OFX', 200), ['.ofx'], 100)).toBe('extrato.OFX: passa de 1 kB')
  expect(fileProblem(file('extrato.ofx', 0), ['.ofx'], 100)).toBe('extrato.ofx: arquivo vazio')
})

/** A dialog that sees a node go while nothing has the focus takes it for itself: between leaving one field and entering the next. */
test.each([
  ['Vencimento', 'hoje'],
  ['Vencimento', '15/12'],
  ['Vencimento', '+5d'],
  ['Vencimento', '+5'],
  ['Valor', '=120*3'],
])('%s with %s typed removes nothing from the form when it is left', async (name, text) => {
  const user = userEvent.setup()
  const { container } = render(<BillForm />)
  await user.type(field(name), text)
  const removed: Node[] = []
  new MutationObserver(changes => removed.push(...changes.flatMap(change => [...change.removedNodes]))).observe(container, {
    childList: true,
    subtree: true,
  })
  await user.tab()
  expect(removed).toEqual([])
  expect(document.activeElement).not.toBe(field(name))
})
