// The product's own subscription paid by card: typed on the acquirer's page, shown, changed for another, and removed.
import type { Page } from '@playwright/test'
import { type StripeServer, stripeServer } from '#tests/kit/stripe-server.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

/** The acquirer answers a charge within seconds. */
const ACQUIRER = { timeout: 30_000 }

let acquirer: StripeServer
test.beforeAll(async () => {
  acquirer = await stripeServer(Number(process.env.E2E_ACQUIRER_PORT))
})
test.afterAll(() => acquirer?.close())

/** On the acquirer's page, which leads back to the checkout. */
async function typeCard(page: Page, number: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Cartão' })).toBeVisible()
  await page.getByLabel('Número do cartão').fill(number)
  await page.getByLabel('Validade').fill('11/34')
  await page.getByRole('button', { name: 'Salvar cartão' }).click()
  await expect(page.getByText('Cartão informado na operadora.')).toBeVisible()
}

test('a plan is subscribed by card, the card is shown, changed for another and removed', async ({ page, api, openCompany }) => {
  test.setTimeout(120_000)
  const company = await foundCompany(api, 'Assinatura por cartão')
  await openCompany(company.name, 'subscriptions/subscribe')
  await page.getByRole('button', { name: 'Assinar ME Completo' }).click()
  await page.getByRole('button', { name: /^Informar o cartão/ }).click()
  // Who turns back at the acquirer is where they were.
  await page.getByRole('link', { name: 'Voltar' }).click()
  await page.getByRole('button', { name: /^Informar o cartão/ }).click()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Autorizar o cartão/ }).click()
  await page.getByRole('button', { name: /^Confirmar assinatura/ }).click()
  await expect(page).toHaveURL(/\/subscriptions(\?|$)/)
  await expect(page.getByText('Visa final 4242')).toBeVisible()
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible(ACQUIRER)
  expect(acquirer.intents).toMatchObject([{ amount: 14_990, status: 'succeeded' }])

  await page.getByRole('button', { name: /^Trocar cartão/i }).click()
  await expect(page.getByText('no lugar de Visa final 4242')).toBeVisible()
  await page.getByRole('button', { name: /^Informar o cartão/ }).click()
  await typeCard(page, '5555 5555 5555 4444')
  await page.getByRole('button', { name: /^Usar este cartão/ }).click()
  await expectToast(page, 'Assinatura paga por Mastercard final 4444')
  // The screen itself: both cards expire in the same month, and the toast is there before it.
  await expect(page.getByText('Mastercard final 4444, vence em 11/2034')).toBeVisible()
  const kept = () => acquirer.methods.flatMap(({ customer, card }) => (customer === null ? [] : card.last4))
  await expect.poll(kept, ACQUIRER).toEqual(['4444'])

  await page.getByRole('button', { name: /^Remover cartão/i }).click()
  const question = page.getByRole('dialog', { name: 'Remover o cartão Mastercard final 4444?' })
  await question.getByRole('button', { name: /^Remover cartão/ }).click()
  await expectToast(page, 'Cartão removido: as mensalidades são pagas por Pix')
  await expect(page.getByText('Mastercard final 4444')).toHaveCount(0)
  await expect.poll(kept, ACQUIRER).toEqual([])
  expect(acquirer.intents).toHaveLength(1)
  expect(acquirer.refused).toEqual([])
})
