// Splitting a bill: the parts always say what is missing, and only a whole is sent.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../fake-server.ts'
import { BILLS, closeTitles, field, openAt, toast, undoStack, V1 } from './at-titles.tsx'
import { billOf, ids } from './records.ts'

afterEach(closeTitles)

const AT = `PATCH ${V1}/bills/${ids.bill}/split`
async function openSplit(answers: Parameters<typeof openAt>[1] = {}) {
  const opened = await openAt(`${BILLS}/${ids.bill}/split`, {
    [AT]: { body: [billOf({ id: ids.created }), billOf({ id: ids.second })], headers: { 'x-batch-id': 'batch-1' } },
    ...answers,
  })
  await screen.findByRole('dialog', { name: 'Dividir conta' })
  return opened
}
const amount = (part: number) => field(`Valor da parte ${part}`)
const amounts = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Valor da parte/ }).map(input => input.value)
const put = async (part: number, text: string) => {
  await userEvent.clear(amount(part))
  await userEvent.type(amount(part), text)
  await userEvent.tab()
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Dividir/ })

describe('the parts', () => {
  it('start as halves that make the whole, to the cent', async () => {
    await openSplit({ [`GET ${V1}/bills/${ids.bill}`]: { body: billOf({ amount_cents: 100_001 }) } })
    expect(amounts()).toEqual(['500,01', '500,00'])
    expect(screen.getByText('Soma exata')).toBeTruthy()
  })
  it('but the last leave what is missing to the last', async () => {
    await openSplit()
    await put(1, '300')
    expect(amounts()).toEqual(['300,00', '700,00'])
    expect(screen.getByText('Soma exata')).toBeTruthy()
  })
  it('say what is missing or too much, and cannot be sent so', async () => {
    const opened = await openSplit()
    await put(2, '400')
    expect(screen.getByText(/^Faltam R\$.100,00$/)).toBeTruthy()
    expect(button().disabled).toBe(true)
    await put(2, '700')
    expect(screen.getByText(/^Passam R\$.200,00$/)).toBeTruthy()
    await userEvent.click(amount(2))
    await userEvent.keyboard('{Control>}{Enter}{/Control}{Enter}')
    expect(opened.server.count(AT)).toBe(0)
  })
  it('of nothing or without a day cannot be sent', async () => {
    const opened = await openSplit()
    await put(1, '1000')
    expect(amounts()).toEqual(['1.000,00', '0,00'])
    expect(button().disabled).toBe(true)
    await userEvent.click(amount(1))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(opened.server.count(AT)).toBe(0)
    await put(1, '400')
    await userEvent.clear(field('Vencimento da parte 1'))
    await userEvent.tab()
    expect(button().disabled).toBe(true)
  })
  it('are equal again with one more, until one was typed; then the last is shared', async () => {
    await openSplit()
    const more = () => userEvent.click(screen.getByRole('button', { name: /Mais uma parte/ }))
    await more()
    expect(amounts()).toEqual(['333,34', '333,33', '333,33'])
    await put(1, '500')
    expect(amounts()).toEqual(['500,00', '333,33', '166,67'])
    await more()
    expect(amounts()).toEqual(['500,00', '333,33', '83,34', '83,33'])
    await userEvent.click(screen.getByRole('button', { name: 'Tirar a parte 2' }))
    expect(amounts()).toEqual(['500,00', '83,34', '416,66'])
    expect(screen.getByText('Soma exata')).toBeTruthy()
  })
})

describe('a split', () => {
  it('is sent with mod+Enter, with the version read, and leads back to the list', async () => {
    const opened = await openSplit()
    await put(1, '300')
    await userEvent.clear(field('Vencimento da parte 2'))
    await userEvent.type(field('Vencimento da parte 2'), '15/12')
    await userEvent.click(amount(2))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(opened.path()).toBe(BILLS))
    expect(opened.server.bodies(AT)).toEqual([
      {
        children: [
          { amount_cents: 30_000, due_date: '2026-11-05' },
          { amount_cents: 70_000, due_date: '2026-12-15' },
        ],
        version: 3,
      },
    ])
    expect(toast()).toMatchObject({ title: 'Conta dividida em 2', action: { label: 'Desfazer' } })
    expect(undoStack()).toMatchObject([{ batch_ids: ['batch-1'] }])
  })
  it('that is refused stays to be corrected', async () => {
    const opened = await openSplit({ [AT]: refusal(409, 'conflict.not_editable', 'Este lançamento já foi desmembrado.') })
    await userEvent.click(button())
    await waitFor(() => expect(toast()?.description).toContain('já foi desmembrado'))
    expect(opened.path()).toBe(`${BILLS}/${ids.bill}/split`)
    expect(button().disabled).toBe(false)
  })
  it('asks before typed parts are thrown away', async () => {
    const opened = await openSplit()
    await put(1, '300')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: /^Descartar/ }))
    await waitFor(() => expect(opened.path()).toBe(`${BILLS}/${ids.bill}`))
  })
})
