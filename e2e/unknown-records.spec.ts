// Every address of a record, opened for one that does not exist: one state says so, and leads on.
import { screens } from '#commands/screens.ts'
import { foundCompany } from './bench-company.ts'
import { expect, goTo, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

const ofRecords = Object.entries(screens).filter(([, { path }]) => /\$companyId\/.*\$/.test(path))

test('an unknown record is said to be unknown at every address it could have', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Sem registros')
  await openCompany(company.name, 'rules')
  const main = page.getByRole('main')
  expect(ofRecords.length).toBeGreaterThan(40)
  for (const [id, { path }] of ofRecords)
    await test.step(id, async () => {
      const address = path.replace('$companyId', company.id).replace(/\$\w+/g, () => crypto.randomUUID())
      await goTo(page, address)
      await expect.soft(main, id).toContainText('Página não encontrada', { timeout: 4_000 })
      await expect.soft(page.getByRole('dialog')).toHaveCount(0)
      await goTo(page, `/company/${company.id}/rules`)
      await expect(main).toContainText('Nenhuma regra')
    })
})
