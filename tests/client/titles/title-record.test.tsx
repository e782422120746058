// One bill: what its drawer shows, settling it, attaching to it, deleting it by its address, and importing a sheet.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { runEscape } from '#client/surfaces/focus-stack.ts'
import { intend, onIntent } from '#client/surfaces/intents.ts'
import { refusal } from '../fake-server.ts'
import { BILLS, closeTitles, field, openAt, settle, toast, undoStack, V1 } from './at-titles.tsx'
import { billOf, ids, listOf } from './records.ts'

afterEach(closeTitles)

const RECORD = `${BILLS}/${ids.bill}`
const GET = `GET ${V1}/bills/${ids.bill}`
const batch = { 'x-batch-id': 'batch-1' }
const openDrawer = async (record = billOf(), answers: Parameters<typeof openAt>[1] = {}) => {
  const opened = await openAt(RECORD, { [GET]: { body: record }, ...answers })
  return { ...opened, drawer: await screen.findByRole('complementary', { name: record.additional_information ?? 'conta a pagar' }) }
}

describe('the drawer of a bill', () => {
  it('shows what it is, how late it is, and its facts in words', async () => {
    const record = billOf({
      status: 'APPROVED',
      payment_method: 'PIX',
      document_number: 'NF 77',
      recurrence_index: 2,
      scheduled_recurrence: { id: ids.group, frequency_interval: 'MONTHLY', frequency_unit: 12, initial_date: '2026-01-05' },
    })
    const { drawer } = await openDrawer(record)
    for (const text of ['Companhia de Luz', 'Saída', 'Aprovado', 'Vencida há 6 dias, em 05/11/2026', 'Energia elétrica', 'Pix', 'NF 77'])
      expect(within(drawer).getAllByText(text).length, text).toBeGreaterThan(0)
    expect(within(drawer).getByText(/R\$.1\.000,00/)).toBeTruthy()
    expect(within(drawer).getByText('3 de 12, mensal')).toBeTruthy()
    expect(within(drawer).queryByText('Linha digitável')).toBeNull()
    expect(within(drawer).getByText('Nenhum arquivo anexado.')).toBeTruthy()
    expect(within(drawer).getByText('Ainda sem linha do extrato.')).toBeTruthy()
  })
  it('of a paid one says since when, and warns of nothing', async () => {
    const { drawer } = await openDrawer(billOf({ status: 'PAID', date: '2026-11-09' }))
    expect(within(drawer).getByText('Paga em')).toBeTruthy()
    expect(within(drawer).getByText('09/11/2026')).toBeTruthy()
    expect(within(drawer).queryByText(/Vencida/)).toBeNull()
    expect(within(drawer).getByText('Baixada à mão, sem linha do extrato.')).toBeTruthy()
  })
  it('shows the bank line it is conciliated with, and what explains the rest', async () => {
    const line = {
      id: ids.line,
      company_id: ids.company,
      version: 1,
      date: '2026-11-09',
      time: null,
      description: 'PIX LUZ',
      amount_cents: -101_000,
      bank_account_id: ids.account,
      transaction_id: null,
      item_id: null,
      external_category_id: null,
      external_category: null,
      status: 'CONCILIATED',
      kind: 'DEBIT',
      conciliation_id: ids.group,
      category_id: null,
      contact_id: null,
    }
    const title = { kind: 'BILL', additional_information: null, contact_name: null, date: '2026-11-09', due_date: '2026-11-05' }
    const group = {
      id: ids.group,
      bank_statement_entries: [line],
      titles: [
        { ...title, id: ids.bill, amount_cents: 100_000, difference_kind: null },
        { ...title, id: ids.second, amount_cents: 1000, difference_kind: 'interest' },
      ],
      remaining_cents: 0,
      created_at: '2026-11-09T10:00:00Z',
      created_by_name: 'Ana',
    }
    const { drawer } = await openDrawer(billOf({ status: 'PAID', conciliation_id: ids.group, editable: false }), {
      [`GET ${V1}/bills/${ids.bill}/conciliation`]: { body: group },
    })
    expect(await within(drawer).findByText('Extrato 09/11/2026, PIX LUZ')).toBeTruthy()
    expect(within(drawer).getByText('Juros')).toBeTruthy()
  })
  it('names the notes it is tied to, each a way to the note', async () => {
    const note = { id: ids.file, source: 'LOCAL' as const, status: 'ISSUED' as const, number: 118, amount_cents: 185_000 }
    const { drawer } = await openDrawer(
      billOf({
        service_invoices: [{ ...note, kind: 'SERVICE' }],
        product_invoices: [{ ...note, id: ids.line, kind: 'CONSUMER', status: 'CANCELLED', number: null }],
      }),
    )
    const links = within(drawer).getAllByRole('link')
    expect(links.map(link => [link.textContent, link.getAttribute('href')?.split('?')[0]])).toEqual([
      ['NFS-e 118', `/company/${ids.company}/service-nfes/${ids.file}`],
      ['NFC-e sem número', `/company/${ids.company}/customer-nfes/${ids.line}`],
    ])
    expect(within(drawer).getByText('cancelada')).toBeTruthy()
  })
  it('that is gone says what to do, and offers no other try', async () => {
    await openAt(RECORD, { [GET]: refusal(404, 'resource.not_found', 'Esta conta não existe mais.') })
    expect(await screen.findByText('Não foi possível abrir a conta')).toBeTruthy()
    expect(screen.getByText('Esta conta não existe mais.')).toBeTruthy()
    expect(screen.getByText(/^Ele pode ter sido excluído/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Tentar de novo/ })).toBeNull()
  })
  it('that the server cannot give now offers another try', async () => {
    await openAt(RECORD, { [GET]: refusal(503, 'server.busy', 'Estamos com muito movimento.') })
    await screen.findByText('Não foi possível abrir a conta')
    expect(screen.getByRole('button', { name: /Tentar de novo/ })).toBeTruthy()
  })
  it('closes on Esc before the filter is cleared, and gives the focus back to its row', async () => {
    const focused: unknown[] = []
    const { path, search } = await openAt(`${RECORD}?bills=energia`)
    await screen.findByRole('complementary')
    const stop = onIntent('focus.record', id => void focused.push(id))
    act(() => void runEscape())
    await waitFor(() => expect(path()).toBe(BILLS))
    expect(search().bills).toBe('energia')
    expect(focused).toEqual([ids.bill])
    stop()
  })
  it('steps to the next row of the list as it is shown', async () => {
    const second = billOf({ id: ids.second, additional_information: 'Aluguel', due_date: '2026-11-20' })
    const { path } = await openDrawer(billOf(), {
      [`GET ${V1}/bills`]: { body: listOf(second, billOf()) },
      [`GET ${V1}/bills/${ids.second}`]: { body: second },
      [`GET ${V1}/bills/${ids.second}/conciliation`]: { body: null },
    })
    await settle()
    await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
    await waitFor(() => expect(path()).toBe(`${BILLS}/${ids.second}`))
    act(() => void intend('drawer.step', { id: ids.second, by: 1 }))
    expect(path()).toBe(`${BILLS}/${ids.second}`)
  })
})

