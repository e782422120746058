// A customer may pay by Pix at one bank of the company or by a boleto of another: what is paid first withdraws the other, and the receivable says so.
import type { Locator, Page } from '@playwright/test'
import { AGREEMENT_240, returnOfPaid } from '#tests/kit/collection.ts'
import { ISSUER_ADDRESS } from '#tests/kit/issuer-address.ts'
import { foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, press, SERGIO, type Title, test, today } from './fixtures.ts'
import { askBank, connectBank, openBank } from './pix-bank.ts'

test.use({ person: SERGIO, viewport: { width: 1440, height: 900 } })

const AMOUNT = 15_000
const PHONE = { width: 390, height: 844 }

interface Charged {
  at: string
  name: string
  title: Title
  number: string
}

/** A receivable with its boleto registered at the Banco do Brasil. */
async function withSlip(api: Api, company: { id: string; name: string }): Promise<Charged> {
  const at = `/companies/${company.id}`
  const { street, number, postal_code } = ISSUER_ADDRESS
  const contact = await api.post<{ id: string }>('/contacts/', {
    company_id: company.id,
    kind: 'CUSTOMER',
    name: 'Padaria Central',
    document_number: '52998224725',
    address: { street, number, postal_code, city: 'São Paulo', state: 'SP' },
  })
  const account = await api.post<{ id: string }>(`${at}/bank_accounts`, {
    routing_number: '001',
    kind: 'CHECKING',
    branch_number: '1234',
    account_number: '12345-5',
  })
  const agreement = await api.post<{ id: string }>(`${at}/agreements`, { bank_account_id: account.id, ...AGREEMENT_240 })
  const title = await api.post<Title>(`${at}/receivables`, {
    amount_cents: AMOUNT,
    due_date: today(),
    contact_id: contact.id,
    additional_information: 'Pães do mês',
  })
  await api.post(`${at}/bank_slips`, { agreement_id: agreement.id, receivable_ids: [title.id] })
  await api.post(`${at}/remittances`, { agreement_id: agreement.id })
  const [slip] = await api.get<{ number: string }[]>(`${at}/bank_slips?receivable_id=${title.id}`)
  return { at, name: company.name, title, number: slip?.number ?? '' }
}

const ways = (page: Page): Locator => page.locator('[data-region="drawer"] section').filter({ hasText: 'Como o cliente paga' })

/** The same words on a wide screen and on a phone, and nothing beside the window. */
async function expectWays(page: Page, words: readonly (string | RegExp)[]): Promise<void> {
  for (const word of words) await expect(ways(page)).toContainText(word, { timeout: 20_000 })
  const wide = page.viewportSize() ?? PHONE
  for (const size of [wide, PHONE]) {
    await page.setViewportSize(size)
    const note = ways(page).locator('[data-part="note"]')
    await note.scrollIntoViewIfNeeded()
    await expect(note).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(wide)
}

test('both stand open, and the one that is paid withdraws the other', async ({ page, api, openCompany }) => {
  test.setTimeout(180_000)
  const open = await openBank()
  const { bank } = open
  try {
    const company = await foundCompany(api, 'Pix e boleto')
    await openCompany(company.name, 'pix_agreements')
    await connectBank(page, open)
    const charge = async (title: Title): Promise<string> => {
      const before = new Set(bank.charges.keys())
      await openCompany(company.name, `receivables/create/billing?titulo=${title.id}`)
      await page.getByRole('button', { name: 'Criar cobrança' }).click()
      const made = () => [...bank.charges.keys()].find(txid => !before.has(txid))
      await expect.poll(made, { timeout: 20_000 }).toBeTruthy()
      return made() ?? ''
    }
    const one = await withSlip(api, company)
    const txid = await charge(one.title)
    await openCompany(company.name, `receivables/${one.title.id}`)
    await expectWays(page, ['Cobrança por Pix', /Boleto, .*Banco do Brasil/i, 'o que for pago primeiro cancela o outro'])

    bank.pay(txid, new Date().toISOString())
    await openCompany(company.name, 'pix_agreements')
    await askBank(page)
    const received = async () => (await api.get<Title>(`${one.at}/receivables/${one.title.id}`)).status
    await expect.poll(received, { timeout: 20_000 }).toBe('RECEIVED')
    await openCompany(company.name, `receivables/${one.title.id}`)
    await expectWays(page, ['Paga', 'A baixa do boleto vai na próxima remessa: até o banco confirmar, ele ainda pode ser pago'])
    expect(bank.refused).toEqual([])
  } finally {
    await bank.close()
  }
})

test('a boleto that is paid takes the charge away at the bank of Pix', async ({ page, api, openCompany }) => {
  test.setTimeout(180_000)
  const open = await openBank()
  const { bank } = open
  try {
    const company = await foundCompany(api, 'Boleto antes do Pix')
    await openCompany(company.name, 'pix_agreements')
    await connectBank(page, open)
    const one = await withSlip(api, company)
    await openCompany(company.name, `receivables/create/billing?titulo=${one.title.id}`)
    await page.getByRole('button', { name: 'Criar cobrança' }).click()
    await expect.poll(() => bank.charges.size, { timeout: 20_000 }).toBe(1)

    await openCompany(company.name, 'receivables?periodo=tudo')
    await press(page, 'Control+k')
    await page.keyboard.type('ler retorno')
    await press(page, 'Enter')
    const form = page.getByRole('dialog', { name: 'Ler retorno do banco' })
    await form.locator('input[type=file]').setInputFiles({
      name: 'cobranca.ret',
      mimeType: 'text/plain',
      buffer: Buffer.from(returnOfPaid(one.number, AMOUNT), 'ascii'),
    })
    await form.getByRole('button', { name: /^Ler retorno/ }).click()
    await expectToast(page, /^Retorno lido/)
    await openCompany(company.name, `receivables/${one.title.id}`)
    await expectWays(page, ['Cancelada', 'Pago', 'O boleto foi pago e a cobrança por Pix foi cancelada'])
    const atBank = [...bank.charges.values()].map(({ status }) => status)
    expect(atBank).toEqual(['REMOVIDA_PELO_USUARIO_RECEBEDOR'])
    expect(bank.refused).toEqual([])
  } finally {
    await bank.close()
  }
})
