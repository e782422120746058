// What a company sells and keeps: products and services, the certificate and its appointments, received notes made into bills, documents.
import { addDays } from '#domain/days.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, press, SERGIO, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

interface Profile {
  document_number: string
}

const documentOf = async (api: Api, { id }: Founded) => (await api.get<Profile>(`/companies/${id}/profile`)).document_number

/** The certificate that the local authority gives a company. */
async function pfxOf(api: Api, document: string): Promise<Buffer> {
  return (await api.request.get(`/dev/certificate.pfx?cnpj=${document}`)).body()
}

test('products by keyboard: created with a refusal beside its field, copied, imported with every wrong row told, deleted and back', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Mercadorias')
  await openCompany(company.name, 'products')
  await expect(page.getByText('Nenhum produto')).toBeVisible()
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Novo produto' })
  await expect(form.getByLabel('Nome', { exact: true })).toBeFocused()
  await page.keyboard.type('Pão de queijo')
  await form.getByLabel('Código').fill('PQ-1')
  await form.getByLabel('Preço').fill('4,50')
  await form.getByRole('combobox', { name: 'NCM' }).fill('19059099')
  await press(page, 'Tab', 'Control+Enter')
  await expect(form.getByText('NCM não encontrado na tabela')).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'NCM' })).toBeFocused()
  await form.getByRole('combobox', { name: 'NCM' }).fill('1905')
  await expect(page.getByRole('option', { name: /^1905.90.90/ })).toBeVisible()
  await form.getByRole('combobox', { name: 'NCM' }).fill('190590.90')
  await press(page, 'Enter', 'Control+Enter')
  await expectToast(page, 'Produto Pão de queijo criado')
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.filter({ hasText: 'Pão de queijo' })).toContainText('4,50')

  await press(page, 'Escape', 'd')
  await expect(form).toContainText('Cópia de Pão de queijo')
  await form.getByLabel('Nome', { exact: true }).fill('Pão de batata')
  await form.getByLabel('Código').fill('PQ-2')
  await press(page, 'Control+Enter')
  await expect(rows.filter({ hasText: 'Pão de batata' })).toContainText('1905.90.90')

  await press(page, 'Escape', 'u')
  const sheet = page.getByRole('dialog', { name: 'Importar produtos' })
  const text =
    'Código;Nome;Preço;NCM\nC1;Café;19,90;09012100\nPQ-1;Repetido;1,00;19059090\n;Sem preço;;19059090\nC2;Chá;9,90;09023000\nC4;Suco;5,00;22029900\n'
  await sheet.getByLabel('Planilha').setInputFiles({ name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await sheet.getByRole('button', { name: /^Conferir/ }).click()
  const lines = page.getByRole('region', { name: 'Linhas de produtos.csv' })
  await expect(lines.getByRole('row').filter({ hasText: 'Repetido' })).toContainText('Já existe um produto com este código.')
  await expect(lines.getByRole('row').filter({ hasText: 'Sem preço' })).toContainText('Informe o preço; ')
  const juice = lines.getByRole('row').filter({ hasText: 'Suco' })
  await juice.focus()
  await press(page, 'o')
  await expect(juice).toContainText('Fica de fora')
  // Nothing is lost by a reload in the middle, and nothing is in the books yet.
  await page.reload()
  await expect(juice).toContainText('Fica de fora')
  await page.getByRole('button', { name: /^Importar 2 linhas/ }).click()
  await expectToast(page, 'Dados importados')
  await page.getByRole('button', { name: 'Ver produtos' }).click()

  await expect(rows.filter({ hasText: 'Chá' })).toBeVisible()
  await rows.filter({ hasText: 'Café' }).focus()
  await press(page, 'Control+a', 'Delete')
  await page
    .getByRole('dialog', { name: 'Excluir 4 produtos?' })
    .getByRole('button', { name: /^Excluir/ })
    .click()
  await expectToast(page, '4 produtos excluídos')
  await expect(page.getByText('Nenhum produto')).toBeVisible()
  await press(page, 'z')
  await expect(rows.filter({ hasText: 'Pão de batata' })).toBeVisible()
})

