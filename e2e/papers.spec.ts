// A bill out of a paper: dropped on a list, chosen, or photographed on a phone; read, confirmed and kept with its file, once.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { paperPdf, type SamplePaper } from '#tests/kit/papers.ts'
import { expect, expectToast, newMark, SERGIO, shownDay, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

/** A paper of nobody else's: its own boleto, number and amount. */
function newPaper(more: Partial<SamplePaper> = {}): SamplePaper {
  const number = newMark()
  return {
    payee: `Refrigeração ${number} Ltda`,
    document: cnpjNumber(randomInt(1_000_000, 80_000_000)),
    amount_cents: randomInt(10_000, 900_000),
    due_date: addDays(today(), 20),
    number: `${number.slice(1)}/26`,
    about: `manutenção ${number}`,
    own_number: String(randomInt(1, 2 ** 40)),
    ...more,
  }
}

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}
const pdf = (name: string, buffer: Buffer): Upload => ({ name, mimeType: 'application/pdf', buffer })

async function drop(page: Page, { name, mimeType, buffer }: Upload): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([base64 = '', called = '', type = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], called, { type }))
      return transfer
    },
    [buffer.toString('base64'), name, mimeType],
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer })
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

const form = (page: Page) => page.getByRole('region', { name: 'Nova conta' })
const field = (page: Page, name: string) => form(page).locator(`[data-field="${name}"]`)
const control = (page: Page, name: string) => field(page, name).getByRole(name.endsWith('_id') ? 'combobox' : 'textbox')

async function choose(page: Page, button: string, file: Upload): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(file)
}

test('a PDF dropped on the list becomes a bill with its file, and is known when it comes again', async ({ page, api, openCompany }) => {
  const company = await openCompany('Doces da Bel')
  const paper = newPaper()
  const file = pdf('fatura.pdf', await paperPdf(paper))
  await drop(page, file)
  await expect(form(page).getByRole('heading', { name: 'Confira e salve' })).toBeVisible()
  await expect(control(page, 'amount_cents')).toHaveValue(formatCents(paper.amount_cents).slice(3))
  await expect(field(page, 'amount_cents')).toContainText('do boleto e do Pix, iguais')
  await expect(control(page, 'due_date')).toHaveValue(shownDay(paper.due_date))
  await expect(field(page, 'due_date')).toContainText('do código de barras')
  await expect(control(page, 'document_number')).toHaveValue(paper.number)
  await expect(field(page, 'document_number')).toContainText('do PDF, página 1')
  await expect(form(page)).toContainText('Nenhuma conta parecida.')
  // The supplier is new: made within the task, which goes on with it.
  await form(page).getByRole('button', { name: 'Criar fornecedor' }).click()
  const contact = page.getByRole('dialog')
  await expect(contact.getByLabel('Nome ou razão social')).toHaveValue(paper.payee)
  await contact.getByRole('button', { name: /^(Criar|Salvar)/ }).click()
  await expect(control(page, 'contact_id')).toHaveValue(paper.payee)
  await control(page, 'additional_information').fill('Câmara fria')
  await expect(field(page, 'additional_information')).toContainText('você')
  await form(page)
    .getByRole('button', { name: /^Salvar conta/ })
    .click()
  await expectToast(page, 'Conta criada com fatura.pdf')
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('button', { name: 'fatura.pdf' })).toBeVisible()

  await drop(page, file)
  await expect(form(page)).toContainText('Este boleto já está nas contas')
  await form(page).getByRole('button', { name: 'Abrir a que existe' }).click()
  await expect(drawer.getByRole('button', { name: 'fatura.pdf' })).toBeVisible()
  const listed = await api.get<Title[]>(
    `/companies/${company.id}/bills?date_type=due_date&start_date=${paper.due_date}&end_date=${paper.due_date}`,
  )
  expect(listed.filter(bill => bill.amount_cents === paper.amount_cents)).toHaveLength(1)
})

