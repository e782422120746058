// Notes from the first to the last: what issuing waits for, a service note by keyboard, and a note of goods by mouse, rejected and corrected.
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { ISSUER_ADDRESS } from '#tests/kit/issuer-address.ts'
import { type Founded, foundCompany, sellServices } from './bench-company.ts'
import { type Api, expect, expectToast, press, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

async function serviceCompany(api: Api): Promise<Founded> {
  const company = await foundCompany(api, 'Notas')
  await sellServices(api, company)
  return company
}

/** A product and a customer; the certificate is the authority's test one. */
async function goodsCompany(api: Api): Promise<Founded> {
  const company = await foundCompany(api, 'Mercadorias')
  const c = `/companies/${company.id}`
  await api.send('PATCH', c, { state_registration: '110042490114', tax_regime: 'SIMPLES_NACIONAL' })
  await api.post(`${c}/products`, { code: 'CAFE', name: 'Café torrado', price_cents: 2_500, ncm: '09012100' })
  await api.post(`${c}/products`, { code: 'CHA', name: 'Chá verde', price_cents: 1_000, ncm: '09021000' })
  await api.post('/contacts/', {
    company_id: company.id,
    kind: 'CUSTOMER',
    name: 'Mercado Paulista',
    document_number: cnpjNumber(61_002),
    address: { ...ISSUER_ADDRESS, number: '10' },
  })
  return company
}

test('a service note by keyboard: written, issued without a reload, booked, cancelled with its reason', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await serviceCompany(api)
  await openCompany(company.name, 'bills')
  await expect(page.getByText('Nenhuma conta neste período')).toBeVisible()
  await press(page, 'g n s')
  await expect(page.getByText('Nenhuma nota de serviço neste período')).toBeVisible()
  await press(page, 'n')
  const form = page.getByRole('form', { name: 'Nova nota de serviço' })
  await expect(form.getByRole('combobox', { name: 'Para quem' })).toBeFocused()

  await test.step('what is missing stands beside its field', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(form.getByText('Informe o tomador do serviço')).toBeVisible()
    await expect(form.getByText('Informe o valor')).toBeVisible()
  })
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await form.getByLabel('Quanto').focus()
  await page.keyboard.type('1000')
  await expect(form.getByRole('button', { name: /Consultoria em informática.*o único serviço do cadastro/ })).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Como o cliente vai ver' })
  await expect(preview).toContainText('Ana Souza')
  await expect(preview).toContainText('29,00')
  await expect(preview).toContainText('R$ 1.000,00')
  await page.keyboard.press('Control+Enter')
  const question = page.getByRole('dialog', { name: 'Emitir esta nota?' })
  await expect(question).toContainText('Ana Souza')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  const drawer = page.getByRole('complementary', { name: /Ana Souza/ })
  await expect(drawer.getByText('R$ 1.000,00').first()).toBeVisible()
  await expect(drawer.getByText('Emitida', { exact: true })).toBeVisible()
  await expect(drawer.getByText('XML da nota')).toBeVisible()

  await press(page, 'r')
  await expectToast(page, '1 nota lançada em contas a receber')
  await expect(drawer.getByRole('button', { name: 'Conta a receber', exact: true })).toBeVisible()

  await press(page, 'Delete')
  const cancel = page.getByRole('dialog', { name: /Cancelar a nota/ })
  await expect(cancel.getByLabel('Justificativa')).toBeFocused()
  await page.keyboard.type('curta')
  await page.keyboard.press('Control+Enter')
  await expect(cancel.getByText('A justificativa tem de 15 a 255 caracteres')).toBeVisible()
  await page.keyboard.type(': o cliente desistiu do serviço')
  await page.keyboard.press('Control+Enter')
  await expect(cancel).toHaveCount(0)
  await expect(drawer.getByText('XML do cancelamento')).toBeVisible()
})

test('a rejected note says the code of the authority, is corrected and goes through; another is replicated', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await serviceCompany(api)
  const contacts = await api.get<{ id: string }[]>(`/contacts?companyId=${company.id}`)
  const rejected = await api.post<{ id: string }>(`/companies/${company.id}/service_nfe`, {
    contact_id: contacts[0]?.id,
    municipal_service_code: '1.06',
    description: 'Suporte',
    // The local authority rejects R$ 999,01.
    amount_cents: 99_901,
  })
  await openCompany(company.name, `service-nfes/${rejected.id}`)
  const drawer = page.getByRole('complementary', { name: /Ana Souza/ })
  await expect(drawer.getByText(/^203: Rejeição/).first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Corrigir' }).click()
  const form = page.getByRole('form', { name: 'Corrigir nota de serviço' })
  await expect(page.getByText('A autoridade respondeu: 203')).toBeVisible()
  await expect(form.getByLabel('Descrição na nota')).toHaveValue('Suporte')
  await form.getByLabel('Quanto').fill('500,00')
  await form.getByRole('button', { name: 'Emitir nota de R$ 500,00' }).click()
  await page.getByRole('dialog', { name: 'Emitir esta nota?' }).getByRole('button', { name: 'Emitir nota' }).click()
  await expect(drawer.getByText('Emitida', { exact: true })).toBeVisible()
  await expect(drawer.getByText('R$ 500,00').first()).toBeVisible()

  await drawer.getByRole('button', { name: 'Replicar' }).click()
  const copy = page.getByRole('form', { name: 'Nova nota de serviço' })
  await expect(copy.getByRole('button', { name: /Suporte.*igual à outra nota/ })).toBeVisible()
  await expect(copy.getByLabel('Quanto')).toHaveValue('500,00')
})