describe('settling by hand', () => {
  const at = `POST ${V1}/bills/conciliation`
  const openDialog = async (answers: Parameters<typeof openAt>[1] = {}) => {
    const opened = await openAt(`${RECORD}/conciliation`, {
      [at]: { body: { conciliation_id: null, updated: 1 }, headers: batch },
      ...answers,
    })
    await screen.findByRole('dialog', { name: /^Conciliar R\$.1\.000,00$/ })
    return opened
  }
  const settleButton = () => screen.getByRole('button', { name: /^Marcar como paga/ })
  it('needs the account, proposes today, and is one step to undo', async () => {
    const opened = await openDialog()
    expect(field('Paga em').value).toBe('11/11/2026')
    await userEvent.click(settleButton())
    expect(await screen.findByText('Escolha a conta bancária')).toBeTruthy()
    await userEvent.type(screen.getByRole('combobox', { name: 'Conta bancária' }), 'ita{Enter}')
    await userEvent.click(settleButton())
    await waitFor(() => expect(opened.path()).toBe(RECORD))
    const differences = [
      { kind: 'fine', amount_cents: 2_000 },
      { kind: 'interest', amount_cents: 200 },
    ]
    expect(opened.server.bodies(at)).toEqual([{ bill_ids: [ids.bill], bank_account_id: ids.account, date: '2026-11-11', differences }])
    expect(toast()?.title).toBe('Conta paga')
    expect(undoStack()).toMatchObject([{ batch_ids: ['batch-1'], focus: [ids.bill] }])
  })
  it('proposes today when the bill is not due yet, and the account it has', async () => {
    await openDialog({ [GET]: { body: billOf({ due_date: '2026-11-30', bank_account_id: ids.account }) } })
    expect(field('Paga em').value).toBe('11/11/2026')
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Conta bancária' }).value).toContain('Itaú'))
  })
  it('late, proposes what most bills charge, until other charges are typed', async () => {
    const opened = await openDialog({ [GET]: { body: billOf({ bank_account_id: ids.account }) } })
    await userEvent.clear(field('Paga em'))
    await userEvent.type(field('Paga em'), '10/11/2026')
    await userEvent.tab()
    await waitFor(() => expect(field('Multa').value).toBe('20,00'))
    expect(field('Juros').value).toBe('1,67')
    expect(screen.getByText('1% ao mês, 5 dias')).toBeTruthy()
    await userEvent.clear(field('Multa'))
    await userEvent.type(field('Multa'), '5')
    await userEvent.type(field('Desconto'), '1')
    await userEvent.clear(field('Paga em'))
    await userEvent.type(field('Paga em'), '11/11/2026')
    await userEvent.tab()
    await waitFor(() => expect(field('Juros').value).toBe('2,00'))
    expect(field('Multa').value).toBe('5,00')
    expect(screen.getByText('R$ 1.006,00')).toBeTruthy()
    await userEvent.click(settleButton())
    await waitFor(() => expect(opened.path()).toBe(RECORD))
    expect(opened.server.bodies(at)).toEqual([
      {
        bill_ids: [ids.bill],
        bank_account_id: ids.account,
        date: '2026-11-11',
        differences: [
          { kind: 'fine', amount_cents: 500 },
          { kind: 'interest', amount_cents: 200 },
          { kind: 'discount', amount_cents: 100 },
        ],
      },
    ])
  })
  it('of a federal tax asks for that tax alone, and proposes what its law adds', async () => {
    const days = {
      due_date: '2026-11-05',
      competence_date: '2026-10-01',
      created_at: '2026-11-01T12:00:00Z',
      updated_at: '2026-11-01T12:00:00Z',
    }
    const cents = { amount_cents: 100_000, fine_cents: 1_980, interest_cents: 0, total_cents: 101_980, revenue_cents: null }
    const told = { steps: [], warnings: [], slips: [], slip: null, qr_code: null, additional_information: null }
    const darf = { revenue_code: null, assessment_date: null, reference_number: null }
    const tax = {
      id: ids.file,
      company_id: ids.company,
      version: 1,
      kind: 'DARF',
      status: 'OVERDUE',
      bill_id: ids.bill,
      ...days,
      ...cents,
      ...told,
      ...darf,
    }
    const opened = await openDialog({
      [GET]: { body: billOf({ bank_account_id: ids.account, tax_id: ids.file }) },
      [`GET /v1/taxes/${ids.company}/detail/${ids.file}`]: { body: tax },
    })
    await screen.findByRole('link', { name: 'DARF de outubro de 2026', hidden: true })
    await userEvent.clear(field('Paga em'))
    await userEvent.type(field('Paga em'), '11/11/2026')
    await userEvent.tab()
    await waitFor(() => expect(field('Multa').value).toBe('19,80'))
    expect(screen.getByText('0,33% ao dia, até 20%')).toBeTruthy()
    expect(opened.server.sent.filter(({ at }) => at.includes('/v1/taxes/'))).toHaveLength(1)
  })
  it('that is refused stays', async () => {
    const opened = await openDialog({
      [GET]: { body: billOf({ bank_account_id: ids.account }) },
      [at]: refusal(409, 'period.closed', 'O período está fechado.'),
    })
    await userEvent.click(settleButton())
    await waitFor(() => expect(toast()?.description).toBe('O período está fechado.'))
    expect(opened.path()).toBe(`${RECORD}/conciliation`)
  })
})

