// Signing in by the screens: what is wrong is said beside its field, what is right lasts over a reload, and one returns to where one was going.
import type { Page } from '@playwright/test'
import { figure, times } from '#tests/proofs/kit/figure.ts'
import { AUGUSTO, BIANCA, codesTo, expect, expectToast, type Person, test } from './fixtures.ts'
import { holdCode, readable } from './waiting-page.ts'

async function giveDocument(page: Page, person: Person): Promise<void> {
  await page.getByLabel('CPF ou CNPJ').fill('')
  await page.getByLabel('CPF ou CNPJ').pressSequentially(person.document)
}

/** The newest code; nobody else signs this person in. */
async function lastCode(page: Page, person: Person): Promise<string> {
  const [code] = await codesTo(page.request, person.phone)
  return code ?? ''
}

const brandImage = (page: Page) => page.locator('[data-part="art"] img')

test('a wrong password and a wrong code are said; the right ones lead to where one was going, and the session lasts until it is ended', async ({
  page,
  api,
}) => {
  const bakery = await api.company('Padaria Sol Nascente')
  const wanted = `/company/${bakery.id}/bills?periodo=tudo`
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/login\?url=/)
  await expect(page).toHaveTitle(/^Entrar/)

  const document = page.getByLabel('CPF ou CNPJ')
  await expect(document).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Informe o CPF ou o CNPJ')).toBeVisible()
  await document.pressSequentially('11111111111')
  await expect(document).toHaveValue('111.111.111-11')
  await page.getByLabel('Senha', { exact: true }).fill('qualquer-senha')
  await page.keyboard.press('Enter')
  await expect(page.getByText('CPF é inválido')).toBeVisible()
  await document.fill('')
  await document.pressSequentially('27418783000184')
  await expect(document).toHaveValue('27.418.783/0001-84')

  await giveDocument(page, BIANCA)
  await expect(document).toHaveValue('704.219.385-79')
  await page.getByLabel('Senha', { exact: true }).fill('senha-errada-2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Documento ou senha incorretos.')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill(BIANCA.password)
  await page.getByRole('button', { name: 'Mostrar senha' }).click()
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: /^Continuar/ }).click()

  await expect(page.getByRole('heading', { name: 'Digite o código' })).toBeVisible()
  await expect(page.getByText(/Enviamos um código por SMS para/)).toBeVisible()
  const code = page.getByLabel('Código de 6 dígitos')
  await expect(code).toBeFocused()
  const right = await lastCode(page, BIANCA)
  await page.keyboard.type(right === '000000' ? '111111' : '000000')
  await expect(page.getByText('Confira o código. Restam 4 tentativas.')).toBeVisible()
  await expect(code).toHaveValue('')
  // A reload in the middle loses nothing.
  await page.reload()
  await page.getByLabel('Código de 6 dígitos').pressSequentially(right)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('button', { name: /^Empresa Padaria Sol Nascente/ })).toBeVisible()

  await page.reload()
  await expect(page).toHaveURL(wanted)
  await page.getByRole('button', { name: 'Sua conta: Bianca Rocha' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/login\?url=/)
})

