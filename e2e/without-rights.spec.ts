// Every form, opened cold by somebody who may only read: the reason stands where the form would, and nothing can be sent.
import { allCommands } from '#commands/index.ts'
import { type AnyCommand, type AnyTarget, type Destination, formOf, noTarget, type RecordName, targetOn } from '#commands/kit/command.ts'
import { screens } from '#commands/screens.ts'
import { PRESET_RIGHTS } from '#domain/permissions.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type Founded, foundCompany, SERVICE_ISSUANCE } from './bench-company.ts'
import { type Api, apiOf, BIANCA, expect, goTo, SERGIO, test, today } from './fixtures.ts'
import { settle } from './photograph.ts'

// She reads; Sérgio, who owns the company, prepares it.
test.use({ person: BIANCA })

/** Said where the form would stand, or where a record would that a reader may not even see. */
const REASON = /^Seu cargo não permite (esta ação|ver em )/

const needsOf = ({ calls = [] }: AnyCommand) => calls.flatMap(({ spec: { needs } }) => needs ?? [])
const mayRead = (need: string): boolean => {
  const [resource = '', action = ''] = need.split(':')
  return (PRESET_RIGHTS.READER as Readonly<Record<string, string>>)[resource]?.includes(action) ?? false
}

/** A form beside other things on its screen is shown there, and only cannot be sent. */
const isBeside = (command: AnyCommand): boolean => {
  const form = formOf(command)
  return form?.how === 'screen' && !form.alone
}

/** What a reader may not do, and is asked by a form. */
const refused = allCommands.filter(
  command =>
    formOf(command) !== undefined && command.unlisted !== true && !isBeside(command) && needsOf(command).some(need => !mayRead(need)),
)

interface Made {
  readonly id: string
}

/** The local authority rejects a note of this amount, so that it may be corrected. */
const REJECTED_CENTS = 99_901

/** One record of each kind that has a form. */
async function recordsOf(owner: Api, { id: c, accountId }: Founded): Promise<Partial<Record<RecordName, Made>>> {
  const make = (path: string, body: object) => owner.post<Made>(path, body)
  const title = { amount_cents: 10_000, due_date: today(), additional_information: 'Aluguel' }
  const [category] = await owner.get<{ id: string }[]>(`/companies/${c}/categories`)
  const bill = await make(`/companies/${c}/bills`, title)
  const line = { date: today(), description: 'TARIFA', amount_cents: -1_250 }
  await owner.post(`/companies/${c}/bank_statements`, { bank_account_id: accountId, entries: [line] })
  const [posted] = await owner.get<Made[]>(`/companies/${c}/bank_statements/${accountId}/entries`)
  const associate = await make(`/companies/${c}/associates`, { name: 'Paula Reis', document_number: cpfNumber(71_002) })
  const contact = await make('/contacts/', { company_id: c, kind: 'CUSTOMER', name: 'Ana Souza', document_number: cpfNumber(71_001) })
  const service = { name: 'Consultoria', municipal_service_code: '1.06', iss_rate: 290 }
  await owner.post(`/companies/${c}/activate_invoice_issuance`, SERVICE_ISSUANCE)
  return {
    associate,
    dependent: await make(`/companies/${c}/dependents`, {
      name: 'Lia Reis',
      kinship: 'CHILD',
      birth_date: '2020-05-04',
      associate_id: associate.id,
    }),
    contact,
    service: await make(`/companies/${c}/services`, service),
    invoice: await make(`/companies/${c}/service_nfe`, {
      contact_id: contact.id,
      municipal_service_code: '1.06',
      description: 'Suporte',
      amount_cents: REJECTED_CENTS,
    }),
    tax: await make(`/taxes/${c}`, { competence_date: today(), kind: 'DARF', amount_cents: 5_000, due_date: today() }),
    entry: bill,
    statement_line: posted,
    rule: await make(`/companies/${c}/rules`, { contains: 'tarifa' }),
    account: { id: accountId },
    category,
    bill,
    receivable: await make(`/companies/${c}/receivables`, title),
    product: await make(`/companies/${c}/products`, { code: 'CAFE', name: 'Café torrado', price_cents: 2_500, ncm: '09012100' }),
  } as Partial<Record<RecordName, Made>>
}