describe('the address of a deletion', () => {
  it('asks, and deletes the bill of the address whatever is marked in the list', async () => {
    const opened = await openAt(`${RECORD}/delete`, {
      [`GET ${V1}/bills`]: { body: listOf(billOf({ id: ids.second })) },
      [`PATCH ${V1}/entries/delete`]: { body: { updated: 1, ids: [ids.bill] }, headers: batch },
    })
    expect(await screen.findByText('Excluir a conta?')).toBeTruthy()
    expect(screen.getByText(/1 item · R\$.1\.000,00 · Padaria Sol/)).toBeTruthy()
    expect(opened.house.calls).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: /^Excluir/ }))
    await waitFor(() => expect(opened.path()).toBe(BILLS))
    expect(opened.house.calls).toMatchObject([{ id: 'entries.delete', input: { body: { entries: [ids.bill] } } }])
    expect(toast()?.title).toBe('1 conta excluída')
  })
  it('deletes nothing without a yes', async () => {
    const opened = await openAt(`${RECORD}/delete`)
    await screen.findByText('Excluir a conta?')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opened.path()).toBe(RECORD))
    expect(opened.house.calls).toEqual([])
  })
  it('of the selection says what is missing when nothing is marked', async () => {
    const opened = await openAt(`${BILLS}/delete`)
    await waitFor(() => expect(opened.path()).toBe(BILLS))
    expect(toast()).toMatchObject({ title: 'Excluir', description: 'selecione uma conta' })
  })
})

describe('files', () => {
  it('a sheet is sent to be looked at, as one of this side of the books', async () => {
    const at = `POST ${V1}/sheet_imports`
    const review = { id: ids.created, kind: 'bills', status: 'PREVIEW', file_name: 'contas.csv', header: [], rows: [], committed_count: 0 }
    const body = { ...review, company_id: ids.company, batch_id: null, created_at: '2026-11-20T12:00:00.000Z' }
    const opened = await openAt(`${BILLS}/upload`, { [at]: { body, status: 201 } })
    await screen.findByRole('dialog', { name: 'Importar contas a pagar' })
    await userEvent.upload(screen.getByLabelText(/Planilha/), new File(['a'], 'contas.csv', { type: 'text/csv' }))
    await userEvent.click(screen.getByRole('button', { name: /^Conferir/ }))
    await waitFor(() => expect(opened.path()).toMatch(new RegExp(`/sheets/${ids.created}$`)))
    expect((opened.server.bodies(at)[0] as FormData).get('kind')).toBe('bills')
  })
})
