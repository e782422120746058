// A new bill, as a person fills it in: what is sent, what is asked again, a series, one already paid, and save and new.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { currentContext } from '#client/surfaces/context.ts'
import { houseCommand } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { targetOn } from '#commands/kit/command.ts'
import type { Bill } from '#contract/bills.ts'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { refusal } from '../fake-server.ts'
import { BILLS, button, closeTitles, errorOf, field, openAt, toast, undoStack, V1 } from './at-titles.tsx'
import { billOf, ids } from './records.ts'

afterEach(closeTitles)

const LINE = '34190000090000000000000000011874516620000037550'

const created = { body: billOf({ id: ids.created }), status: 201, headers: { 'x-batch-id': 'batch-1' } }
const openForm = async (answers: Parameters<typeof openAt>[1] = {}) => {
  const opened = await openAt(`${BILLS}/create?bills=status:pendente`, { [`POST ${V1}/bills`]: created, ...answers })
  await screen.findByRole('dialog', { name: 'Nova conta a pagar' })
  return opened
}
const save = () => userEvent.click(button(/^Salvar.*/))
const sent = (opened: Awaited<ReturnType<typeof openForm>>, at = `POST ${V1}/bills`) =>
  opened.server.bodies(at) as Record<string, unknown>[]
async function choose(label: string, text: string) {
  await userEvent.type(field(label), text)
  await userEvent.keyboard('{Enter}')
}