test('a forgotten password is replaced after a code, without saying who is known', async ({ page }) => {
  const chosen = `razao-nova-${Date.now()}`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Esqueci a senha' }).click()
  await expect(page.getByRole('heading', { name: 'Primeiro acesso ou senha esquecida' })).toBeVisible()
  await page.getByLabel('CPF ou CNPJ').pressSequentially('11144477735')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Se este documento tem cadastro, enviamos um código/)).toBeVisible()
  await page.getByRole('button', { name: 'Informar outro' }).click()

  await giveDocument(page, AUGUSTO)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Se este documento tem cadastro, enviamos um código/)).toBeVisible()
  await page.getByLabel('Código de 6 dígitos').pressSequentially(await lastCode(page, AUGUSTO))
  await expect(page.getByRole('heading', { name: 'Crie a sua senha' })).toBeVisible()
  await page.getByLabel('Nova senha').fill('curta')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ao menos 8 caracteres', { exact: true })).toBeVisible()
  await page.getByLabel('Nova senha').fill(chosen)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Senha criada', 'Nas próximas vezes, entre com ela.')
  await expect(page).toHaveURL(/\/company\//)

  await page.getByRole('button', { name: 'Sua conta: Augusto Ferraz' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await giveDocument(page, AUGUSTO)
  await page.getByLabel('Senha', { exact: true }).fill(chosen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Digite o código' })).toBeVisible()
})

test('an address outside this place is not followed after the sign-in', async ({ page }) => {
  await page.goto('/login?url=%2F%2Fexemplo.com%2F')
  await giveDocument(page, BIANCA)
  await page.getByLabel('Senha', { exact: true }).fill(BIANCA.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Digite o código' })).toBeVisible()
  await page.getByLabel('Código de 6 dígitos').pressSequentially(await lastCode(page, BIANCA))
  await expect(page).toHaveURL(/localhost:\d+\/company\//)
})

test('the sign-in has two columns on a large screen and one on a phone', async ({ page }) => {
  await page.goto('/login')
  // Said by the client alone: what stood before it is gone.
  await expect(page.getByText('Ambiente local')).toBeVisible()
  await expect(brandImage(page)).toBeVisible()
  const form = await page.getByRole('main').boundingBox()
  const side = await brandImage(page).boundingBox()
  expect(side?.x ?? 0).toBeGreaterThanOrEqual((form?.x ?? 0) + (form?.width ?? 0))
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(brandImage(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Continuar/ })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

/** Ends the access token, so that the next call has to renew it. */
const endAccess = (page: Page) => page.evaluate(() => localStorage.setItem('razao.access-token', 'vencido'))

test('the tokens copied into another browser open nothing there, and their owner stays signed in', async ({ page, browser }) => {
  await page.goto('/login')
  await giveDocument(page, BIANCA)
  await page.getByLabel('Senha', { exact: true }).fill(BIANCA.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Digite o código' })).toBeVisible()
  await page.getByLabel('Código de 6 dígitos').pressSequentially(await lastCode(page, BIANCA))
  await expect(page).toHaveURL(/\/company\//)
  const inside = page.url()
  await endAccess(page)
  const stolen = await page.evaluate(() => ({ ...localStorage }))
  const copies = times(2, 20)
  for (let copy = 0; copy < copies; copy += 1) {
    const context = await browser.newContext()
    const thief = await context.newPage()
    await thief.goto('/login')
    await thief.evaluate(kept => Object.assign(localStorage, kept), stolen)
    const refused = thief.waitForResponse(answer => answer.url().endsWith('/v1/refresh-token'))
    await thief.goto(inside)
    expect((await refused).status()).toBe(401)
    await expect(thief).toHaveURL(/\/login/)
    await context.close()
  }
  await page.goto(inside)
  await expect(page.getByRole('button', { name: 'Sua conta: Bianca Rocha' })).toBeVisible()
  await expect(page).toHaveURL(inside)
  figure({ promise: 'D7', what: 'armazenamento copiado para outro navegador', ours: `0 renovações em ${copies}, a dona segue`, floor: '0' })
})

/** The sign-in with the client's code held back. */
async function openWithoutCode(page: Page, address: string) {
  const release = await holdCode(page)
  await page.goto(address, { waitUntil: 'commit' })
  const prepared = page.locator('[data-part="prepared"]')
  await expect(prepared).toBeVisible()
  return async () => {
    await release()
    await expect(prepared).not.toBeAttached()
  }
}

for (const [address, width, height] of [
  ['/login', 1440, 900],
  ['/login', 1024, 768],
  ['/login', 390, 844],
  ['/', 390, 844],
] as const)
  test(`at ${width} px ${address} has the form before the client's code, as it stands after it`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const release = await openWithoutCode(page, address)
    // Its letters may come a moment later.
    await page.waitForFunction(() => document.fonts.check('1em "Inter Variable"'))
    const before = (await readable(page)).filter(text => !text.startsWith('Abrindo…'))
    expect(before.length).toBeGreaterThan(10)
    await release()
    await expect.poll(() => readable(page)).toEqual(expect.arrayContaining(before))
  })

test('what is typed before the client’s code is there is kept, and sent by the Enter pressed meanwhile', async ({ page }) => {
  const release = await openWithoutCode(page, '/login')
  await expect(page.getByLabel('CPF ou CNPJ')).toBeFocused()
  await page.keyboard.type(BIANCA.document)
  await page.getByLabel('Senha', { exact: true }).fill('outra')
  await page.keyboard.press('Enter')
  await release()
  await expect(page.getByText('Documento ou senha incorretos')).toBeVisible()
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue('704.219.385-79')
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
})