const addressOf = (at: Destination): string => {
  if (typeof at === 'string') return at
  const search = new URLSearchParams(Object.entries(at.search ?? {}).filter((one): one is [string, string] => typeof one[1] === 'string'))
  return search.size > 0 ? `${at.to}?${search}` : at.to
}

/** The list of the area a command is kept to; of a line, the statement it stands in. */
const listOf = ({ when, of }: AnyCommand, c: string, made: Partial<Record<RecordName, Made>>): string => {
  if (of === 'statement_line') return screens.statements.path.replace('$companyId', c).replace('$bankAccountId', made.account?.id ?? '')
  const [area = 'bills'] = when !== undefined && 'area' in when ? [when.area].flat() : []
  return screens[area as 'bills'].path.replace('$companyId', c)
}

/** Where the form of a command is opened cold; undefined where no record of its kind was made. */
function coldAddress(command: AnyCommand, c: string, made: Partial<Record<RecordName, Made>>): string | undefined {
  const form = formOf(command)
  const record = command.of === undefined ? undefined : made[command.of]
  const id = record?.id
  // The note that was made is one of services.
  if (command.of === 'invoice' && !listOf(command, c, made).includes('/service-nfes')) return undefined
  if (form === undefined || (command.takes !== 'none' && id === undefined)) return undefined
  const company = { id: c, name: '' }
  const target: AnyTarget =
    record === undefined || command.of === undefined ? noTarget(company) : targetOn(command.of, [record], { company, from: 'focus' })
  const at = form.at?.(target)
  if (at !== undefined && form.stands !== 'drawer') return addressOf(at)
  const mark = new URLSearchParams({ form: command.id, ...(id === undefined ? {} : { em: id }) })
  return `${at === undefined ? listOf(command, c, made) : addressOf(at)}?${mark}`
}

test('every form cold without the right finds the reason', async ({ page, api, openCompany }) => {
  const owner = await apiOf(api.request, SERGIO)
  const company = await foundCompany(owner, 'Só leitura')
  const roles = await owner.get<{ id: string; preset: string | null }[]>(`/companies/${company.id}/roles`)
  const reader = roles.find(role => role.preset === 'READER')
  const invited = { document_number: BIANCA.document, role_id: reader?.id }
  const { id } = await owner.post<{ id: string }>(`/companies/${company.id}/invitations`, invited)
  await api.send('PATCH', `/invitations/${id}/accept`)
  const made = await recordsOf(owner, company)

  await openCompany(company.name, 'bills')
  await expect(page.getByRole('main')).toBeVisible()
  const opened: string[] = []
  for (const command of refused) {
    const address = coldAddress(command, company.id, made)
    if (address === undefined) continue
    await test.step(`${command.id} at ${address.replace(company.id, ':c')}`, async () => {
      await goTo(page, address)
      const main = page.getByRole('main').or(page.getByRole('dialog'))
      await expect(main.getByText(REASON).first()).toBeVisible()
      await expect(page.getByRole('form')).toHaveCount(0)
      await expect(page.locator('button[type="submit"]:enabled')).toHaveCount(0)
      opened.push(command.id)
      // Nothing of it stays for the next.
      await goTo(page, `/company/${company.id}/transfers`)
      await expect(page.getByText(REASON)).toHaveCount(0)
    })
  }
  await test.step('a page loaded there asks for nothing of its form', async () => {
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(`/company/${company.id}/payment-orders/create`)
    await expect(page.getByRole('main').getByText(REASON)).toBeVisible()
    await settle(page)
    expect(asked.filter(url => url.includes('/bills?'))).toEqual([])
  })
  await goTo(page, `/company/${company.id}/settings`)
  await expect(page.getByText('O seu cargo vê estes dados, mas não os altera.')).toBeVisible()
  await expect(page.locator('button[type="submit"]:enabled')).toHaveCount(0)
  // The walk means something only while it meets the forms that matter.
  expect(opened.length).toBeGreaterThan(45)
  expect(opened).toEqual(
    expect.arrayContaining([
      'bill.create',
      'contact.edit',
      'entry.import',
      'user.invite',
      'service-invoice.create',
      'range.close',
      'charge.create',
      'tax.pay',
      'question.ask-entry',
      'question.ask-statement_line',
      'invoice.correct',
      'invoice.cancel',
      'associate.edit',
      'dependent.edit',
    ]),
  )
})
