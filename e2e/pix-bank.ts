// A bank that speaks the API Pix, played for a journey: registered as a person does it, given its credentials, and asked.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { makeCertificate } from '#tests/kit/certificates.ts'
import type { ServerIdentity } from '#tests/kit/loopback-authority.ts'
import { type PixServer, pixServer } from '#tests/kit/pix-server.ts'
import { expect, expectToast, press } from './fixtures.ts'

const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

export interface OpenBank {
  bank: PixServer
  /** Signs the certificates of its clients. */
  root: ReturnType<typeof makeCertificate>
}

export async function openBank(): Promise<OpenBank> {
  const identity: ServerIdentity = JSON.parse(readFileSync(process.env.E2E_BANK ?? '', 'utf8'))
  const root = makeCertificate({ name: 'Raiz do banco', authority: true }, undefined, 0)
  return { bank: await pixServer(identity, root.certificate, Date.now), root }
}

export const drawerOf = (page: Page): Locator =>
  page.getByRole('complementary').or(page.getByRole('dialog')).filter({ hasText: 'Endereço do token' }).first()

/** Sends the form of a bank, and gives it: a bad address keeps it open. */
export async function register(page: Page, api: string, token: string): Promise<Locator> {
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Novo Pix no banco' })
  await form.getByRole('combobox', { name: /^Conta que recebe/ }).click()
  await page.getByRole('option').first().click()
  await form.getByLabel('Chave Pix').fill(PIX_KEY)
  await form.getByLabel('Endereço da API Pix').fill(api)
  await form.getByLabel('Endereço do token').fill(token)
  await form.getByRole('button', { name: /^Criar/ }).click()
  return form
}

interface Means {
  id: string
  secret: string
  held: ReturnType<typeof makeCertificate>
}

/** In the drawer of the bank. */
export async function giveCredentials(page: Page, { id, secret, held }: Means): Promise<void> {
  await drawerOf(page)
    .getByRole('button', { name: /credenciais/i })
    .click()
  const means = page.getByRole('dialog', { name: 'Enviar credenciais do banco' })
  await means.getByLabel('Client id').fill(id)
  await means.getByLabel('Client secret').fill(secret)
  const chooser = page.waitForEvent('filechooser')
  await means
    .getByRole('button', { name: /arquivo/i })
    .first()
    .click()
  const pem = `${held.certificate}${held.key.export({ type: 'pkcs8', format: 'pem' })}`
  await (await chooser).setFiles({ name: 'empresa.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) })
  await means.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expectToast(page, 'Credenciais guardadas')
}

/** On the open screen of such banks. */
export async function connectBank(page: Page, { bank, root }: OpenBank): Promise<void> {
  await register(page, bank.url, `${bank.url}/oauth/token`)
  await giveCredentials(page, { id: bank.clientId, secret: bank.clientSecret, held: makeCertificate({ name: 'Empresa' }, root, 2) })
  await expect(drawerOf(page)).toContainText('Funcionando', { timeout: 20_000 })
}

/** On the open screen of such banks: no notice reaches this server. */
export async function askBank(page: Page): Promise<void> {
  await page.getByText(PIX_KEY).first().click()
  await drawerOf(page)
    .getByRole('button', { name: /testar/i })
    .click()
}
