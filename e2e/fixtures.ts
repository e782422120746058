// What every journey starts with: a signed-in page of a demo company, and no console error that nobody expected.
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const ACCOUNTANT = { document: '52998224725', password: 'razao-demo-2026' }

interface OutboxRow {
  to: string
  code: string | null
}

export async function lastCode(page: Page): Promise<string> {
  const rows = (await (await page.request.get('/dev/outbox.json')).json()) as OutboxRow[]
  const code = rows.find(row => row.code !== null)?.code
  if (!code) throw new Error('no code in the outbox')
  return code
}

interface Tokens {
  accessToken: string
  refreshToken: string
}

/** Signs in through the calls, as the client would; the screens of sign-in have a journey of their own. */
export async function signIn(page: Page, user = ACCOUNTANT): Promise<Tokens> {
  const asked = await page.request.post('/v1/authenticate', { data: { document_number: user.document, password: user.password } })
  expect(asked.ok()).toBe(true)
  const { id } = (await asked.json()) as { id: string }
  const answered = await page.request.post(`/v1/verify-otp/${id}`, { data: { otp: await lastCode(page) } })
  expect(answered.ok()).toBe(true)
  return (await answered.json()) as Tokens
}

export interface Company {
  id: string
  name: string
}

export async function companyNamed(page: Page, tokens: Tokens, name: string): Promise<Company> {
  const answer = await page.request.get('/v1/organizations/companies', { headers: { authorization: `Bearer ${tokens.accessToken}` } })
  const found = ((await answer.json()) as Company[]).find(company => company.name.includes(name))
  if (!found) throw new Error(`no company ${name} in the demo`)
  return found
}

interface Fixtures {
  tokens: Tokens
  openCompany(name: string, path?: string): Promise<Company>
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('pageerror', error => errors.push(error.message))
    await use(page)
    // A refused call prints one line of the browser's own; anything else is ours.
    expect(errors.filter(text => !/the server responded with a status of 4\d\d/.test(text))).toEqual([])
  },
  tokens: async ({ page }, use) => {
    const tokens = await signIn(page)
    await page.addInitScript(
      ([access, refresh]) => {
        // Only when the page has none: a renewed pair must survive a reload.
        if (localStorage.getItem('razao.refresh-token')) return
        localStorage.setItem('razao.access-token', access as string)
        localStorage.setItem('razao.refresh-token', refresh as string)
      },
      [tokens.accessToken, tokens.refreshToken],
    )
    await use(tokens)
  },
  openCompany: async ({ page, tokens }, use) =>
    use(async (name, path = 'bills') => {
      const company = await companyNamed(page, tokens, name)
      await page.goto(`/company/${company.id}/${path}`)
      return company
    }),
})

/** Focus is never lost to the page: asserted after every step of a keyboard journey. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body), { timeout: 2000 })
    .toBe(true)
}