test('a service note by mouse in two fields: the second one to a customer repeats the first, and another service is told apart', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await serviceCompany(api)
  const [customer] = await api.get<{ id: string }[]>(`/contacts?companyId=${company.id}`)
  await api.post(`/companies/${company.id}/service_nfe`, {
    contact_id: customer?.id,
    municipal_service_code: '8.02',
    description: 'Aula de piano',
    amount_cents: 18_000,
    iss_rate: 200,
  })
  await openCompany(company.name, 'service-nfes')
  await page.getByRole('button', { name: 'Nova nota de serviço' }).first().click()
  const form = page.getByRole('form', { name: 'Nova nota de serviço' })
  await form.getByRole('combobox', { name: 'Para quem' }).fill('Ana')
  await page.getByRole('option', { name: /Ana Souza/ }).click()
  await expect(form.getByRole('button', { name: /Aula de piano.*igual à nota 1/ })).toBeVisible()
  await expect(form.getByText('1 nota neste ano')).toBeVisible()
  await form.getByRole('button', { name: 'da última vez, 180,00' }).click()
  const preview = page.getByRole('complementary', { name: 'Como o cliente vai ver' })
  await expect(preview).toContainText('3,60')

  await test.step('what one changes is no longer repeated', async () => {
    await form.getByRole('button', { name: /Impostos e detalhes/ }).click()
    await form.getByLabel('IRRF 1,5%').check()
    await expect(preview).toContainText('R$ 177,30')
    await form.getByRole('button', { name: /Aula de piano/ }).click()
    await form.getByLabel('Descrição na nota').fill('Recital')
    await expect(form.getByRole('button', { name: /Recital.*mudado por você/ })).toBeVisible()
  })
  await form.getByRole('button', { name: 'Emitir nota de R$ 180,00' }).click()
  await page.getByRole('dialog', { name: 'Emitir esta nota?' }).getByRole('button', { name: 'Emitir nota' }).click()
  const drawer = page.getByRole('complementary', { name: /Ana Souza/ })
  await expect(drawer.getByText('Emitida', { exact: true })).toBeVisible()
  await expect(drawer.getByText('Recital')).toBeVisible()

  await test.step('it is mailed to an address that is shown once more, and opens by its link without sign-in', async () => {
    await drawer.getByRole('button', { name: 'E-mail' }).click()
    const address = page.getByRole('dialog', { name: 'Enviar nota por e-mail' })
    await address.getByLabel('E-mail de quem recebe').fill('ana@exemplo.com.br')
    await address.getByRole('button', { name: 'Enviar' }).click()
    const question = page.getByRole('dialog', { name: 'Enviar este e-mail?' })
    await expect(question).toContainText('ana@exemplo.com.br')
    await question.getByRole('button', { name: 'Enviar e-mail' }).click()
    await expectToast(page, 'NFS-e 2 enviada')
    const [mail] = (await (await page.request.get('/dev/outbox.json')).json()) as { to: string; text: string }[]
    expect(mail?.to).toBe('ana@exemplo.com.br')
    await page.goto(mail?.text.split(' ').at(-1) ?? '')
    await expect(page.getByRole('heading', { name: 'NFS-e 2' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Baixar PDF' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a service note is two fields and a button that stays in reach; the note itself opens below', async ({ page, api, openCompany }) => {
    const company = await serviceCompany(api)
    await openCompany(company.name, 'service-nfes/create')
    const form = page.getByRole('form', { name: 'Nova nota de serviço' })
    await form.getByRole('combobox', { name: 'Para quem' }).fill('Ana')
    await page.getByRole('option', { name: /Ana Souza/ }).click()
    await form.getByLabel('Quanto').fill('250')
    await expect(form.getByRole('button', { name: 'Emitir nota de R$ 250,00' })).toBeInViewport()
    await expect(page.getByText('Líquido a receber')).toBeHidden()
    await form.getByRole('button', { name: 'Ver como o cliente vai ver' }).click()
    await expect(page.getByText('Líquido a receber')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test('a company that issues nothing yet is set up inside the note, which keeps what was written', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Sem emissão')
  await api.post('/contacts/', { company_id: company.id, kind: 'CUSTOMER', name: 'Ana Souza', document_number: cpfNumber(61_003) })
  await openCompany(company.name, 'service-nfes/create')
  const form = page.getByRole('form', { name: 'Nova nota de serviço' })
  await form.getByRole('combobox', { name: 'Para quem' }).fill('Ana')
  await page.keyboard.press('Enter')
  await form.getByLabel('Quanto').fill('100')
  await expect(form.getByLabel('Descrição na nota')).toBeVisible()
  await form.getByLabel('Descrição na nota').fill('Aula')
  const obstacles = form.getByRole('region', { name: 'Falta para emitir' })
  await obstacles.getByRole('button', { name: 'Configurar' }).click()
  const setup = page.getByRole('dialog', { name: 'Configurar emissão de notas' })
  await setup.getByText('Portal da Prefeitura ou Nacional').click()
  await setup.getByLabel('Usuário do portal').fill('12345')
  await setup.getByLabel('Senha do portal').fill('senha-do-portal')
  await setup.getByLabel('CEP').fill('01310-100')
  await expect(setup.getByLabel('Cidade')).toHaveValue('São Paulo')
  await setup.getByLabel('Rua').fill('Avenida Paulista')
  await setup.getByLabel('Número', { exact: true }).fill('1000')
  await setup.getByLabel('Bairro').fill('Bela Vista')
  await setup.getByRole('button', { name: 'Salvar' }).click()
  await expect(obstacles).toHaveCount(0)
  await expect(form.getByLabel('Descrição na nota')).toHaveValue('Aula')
  await expect(form.getByLabel('Quanto')).toHaveValue('100,00')
})

test('a note of goods: items by Enter and by a pasted table, exact sums, a draft that survives a reload', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await goodsCompany(api)
  await openCompany(company.name, 'product-nfes/create')
  const form = page.getByRole('form', { name: 'Nova nota de produto' })
  await form.getByLabel('Destinatário').fill('Mercado')
  await page.keyboard.press('Enter')
  await form.getByLabel('Produto do item 1').fill('caf')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Quantidade do item 1')).toBeFocused()
  await page.keyboard.type('3')
  await expect(form.getByLabel('Preço unitário do item 1')).toHaveValue('25,00')
  const summary = page.getByRole('complementary', { name: 'Resumo da nota' })
  await expect(summary).toContainText('R$ 75,00')

  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Produto do item 2')).toBeFocused()
  await form.getByLabel('Quantidade do item 2').evaluate(input => {
    const data = new DataTransfer()
    data.setData('text/plain', 'CHA\t2,5\t10,00\t0,50\nNADA\t1\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(form.getByText('Sem produto no cadastro: NADA')).toBeVisible()
  await expect(summary).toContainText('R$ 99,50')
  await form.getByLabel('Frete', { exact: true }).fill('10')
  await page.keyboard.press('Tab')
  await expect(summary).toContainText('R$ 109,50')

  await page.reload()
  await expect(page.getByText('Continuando o rascunho desta aba.')).toBeVisible()
  await expect(summary).toContainText('R$ 109,50')

  await form.getByRole('button', { name: 'Emitir nota' }).click()
  await page.getByRole('dialog', { name: 'Emitir esta nota?' }).getByRole('button', { name: 'Emitir nota' }).click()
  await expectToast(page, 'Emissão não ativada')
  await expect(form.getByLabel('Quantidade do item 2')).toHaveValue('2,5')
})

test('what hinders issuing is a checklist, and each line leads to where it is put right', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Emissora')
  await openCompany(company.name, 'product-nfes')
  await page.getByRole('button', { name: 'Pendências', exact: true }).click()
  const line = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(line('Inscrição estadual')).toContainText('Falta')
  await line('Inscrição estadual').getByRole('button').click()
  const registration = page.getByRole('dialog', { name: 'Inscrições da empresa' })
  await registration.getByLabel('Inscrição estadual').fill('110042490114')
  await registration.getByRole('button', { name: 'Salvar' }).click()
  await expect(line('Inscrição estadual')).toContainText('Pronto')

  await line('Emissão das notas').getByRole('button').click()
  const setup = page.getByRole('dialog', { name: 'Configurar emissão de notas' })
  await setup.getByLabel('CEP').fill('01310-100')
  await expect(setup.getByLabel('Estado')).toHaveValue('SP')
  await expect(setup.getByLabel('Cidade')).toHaveValue('São Paulo')
  await setup.getByLabel('Rua').fill('Avenida Paulista')
  await setup.getByLabel('Número', { exact: true }).fill('1000')
  await setup.getByLabel('Bairro').fill('Bela Vista')
  await setup.getByRole('button', { name: 'Salvar' }).click()
  await expect(line('Emissão das notas')).toContainText('NF-e e NFC-e ligadas.')
  await expect(line('Endereço do emitente')).toContainText('Avenida Paulista, 1000')
  await expect(line('Certificado digital')).toContainText('Falta')

  await line('Limite do mês').getByRole('button').click()
  await expect(page.getByText('de 100 notas')).toBeVisible()
})