describe('a new bill', () => {
  it('starts in the amount, due today, and is saved with what was typed, keeping the list’s filter', async () => {
    const opened = await openForm()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Valor' })))
    expect(screen.getByRole('combobox', { name: 'Fornecedor' })).toBe(field('Fornecedor'))
    expect(screen.getByRole('button', { name: /^Salvar/ })).toBe(button(/^Salvar.*/))
    expect(field('Vencimento').value).toBe('11/11/2026')
    await userEvent.type(field('Valor'), '1.284,90')
    await userEvent.clear(field('Vencimento'))
    await userEvent.type(field('Vencimento'), '15/12')
    await userEvent.type(field('Descrição'), 'Energia')
    await choose('Fornecedor', 'luz')
    await choose('Categoria', 'ener')
    await userEvent.type(field('Linha digitável do boleto'), formatDigitableLine(LINE))
    await save()
    await waitFor(() => expect(opened.path()).toBe(BILLS))
    expect(opened.search().bills).toBe('status:pendente')
    expect(sent(opened)).toEqual([
      {
        amount_cents: 128_490,
        due_date: '2026-12-15',
        additional_information: 'Energia',
        competence_date: null,
        issue_date: null,
        contact_id: ids.supplier,
        category_id: ids.category,
        bank_account_id: null,
        payment_method: null,
        document_number: '',
        payment_details: { boleto: { digitable_line: LINE } },
      },
    ])
    expect(toast()).toMatchObject({ title: 'Conta criada', action: { label: 'Desfazer' } })
    expect(undoStack()).toMatchObject([{ batch_ids: ['batch-1'], focus: [ids.created] }])
  })

  it('says beside each field what is missing and goes to the first', async () => {
    const opened = await openForm()
    await userEvent.clear(field('Vencimento'))
    await userEvent.click(field('Descrição'))
    await save()
    await waitFor(() => expect(document.activeElement).toBe(field('Valor')))
    expect(errorOf(field('Valor'))).toContain('Informe o valor')
    expect(errorOf(field('Vencimento'))).toContain('Informe o vencimento')
    expect(screen.getByText('2 campos a corrigir')).toBeTruthy()
    expect(sent(opened)).toEqual([])
  })

  it('refuses a line that no bank would pay, beside its field', async () => {
    const opened = await openForm()
    await userEvent.type(field('Valor'), '80')
    await userEvent.type(field('Linha digitável do boleto'), '123')
    await save()
    await waitFor(() => expect(errorOf(field('Linha digitável do boleto'))).toContain('Linha digitável inválida'))
    expect(sent(opened)).toEqual([])
  })

  it('puts what the server refuses beside its field, and stays', async () => {
    const details = [{ field: 'due_date', message: 'Este período está fechado' }]
    const opened = await openForm({ [`POST ${V1}/bills`]: refusal(422, 'validation.failed', 'Confira os campos', { details }) })
    await userEvent.type(field('Valor'), '80')
    await save()
    await waitFor(() => expect(errorOf(field('Vencimento'))).toContain('Este período está fechado'))
    expect(opened.path()).toBe(`${BILLS}/create`)
    expect(undoStack()).toEqual([])
  })

  it('says in a toast what belongs to no field', async () => {
    await openForm({ [`POST ${V1}/bills`]: refusal(409, 'period.closed', 'O período está fechado.') })
    await userEvent.type(field('Valor'), '80')
    await save()
    await waitFor(() => expect(toast()).toMatchObject({ description: 'O período está fechado.', variant: 'destructive' }))
  })

  it('already paid needs the account it was paid from', async () => {
    const opened = await openForm()
    await userEvent.type(field('Valor'), '80')
    await userEvent.click(screen.getByRole('switch', { name: 'Já foi paga' }))
    await save()
    const account = field('Conta bancária')
    await waitFor(() => expect(document.activeElement).toBe(account))
    expect(errorOf(account)).toContain('Escolha a conta bancária')
    await choose('Conta bancária', 'ita')
    await save()
    await waitFor(() => expect(sent(opened)).toMatchObject([{ status: 'PAID', bank_account_id: ids.account }]))
  })

  it('repeated is made as a series, which is never already paid', async () => {
    const at = `POST ${V1}/recurring_bills`
    const opened = await openForm({ [at]: { ...created, body: [billOf({ id: ids.created }), billOf({ id: ids.second })] } })
    await userEvent.type(field('Valor'), '80')
    await userEvent.click(screen.getByRole('switch', { name: 'Já foi paga' }))
    await userEvent.click(screen.getByRole('switch', { name: /^Repetir/ }))
    expect(screen.queryByRole('switch', { name: 'Já foi paga' })).toBeNull()
    await userEvent.clear(field('Quantas vezes'))
    await save()
    await waitFor(() => expect(document.activeElement).toBe(field('Quantas vezes')))
    await userEvent.type(field('Quantas vezes'), '2')
    await save()
    await waitFor(() => expect(toast()?.title).toBe('2 contas criadas'))
    const [body] = sent(opened, at)
    expect(body).toMatchObject({ amount_cents: 8000, frequency_interval: 'MONTHLY', frequency_unit: 2, business_day: 'NONE' })
    expect(body).not.toHaveProperty('status')
    expect(opened.server.count(`POST ${V1}/bills`)).toBe(0)
  })

  it('saved with mod+Shift+Enter leaves an empty form, with the focus at its start', async () => {
    const opened = await openForm()
    await userEvent.type(field('Descrição'), 'Energia')
    await userEvent.type(field('Valor'), '80')
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(sent(opened)).toHaveLength(1))
    await waitFor(() => expect(field('Valor').value).toBe(''))
    expect(field('Descrição').value).toBe('')
    expect(document.activeElement).toBe(field('Valor'))
    expect(opened.path()).toBe(`${BILLS}/create`)
    await userEvent.type(field('Valor'), '90')
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(sent(opened).map(body => body.amount_cents)).toEqual([8000, 9000]))
    await waitFor(() => expect(field('Valor').value).toBe(''))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opened.path()).toBe(BILLS))
  })

  it('with something typed is left after a question only', async () => {
    const opened = await openForm()
    await userEvent.type(field('Descrição'), 'E')
    await userEvent.click(button(/^Cancelar.*/))
    expect(await screen.findByText('Descartar o que foi digitado?')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Continuar editando/ }))
    expect(opened.path()).toBe(`${BILLS}/create`)
    await userEvent.click(button(/^Cancelar.*/))
    await userEvent.click(await screen.findByRole('button', { name: /^Descartar/ }))
    await waitFor(() => expect(opened.path()).toBe(BILLS))
  })
  it('with what was typed taken out again is left without a question', async () => {
    const opened = await openForm()
    await userEvent.type(field('Valor'), '1')
    await userEvent.type(field('Descrição'), 'E')
    await userEvent.clear(field('Valor'))
    await userEvent.clear(field('Descrição'))
    await userEvent.click(button(/^Cancelar.*/))
    await waitFor(() => expect(opened.path()).toBe(BILLS))
  })
  it('untouched is left without a question', async () => {
    const opened = await openForm()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opened.path()).toBe(BILLS))
  })

  it('offers to add an account over the form, which keeps what was typed', async () => {
    await openForm()
    await userEvent.type(field('Valor'), '80')
    await userEvent.click(field('Conta bancária'))
    await userEvent.click(await screen.findByText(/Adicionar conta bancária/))
    expect(await screen.findByRole('dialog', { name: 'Nova conta bancária' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Valor').value).toBe('80,00')
  })
})

describe('from a list whose row has the focus', () => {
  it('starts empty, at its address', async () => {
    const opened = await openAt(BILLS)
    const target = targetOn('bill', [billOf()], { company: currentContext().target.company, from: 'focus' })
    act(() => void runCommand(houseCommand('bill.create'), { source: 'key', context: { ...currentContext(), target } }))
    await screen.findByRole('dialog', { name: 'Nova conta a pagar' })
    expect(opened.path()).toBe(`${BILLS}/create`)
    expect(field('Valor').value).toBe('')
    expect(screen.getByRole('switch', { name: 'Já foi paga' })).toBeTruthy()
  })
})

describe('who may not create', () => {
  it('finds the reason at the address, and no form', async () => {
    const opened = await openAt(`${BILLS}/create`, {}, { can: () => false })
    const dialog = await screen.findByRole('dialog', { name: 'Nova conta a pagar' })
    expect(dialog.textContent).toContain('Seu cargo não permite esta ação.')
    expect(screen.queryByRole('textbox', { name: 'Valor' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opened.path()).toBe(BILLS))
  })
})

describe('changing a bill', () => {
  const at = `PATCH ${V1}/bills/${ids.bill}`
  it('sends its fields with the version read, and keeps the payment details the form does not show', async () => {
    const record = billOf({ payment_details: { boleto: { digitable_line: '34191' }, pix_key: 'ana@sol.example' } })
    const opened = await openAt(`${BILLS}/${ids.bill}/update`, {
      [`GET ${V1}/bills/${ids.bill}`]: { body: record },
      [at]: { body: record, headers: { 'x-batch-id': 'batch-1' } },
    })
    await screen.findByRole('dialog', { name: 'Alterar conta a pagar' })
    expect(field('Valor').value).toBe('1.000,00')
    await userEvent.clear(field('Linha digitável do boleto'))
    await save()
    await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
    expect(opened.server.bodies(at)).toMatchObject([
      { version: 3, amount_cents: 100_000, payment_details: { boleto: null, pix_key: 'ana@sol.example' } },
    ])
    expect(toast()?.title).toBe('Conta alterada')
  })
  it('keeps a line stored before lines were judged, but takes no other wrong one', async () => {
    const record = billOf({ payment_details: { boleto: { digitable_line: '123' } } })
    const opened = await openAt(`${BILLS}/${ids.bill}/update`, {
      [`GET ${V1}/bills/${ids.bill}`]: { body: record },
      [at]: { body: record, headers: { 'x-batch-id': 'batch-1' } },
    })
    await screen.findByRole('dialog', { name: 'Alterar conta a pagar' })
    await userEvent.type(field('Linha digitável do boleto'), '4')
    await save()
    await waitFor(() => expect(errorOf(field('Linha digitável do boleto'))).toContain('Linha digitável inválida'))
    await userEvent.type(field('Linha digitável do boleto'), '{Backspace}')
    await save()
    await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
    const [body] = opened.server.bodies(at)
    expect(body).not.toHaveProperty('payment_details')
  })
  it('that somebody else changed meanwhile says so and stays, and the next try is sent over the change it shows', async () => {
    const stale = refusal(409, 'conflict.stale_version', 'Outra pessoa mudou este registro.')
    const opened = await openAt(`${BILLS}/${ids.bill}/update`, { [at]: stale })
    await screen.findByRole('dialog', { name: 'Alterar conta a pagar' })
    await userEvent.clear(field('Descrição'))
    await userEvent.type(field('Descrição'), 'Luz')
    const theirs = billOf({ version: 4, amount_cents: 90_000, additional_information: 'Energia, outubro' })
    opened.server.answer(`GET ${V1}/bills/${ids.bill}`, { body: theirs })
    await save()
    const changed = await screen.findByRole('region', { name: 'Mudou enquanto você digitava' })
    expect(changed.textContent).toContain('Outra pessoa mudou este registro')
    expect(opened.path()).toBe(`${BILLS}/${ids.bill}/update`)
    expect(toast()).toBeNull()
    // Where nothing was typed the other's value stands, elsewhere the person's own.
    expect(field('Valor').value).toBe('900,00')
    expect(field('Descrição').value).toBe('Luz')
    opened.server.answer(at, { body: theirs, headers: { 'x-batch-id': 'batch-1' } })
    await save()
    await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
    expect(opened.server.bodies(at)).toMatchObject([
      { version: 3, amount_cents: 100_000, additional_information: 'Luz' },
      { version: 4, amount_cents: 90_000, additional_information: 'Luz' },
    ])
  })
  it('that may not be changed says why, in the place of the form', async () => {
    const opened = await openAt(`${BILLS}/${ids.bill}/update`, {
      [`GET ${V1}/bills/${ids.bill}`]: { body: billOf({ editable: false, status: 'WAITING_PAYMENT' }) },
    })
    const dialog = await screen.findByRole('dialog', { name: 'Alterar em formulário' })
    expect(dialog.textContent).toContain('não pode ser alterada')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
  })

  describe('of a series', () => {
    const record = billOf({
      recurrence_id: ids.created,
      recurrence_index: 2,
      scheduled_recurrence: { id: ids.created, frequency_interval: 'MONTHLY', frequency_unit: 12, initial_date: '2026-09-05' },
    })
    const opening = (more: Partial<Bill> = {}) =>
      openAt(`${BILLS}/${ids.bill}/update`, {
        [`GET ${V1}/bills/${ids.bill}`]: { body: { ...record, ...more } },
        [at]: { body: record, headers: { 'x-batch-id': 'batch-1' } },
        [`${at}/series`]: {
          body: { updated: 2, ids: [], blocked: [{ id: ids.created, error_id: 'period.closed', message: 'Reabra o período.' }] },
          headers: { 'x-batch-id': 'batch-2' },
        },
      })

    it('asks how far the change goes, and one answer is one undo', async () => {
      const opened = await opening()
      await screen.findByRole('dialog', { name: 'Alterar conta a pagar' })
      await save()
      const choices = await screen.findAllByRole('option')
      expect(choices.map(choice => choice.textContent)).toEqual(['1Só esta', '2Esta e as próximasem aberto', '3Todas em aberto'])
      await userEvent.keyboard('2')
      await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
      expect(opened.server.bodies(`${at}/series`)).toMatchObject([{ version: 3, amount_cents: 100_000 }])
      expect(opened.server.bodies(at)).toEqual([])
      expect(toast()).toMatchObject({
        title: '2 contas da série alteradas',
        description: '1 conta ficou como estava. Reabra o período.',
        action: { label: 'Desfazer' },
      })
      expect(undoStack()).toMatchObject([{ batch_ids: ['batch-2'], focus: [ids.bill] }])
    })

    it('writes one when only that is meant, and nothing when the question is left', async () => {
      const opened = await opening()
      await screen.findByRole('dialog', { name: 'Alterar conta a pagar' })
      await save()
      await screen.findAllByRole('option')
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]))
      expect(opened.path()).toBe(`${BILLS}/${ids.bill}/update`)
      await save()
      await userEvent.click(await screen.findByRole('option', { name: /Só esta/ }))
      await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
      expect(opened.server.bodies(at)).toHaveLength(1)
      expect(opened.server.bodies(`${at}/series`)).toEqual([])
    })

    it('does not ask of one that was paid', async () => {
      const opened = await opening({ status: 'PAID' })
      await screen.findByRole('dialog', { name: 'Alterar conta a pagar' })
      await save()
      await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
      expect(opened.server.bodies(at)).toHaveLength(1)
    })
  })
})