test('a contact from the palette of a page with a form: what was typed on the page is still there', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'No meio')
  await openCompany(company.name, 'service-nfes/create')
  const written = page.getByLabel('Descrição na nota')
  await written.fill('Consultoria de novembro')
  await press(page, 'Control+k')
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar' })
  await expect(palette).toBeVisible()
  await page.keyboard.type('novo contato')
  await expect(palette.getByRole('option', { name: /Novo contato/ }).first()).toBeVisible()
  await press(page, 'Enter')
  const form = page.getByRole('dialog', { name: 'Novo contato' })
  await expect(form.getByLabel('Nome ou razão social')).toBeVisible()
  await press(page, 'Escape')
  await expect(form).toBeHidden()
  expect(page.url()).toContain('/service-nfes/create')
  await expect(written).toHaveValue('Consultoria de novembro')
})

test('a product from the palette of another screen: its form stands over it, and F2 changes it in its drawer', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Atalhos')
  await openCompany(company.name, 'dashboard')
  await expect(page.getByRole('heading', { name: 'Início' })).toBeVisible()
  await press(page, 'Control+k')
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar' })
  await expect(palette).toBeVisible()
  await page.keyboard.type('novo produto')
  await expect(palette.getByRole('option', { name: /Novo produto/ }).first()).toBeVisible()
  await press(page, 'Enter')
  const form = page.getByRole('dialog', { name: 'Novo produto' })
  await expect(form.getByLabel('Nome', { exact: true })).toBeFocused()
  expect(page.url()).toContain('/dashboard')
  await page.keyboard.type('Café')
  await form.getByLabel('Código').fill('C')
  await form.getByLabel('Preço').fill('19,90')
  await form.getByRole('combobox', { name: 'NCM' }).fill('09012100')
  await press(page, 'Tab', 'Control+Enter')
  await expectToast(page, 'Produto Café criado')
  const drawer = page.getByRole('complementary')
  await expect(drawer).toContainText('0901.21.00')
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Café' }).focus()
  await press(page, 'F2')
  await drawer.getByLabel('Preço').fill('21')
  await press(page, 'Control+Enter')
  await expectToast(page, 'Produto Café alterado')
  await expect(drawer).toContainText('R$ 21,00')
  await press(page, 'z')
  await expect(drawer).toContainText('R$ 19,90')

  await page.goto(`/company/${company.id}/services/create`)
  const service = page.getByRole('dialog', { name: 'Novo serviço' })
  await service.getByLabel('Nome', { exact: true }).fill('Consultoria')
  await press(page, 'Control+k')
  await page.keyboard.type('novo produto Bolo 12,50')
  await expect(palette.getByRole('option', { name: /produto.*Bolo.*R\$.12,50/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(form.getByLabel('Nome', { exact: true })).toHaveValue('Bolo')
  await expect(form.getByLabel('Preço')).toHaveValue('12,50')
  await form.getByLabel('Código').fill('B')
  await form.getByRole('combobox', { name: 'NCM' }).fill('19059090')
  await press(page, 'Tab', 'Control+Enter')
  await expectToast(page, 'Produto Bolo criado')
  await expect(form).toHaveCount(0)
  await expect(service.getByLabel('Nome', { exact: true })).toHaveValue('Consultoria')
  await press(page, 'Escape')
  await page.getByRole('dialog', { name: 'Descartar o que foi digitado?' }).getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(/\/services(\?|$)/)
})

test('a service by mouse: its item of the list brings the rate, its drawer changes it, its own address deletes it', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Serviços')
  await openCompany(company.name, 'services')
  await page
    .getByRole('button', { name: /^Novo serviço/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Novo serviço' })
  await form.getByRole('button', { name: /^Criar serviço/ }).click()
  await expect(form.getByText('Escolha o serviço da lista')).toBeVisible()
  await form.getByLabel('Nome', { exact: true }).fill('Consultoria')
  await form.getByRole('combobox', { name: 'Serviço municipal' }).fill('consultoria em inform')
  await page.getByRole('option', { name: /Assessoria e consultoria em informática/ }).click()
  await expect(form.getByLabel('ISS (%)')).toHaveValue('5')
  await form.getByLabel('ISS (%)').fill('2,9')
  await form.getByRole('button', { name: /^Criar serviço/ }).click()
  await expectToast(page, 'Serviço Consultoria criado')
  const drawer = page.getByRole('complementary')
  await expect(drawer).toContainText('2,9%')
  await drawer.getByRole('button', { name: /^Alterar|^Editar/ }).click()
  await drawer.getByLabel('Valor').fill('1.500')
  await drawer.getByRole('button', { name: /^Salvar/ }).click()
  await expect(drawer).toContainText('R$ 1.500,00')
  await drawer.getByRole('button', { name: /^Excluir/ }).click()
  await page
    .getByRole('dialog', { name: 'Excluir Consultoria?' })
    .getByRole('button', { name: /^Excluir serviço/ })
    .click()
  await expectToast(page, 'Serviço Consultoria excluído')
  await expect(page.getByText('Nenhum serviço')).toBeVisible()
})

test('a certificate is refused with its reason, sent and deleted; the next one is booked in four steps', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Certificado')
  const document = await documentOf(api, company)
  const file = (buffer: Buffer) => ({ name: 'empresa.pfx', mimeType: 'application/x-pkcs12', buffer })
  await openCompany(company.name, 'certificate')
  await expect(page.getByText('Nenhum certificado digital')).toBeVisible()
  await press(page, 'u')
  const form = page.getByRole('dialog', { name: 'Enviar certificado' })
  await form.getByLabel('Arquivo', { exact: true }).setInputFiles(file(await pfxOf(api, cnpjNumber(81_234_567))))
  await form.getByLabel('Senha do certificado').fill('razao')
  await form.getByRole('button', { name: /^Enviar/ }).click()
  await expect(form.getByText(/^Pertence a outro CNPJ/)).toBeVisible()
  await form.getByRole('button', { name: 'Remover empresa.pfx' }).click()
  await form.getByLabel('Arquivo', { exact: true }).setInputFiles(file(await pfxOf(api, document)))
  await form.getByLabel('Senha do certificado').fill('errada')
  await form.getByRole('button', { name: /^Enviar/ }).click()
  await expect(form.getByText('Senha incorreta.')).toBeVisible()
  await form.getByLabel('Senha do certificado').fill('razao')
  await press(page, 'Control+Enter')
  await expectToast(page, 'Certificado digital enviado')
  const summary = page.getByRole('region', { name: 'Certificado digital' })
  await expect(summary).toContainText('Válido por 36')

  await press(page, 'n')
  const booking = page.getByRole('dialog', { name: 'Agendar emissão' })
  await booking.getByRole('radio', { name: /e-CPF A1/ }).click()
  await booking.getByRole('button', { name: /^Continuar/ }).click()
  await expect(booking.getByText('O e-CPF A1 pede um CPF.')).toBeVisible()
  await booking.getByRole('radio', { name: /e-CNPJ A1/ }).click()
  await booking.getByRole('button', { name: /^Continuar/ }).click()
  await booking.getByLabel('Nome', { exact: true }).fill('Sérgio Nascimento')
  await booking.getByLabel('CPF').fill('84613527007')
  await expect(booking.getByText(/^Atendimento presencial\. Tenha à mão/)).toBeVisible()
  await booking.getByRole('checkbox', { name: /CNH/ }).click()
  await booking.getByLabel('Número da CNH').fill('01234567890')
  await expect(booking.getByText(/^Atendimento por vídeo ou presencial/)).toBeVisible()
  await booking.getByRole('button', { name: /^Continuar/ }).click()
  await booking.getByLabel('Seu CEP').fill('30112-010')
  await expect(booking.getByRole('combobox', { name: 'Unidade' })).toHaveText('Unidade Savassi')
  await booking.getByRole('radiogroup', { name: 'Horário' }).getByRole('radio').last().click()
  await booking.getByRole('button', { name: /^Continuar/ }).click()
  await expect(booking).toContainText('4 de 4')
  await expect(booking.getByText('Unidade Savassi')).toBeVisible()
  await booking.getByRole('button', { name: /^Agendar/ }).click()
  await expectToast(page, /^e-CNPJ A1 agendado para /)
  await expect(page.getByRole('row').filter({ hasText: 'Sérgio Nascimento' })).toContainText('Agendado')

  await summary.getByRole('button', { name: /^Apagar/ }).click()
  await page
    .getByRole('dialog', { name: 'Apagar o certificado?' })
    .getByRole('button', { name: /^Apagar certificado/ })
    .click()
  await expect(page.getByText('Nenhum certificado digital')).toBeVisible()
})

/** The XML of a note in two instalments that a company of its own issues to the buyer. */
async function noteSoldTo(api: Api, buyer: string): Promise<Buffer> {
  const seller = await foundCompany(api, 'Fornecedor')
  const c = `/companies/${seller.id}`
  const headers = { authorization: `Bearer ${api.tokens.accessToken}` }
  const pfx = { name: 'a.pfx', mimeType: 'application/x-pkcs12', buffer: await pfxOf(api, await documentOf(api, seller)) }
  await api.request.post(`/v1${c}/certificate`, { headers, multipart: { file: pfx, password: 'razao' } })
  await api.send('PATCH', c, { state_registration: '110042490114' })
  const place = { number: '10', neighborhood: 'Centro', city: 'São Paulo', city_code: '3550308', state: 'SP', postal_code: '01310-100' }
  await api.post(`${c}/activate_invoice_issuance`, { kinds: ['PRODUCT'], address: { street: 'Avenida Paulista', ...place } })
  const product = await api.post<{ id: string }>(`${c}/products`, {
    code: 'C',
    name: 'Café',
    price_cents: 2_500,
    ncm: '09012100',
    icms_rate: 1800,
  })
  const { id } = await api.post<{ id: string }>('/product_invoices', {
    company_id: seller.id,
    borrower: { name: 'Compradora', document_number: buyer, address: { street: 'Rua B', ...place } },
    invoice_products: [{ product_id: product.id, amount: 4 }],
    invoice_payment: {
      kind: 'INSTALLMENTS',
      amount_cents: [6_000, 4_000],
      payment_method: ['BOLETO', 'BOLETO'],
      due_dates: [addDays(today(), 10), addDays(today(), 40)],
    },
  })
  const files = () => api.get<{ name: string; bucket_url: string }[]>(`/product_invoices/${id}/attachments`)
  await expect.poll(async () => (await files()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const xml = (await files()).find(file => file.name.endsWith('.xml'))
  return (await api.request.get(xml?.bucket_url ?? '', { headers })).body()
}

test('a received note comes by its XML, becomes a bill for each instalment, and its file is among the documents', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Compradora')
  const xml = await noteSoldTo(api, await documentOf(api, company))
  await openCompany(company.name, 'bills')
  await page
    .getByRole('button', { name: /^Notas recebidas/ })
    .first()
    .click()
  await expect(page.getByText('A captura de notas está desligada nesta empresa.')).toBeVisible()
  await page.getByRole('button', { name: /^Ligar a captura/ }).click()
  await expectToast(page, 'Captura de notas ligada')
  await press(page, 'u')
  const form = page.getByRole('dialog', { name: 'Enviar XML' })
  await form.getByLabel('Arquivos', { exact: true }).setInputFiles([
    { name: 'nota.xml', mimeType: 'application/xml', buffer: xml },
    { name: 'outra.xml', mimeType: 'application/xml', buffer: Buffer.from('<nota/>') },
  ])
  await form.getByRole('button', { name: /^Enviar/ }).click()
  await expect(form.getByRole('list', { name: 'Arquivos que não entraram' })).toContainText('outra.xml')
  await press(page, 'Escape')
  await page.getByRole('dialog', { name: 'Descartar o que foi digitado?' }).getByRole('button', { name: 'Descartar' }).click()
  const row = page.getByRole('row').filter({ hasText: '100,00' })
  await expect(row).toContainText('2 parcelas desde')
  await row.focus()
  await press(page, 'c')
  await expectToast(page, 'Nota lançada em contas a pagar')
  await expect(page.getByText('Nada a lançar')).toBeVisible()
  const titles = await api.get<{ amount_cents: number }[]>(`/companies/${company.id}/bills`)
  expect(titles.map(title => title.amount_cents).sort()).toEqual([4_000, 6_000])
  await press(page, 'z')
  await expect(row).toBeVisible()

  await press(page, 'g u')
  const file = page.getByRole('row').filter({ hasText: '.xml' })
  await expect(file).toContainText('Nota fiscal')
  await press(page, 'u')
  const sending = page.getByRole('dialog', { name: 'Enviar documentos' })
  await sending.getByLabel('Arquivos', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  })
  await sending.getByRole('button', { name: /^Enviar/ }).click()
  await expectToast(page, '1 documento enviado')
  await page.getByRole('row').filter({ hasText: 'logo.png' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('complementary').getByRole('img', { name: 'logo.png' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await press(page, 'd')
  expect((await saved).suggestedFilename()).toBe('logo.png')
})