test('two boletos of one PDF are saved one after the other; one that is passed over is not', async ({ page, openCompany }) => {
  await openCompany('Doces da Bel', 'bills/paper')
  const papers = [newPaper(), newPaper(), newPaper()] as const
  await choose(page, 'Escolher arquivos', pdf('carne.pdf', await paperPdf(...papers)))
  await expect(form(page)).toContainText('Este papel tem 3 contas')
  await expect(control(page, 'amount_cents')).toHaveValue(formatCents(papers[0].amount_cents).slice(3))
  await form(page).getByRole('button', { name: 'Salvar e abrir a próxima' }).click()
  await expectToast(page, 'Conta criada com carne.pdf')
  await expect(control(page, 'amount_cents')).toHaveValue(formatCents(papers[1].amount_cents).slice(3))
  await form(page).getByRole('button', { name: 'Pular esta' }).click()
  await expect(control(page, 'amount_cents')).toHaveValue(formatCents(papers[2].amount_cents).slice(3))
})

test.describe('what cannot be read', () => {
  test('is told, and leads on', async ({ page, openCompany }) => {
    await openCompany('Doces da Bel', 'bills/paper')
    await choose(page, 'Escolher arquivos', pdf('grande.pdf', Buffer.alloc(11 * 1024 * 1024)))
    await expect(form(page)).toContainText('grande.pdf: passa de 10 MB')
    await choose(page, 'Escolher arquivos', pdf('quebrado.pdf', Buffer.from('isto não é um PDF')))
    await expect(form(page)).toContainText('O PDF está danificado')
    const open = newPaper({ boleto: false, pix: { amount_cents: null } })
    await choose(page, 'Escolher arquivos', pdf('pix.pdf', await paperPdf(open)))
    await expect(form(page)).toContainText('O Pix deixa o valor em aberto')
    await expect(control(page, 'amount_cents')).toHaveValue('')
    const doubtful = newPaper({ pix: { amount_cents: 100 } })
    await choose(page, 'Trocar arquivo', pdf('dois-valores.pdf', await paperPdf(doubtful)))
    await expect(form(page)).toContainText('e o Pix diz R$ 1,00')
    await expect(control(page, 'amount_cents')).toHaveValue('')
  })
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  })

  test('a photo is read, and a line lost while sending loses nothing and makes nothing twice', async ({ page, api, openCompany }) => {
    const company = await openCompany('Doces da Bel')
    const paper = newPaper()
    const photo = await photoOf(page, await paperPdf(paper))
    await page.getByRole('button', { name: 'Criar' }).click()
    await page.getByRole('button', { name: 'Ler foto ou PDF de conta' }).click()
    await choose(page, 'Fotografar', { name: 'foto.png', mimeType: 'image/png', buffer: photo })
    await expect(control(page, 'amount_cents')).toHaveValue(formatCents(paper.amount_cents).slice(3))
    await expect(control(page, 'due_date')).toHaveValue(shownDay(paper.due_date))
    // The bill arrives, its answer does not; then the same befalls its file.
    const cut = new Set<string>()
    await page.route(/\/(bills|attachments)$/, async route => {
      const to = route.request().url()
      if (route.request().method() !== 'POST' || cut.has(to)) return route.fallback()
      cut.add(to)
      await route.fetch()
      await route.abort('internetdisconnected')
    })
    const save = form(page).getByRole('button', { name: /^Salvar conta/ })
    await save.click()
    await expectToast(page, /./, /sem conexão/)
    await expect(control(page, 'amount_cents')).toHaveValue(formatCents(paper.amount_cents).slice(3))
    await save.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Enviar o arquivo de novo/ })
      .click()
    await expectToast(page, 'Conta criada com foto.png')
    const query = `date_type=due_date&start_date=${paper.due_date}&end_date=${paper.due_date}`
    const bills = (await api.get<Title[]>(`/companies/${company.id}/bills?${query}`)).filter(
      bill => bill.amount_cents === paper.amount_cents,
    )
    expect(bills).toHaveLength(1)
    expect(await api.get<object[]>(`/companies/${company.id}/attachments?bill_id=${bills[0]?.id}`)).toHaveLength(1)
  })
})

/** The paper as a camera sees it: drawn by the product, then turned on a table. */
async function photoOf(page: Page, buffer: Buffer): Promise<Buffer> {
  await drop(page, pdf('papel.pdf', buffer))
  const picture = form(page).getByRole('img')
  await picture.waitFor()
  const address = await picture.evaluate((image: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight })
    const context = canvas.getContext('2d')
    context?.rotate(0.03)
    context?.drawImage(image, 40, 0)
    return canvas.toDataURL('image/png')
  })
  await form(page)
    .getByRole('button', { name: /^Cancelar/ })
    .click()
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
