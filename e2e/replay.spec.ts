// What was answered in one company of the office, previewed and repeated in the others: each by itself, each with its own way back.
import { addDays } from '#domain/days.ts'
import { type Api, expect, expectFocusKept, expectToast, press, test, today } from './fixtures.ts'

interface Place {
  readonly id: string
  readonly name: string
  readonly accountId: string
}

interface LineRecord {
  id: string
  status: string
  description: string
}

interface Node {
  id: string
  name: string
  categories?: Node[]
}

interface Account {
  id: string
  status: string
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap(node => [node, ...flat(node.categories ?? [])])

/** A company of the demo that no other journey answers lines of, with the account its lines stand on. */
async function demoCompany(api: Api, name: string): Promise<Place> {
  const { id } = await api.company(name)
  const accounts = await api.get<Account[]>(`/companies/${id}/bank_accounts`)
  return { id, name, accountId: accounts.find(({ status }) => status === 'ACTIVE')?.id ?? '' }
}

const write = (api: Api, { id, accountId }: Place, word: string, cents: readonly number[]) =>
  api.post(`/companies/${id}/bank_statements`, {
    bank_account_id: accountId,
    entries: cents.map(amount_cents => ({ date: addDays(today(), -2), description: word, amount_cents })),
  })

const linesOf = async (api: Api, { id, accountId }: Place, word: string) =>
  (await api.get<LineRecord[]>(`/companies/${id}/bank_statements/${accountId}/entries`)).filter(line => line.description === word)
const pending = async (api: Api, place: Place, word: string) =>
  (await linesOf(api, place, word)).filter(line => line.status === 'PENDING').length

test('by keys: previewed with counts, ticked off, answered in two companies, and taken back in one', async ({ page, api, openCompany }) => {
  test.setTimeout(120_000)
  const letters = String.fromCharCode(...Array.from({ length: 7 }, () => 65 + Math.floor(Math.random() * 26)))
  const word = `ASSINATURA ${letters} DIGITAL`
  const [from, one, other] = [
    await demoCompany(api, 'Bicicletaria Pedal Livre'),
    await demoCompany(api, 'Ateliê Flor de Lis'),
    await demoCompany(api, 'Agência Maré Alta'),
  ]
  await write(api, from, word, [-1_003, -2_007])
  await write(api, one, word, [-1_109, -2_203])
  await write(api, other, word, [-3_307])
  const category = flat(await api.get<Node[]>(`/companies/${from.id}/categories`)).find(({ name }) => name === 'Software e assinaturas')
  const items = (await linesOf(api, from, word)).map(({ id }) => ({ id, category_id: category?.id }))
  await api.post(`/companies/${from.id}/statement_entries/entries`, { items })

  await openCompany(from.name, 'conciliation')
  await expect(page.getByRole('tab', { name: /^Pendentes/ })).toHaveText(/\d/)
  await expectFocusKept(page)
  await press(page, 'Shift+O')
  await expect(page).toHaveURL(/\/conciliation\/replay/)
  const list = page.getByRole('region', { name: 'Linhas a repetir' })
  const rows = list.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(3, { timeout: 30_000 })
  const foot = page.getByRole('contentinfo')
  await expect(foot).toContainText(/selecionados/)
  // What the demo's own books decided stays out of this journey.
  await press(page, 'Escape', '/')
  await page.keyboard.type(letters)
  await press(page, 'Enter', 'Control+a')
  await expect(foot).toContainText('3 itens selecionados')
  await expect(rows.first()).toContainText('Software e assinaturas')
  await expect(rows.first()).toContainText('2 vezes')
  for (const { name } of [one, other]) await expect(list).toContainText(name)

  // One line is not meant.
  await rows.filter({ hasText: '22,03' }).getByRole('checkbox').click()
  await expect(foot).toContainText('2 itens selecionados')
  await press(page, 'c')
  await expectToast(page, '2 linhas respondidas em 2 empresas')
  await expect.poll(() => pending(api, one, word)).toBe(1)
  await expect.poll(() => pending(api, other, word)).toBe(0)

  const told = page.getByRole('list', { name: 'Empresas' })
  const ofOne = told.getByRole('listitem').filter({ hasText: `${one.name}: 1 linha respondida` })
  await ofOne.getByRole('button', { name: /desfazer/i }).click()
  await expectToast(page, `1 linha de volta às pendentes em ${one.name}`)
  await expect(ofOne).toHaveCount(0)
  expect(await pending(api, one, word)).toBe(2)
  expect(await pending(api, other, word)).toBe(0)
})
