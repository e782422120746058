// H5: texts that would run are texts. They are stored in every field that takes them, and told in every text of every answer; each screen is
// opened with them, and nothing runs, nothing is refused by the policy, nobody else is asked.
import { randomUUID } from 'node:crypto'
import type { Page, Response, Route } from '@playwright/test'
import { screens } from '#commands/screens.ts'
import { contract } from '#contract/index.ts'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { type Endpoint, paramNames, pathOf, tenantOf } from '#contract/kit/endpoint.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'
import { figure, isFull, times } from '#tests/proofs/kit/figure.ts'
import { bodyOf, filled, textFieldsOf } from '#tests/proofs/kit/fillings.ts'
import { FOREIGN, PAYLOADS, payloadAt, payloadsAt, ROUNDS, RUN } from '#tests/proofs/kit/payloads.ts'
import { type Founded, foundCompany, sellServices } from './bench-company.ts'
import { type Api, expect, goTo, SERGIO, test, today } from './fixtures.ts'
import { settle } from './photograph.ts'

// What is wrong is counted here, by what the browser itself says of it.
test.use({ person: SERGIO, expectedErrors: /./ })

const rows = Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])
const patterns = rows.map(row => ({ row, path: new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }))
const rowOf = (method: string, url: string): Endpoint | undefined =>
  patterns.find(({ row, path }) => row.method === method && path.test(new URL(url).pathname))?.row

/** Told by the browser: what ran, what the policy refused, who else was asked, which answers came without their headers. */
interface Told {
  ran: string[]
  refused: string[]
  foreign: string[]
  bare: string[]
  answers: number
}

const OWED = {
  'content-security-policy': /default-src 'none'.*require-trusted-types-for 'script'/,
  'x-content-type-options': /^nosniff$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=31536000/,
}

async function listen(page: Page, baseURL: string): Promise<Told> {
  const told: Told = { ran: [], refused: [], foreign: [], bare: [], answers: 0 }
  await page.exposeFunction(RUN, () => void told.ran.push(page.url()))
  await page.exposeFunction('razaoRefused', (what: string) => void told.refused.push(`${page.url()}: ${what}`))
  await page.addInitScript(() => {
    const tell = (window as unknown as { razaoRefused(what: string): void }).razaoRefused
    document.addEventListener('securitypolicyviolation', event =>
      tell(`${event.violatedDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`),
    )
  })
  // What the browser keeps comes without the header that it has heeded already.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  page.on('dialog', dialog => {
    told.ran.push(`${page.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    const url = request.url()
    if (/^(https?|wss?):/.test(url) && new URL(url).host !== new URL(baseURL).host) told.foreign.push(url)
  })
  page.on('response', (response: Response) => {
    if (!response.url().startsWith(baseURL)) return
    told.answers += 1
    const headers = response.headers()
    const without = Object.entries(OWED).flatMap(([name, is]) => (is.test(headers[name] ?? '') ? [] : [name]))
    if (without.length > 0) told.bare.push(`${response.url()}: ${without}`)
  })
  return told
}

/** Addresses on the page that would run something, or lead away, when they are followed. */
const led = (page: Page): Promise<string[]> =>
  page.evaluate(
    foreign =>
      [...document.querySelectorAll('[href], [src], [action], [formaction], [srcdoc]')].flatMap(element =>
        ['href', 'src', 'action', 'formaction', 'srcdoc'].flatMap(name => {
          const value = element.getAttribute(name)?.trim()
          return value && (/^(java\s*script|vbscript|data:text)/i.test(value) || value.startsWith(`//${foreign}`))
            ? [`${element.tagName} ${name}=${value}`]
            : []
        }),
      ),
    FOREIGN,
  )

/** Everything that takes a text has one; returns the fields, and what was made by the name it is called by. */
async function store(api: Api, company: Founded): Promise<{ fields: Set<string>; made: Map<string, string> }> {
  const c = company.id
  await sellServices(api, company)
  const made = new Map<string, string>([['bankAccounts', company.accountId]])
  const known: Record<string, string> = {
    company_id: c,
    companyId: c,
    bank_account_id: company.accountId,
    from_bank_account_id: company.accountId,
  }
  known.to_bank_account_id = company.otherAccountId
  const [category] = await api.get<{ id: string }[]>(`/companies/${c}/categories`)
  const contact = await api.post<{ id: string }>('/contacts/', {
    company_id: c,
    kind: 'CUSTOMER',
    name: 'Ana',
    document_number: cpfNumber(81_001),
  })
  Object.assign(known, { category_id: category?.id, contact_id: contact.id })
  made.set('categories', category?.id ?? '').set('contacts', contact.id)
  const associate = await api.post<{ id: string }>(`/companies/${c}/associates`, { name: 'Paula', document_number: cpfNumber(81_002) })
  Object.assign(known, { associate_id: associate.id })
  made.set('associates', associate.id)
  const fields = new Set<string>()
  const line = { date: today(), description: payloadAt('description', 0), amount_cents: -1250 }
  await api.post(`/companies/${c}/bank_statements`, { bank_account_id: company.accountId, entries: [line] })
  fields.add('bankStatements.description')

  const writes = rows.filter(
    row => ['POST', 'PATCH', 'PUT'].includes(row.method) && textFieldsOf(row).length > 0 && tenantOf(row) !== 'none',
  )
  // What is made first is what is changed later.
  for (const row of writes.sort((a, b) => Number(a.method !== 'POST') - Number(b.method !== 'POST'))) {
    const resource = row.id.split('.')[0] ?? ''
    const id = made.get(resource)
    const names = paramNames(row)
    if (names.some(name => name !== 'c' && id === undefined)) continue
    const path = pathOf(row, Object.fromEntries(names.map(name => [name, name === 'c' ? c : (id ?? '')]))).replace(/^\/v1/, '')
    const query = tenantOf(row) === 'query' ? `?companyId=${c}` : ''
    const sample = { ...bodyOf(row, known), ...(tenantOf(row) === 'body' ? { company_id: c } : {}) }
    let texts = textFieldsOf(row).filter(({ name, most }) => most >= 20 && !/_id$|date|day$/.test(name))
    for (let tries = 6; tries > 0 && texts.length > 0; tries -= 1) {
      const written = Object.fromEntries(texts.map(({ name, most }) => [name, payloadAt(`${row.id}.${name}`, tries).slice(0, most)]))
      const answer = await api.request.fetch(`/v1${path}${query}`, {
        method: row.method,
        headers: { authorization: `Bearer ${api.tokens.accessToken}`, 'idempotency-key': randomUUID() },
        data: { ...sample, ...written },
      })
      if (answer.ok()) {
        for (const { name } of texts) fields.add(`${row.id}.${name}`)
        const { id: given } = ((await answer.json().catch(() => ({}))) ?? {}) as { id?: string }
        if (row.method === 'POST' && given && !made.has(resource)) made.set(resource, given)
        break
      }
      const { details = [] } = (await answer.json().catch(() => ({}))) as { details?: { field: string }[] }
      const wrong = new Set(details.map(({ field }) => field.split('.')[0]))
      const left = texts.filter(({ name }) => !wrong.has(name))
      if (left.length === texts.length) break
      texts = left
    }
  }
  const bill = made.get('bills')
  for (const name of PAYLOADS.slice(0, 5)) {
    const file = { name: `${name.replaceAll('/', '∕')}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(tinyPdf('nota')) }
    const headers = { authorization: `Bearer ${api.tokens.accessToken}`, 'idempotency-key': randomUUID() }
    const sent = await api.request.post(`/v1/companies/${c}/attachments`, { headers, multipart: { bill_id: bill ?? '', file } })
    if (sent.ok()) fields.add('attachments.name')
  }
  return { fields, made }
}

/** Where the record of an address is found, by what the address calls it. */
const LISTS: Readonly<Record<string, string>> = {
  billId: 'bills.list',
  receivableId: 'receivables.list',
  bankAccountId: 'bankAccounts.list',
  importId: 'imports.list',
  paymentFileId: 'paymentFiles.list',
  paymentOrderId: 'paymentOrders.list',
  taxId: 'taxes.list',
  remittanceId: 'remittances.list',
  bankSlipId: 'bankSlips.list',
  billingId: 'billings.list',
  agreementId: 'agreements.list',
  payment_agreementId: 'paymentAgreements.list',
  pix_agreementId: 'pixAgreements.list',
  associateId: 'associates.list',
  dependentId: 'dependents.list',
  notaFiscalId: 'serviceInvoices.list',
  contactId: 'contacts.list',
  categoryId: 'categories.list',
  ruleId: 'rules.list',
  productId: 'products.list',
  serviceId: 'services.list',
  chart_accountId: 'chartAccounts.list',
  mappingId: 'mappings.list',
  layoutId: 'handoverLayouts.list',
  userId: 'users.list',
}

const idIn = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return idIn(value[0])
  if (typeof value !== 'object' || value === null) return undefined
  if ('id' in value && typeof value.id === 'string') return value.id
  return Object.values(value).map(idIn).find(Boolean)
}

async function recordsOf(api: Api, c: string): Promise<Map<string, string>> {
  const found = new Map([
    ['companyId', c],
    ['officeCompanyId', c],
  ])
  for (const [name, id] of Object.entries(LISTS)) {
    const row = rows.find(each => each.id === id)
    if (!row) throw new Error(`no row ${id}`)
    const path = pathOf(row, { c }).replace(/^\/v1/, '')
    const query = new URLSearchParams({ ...(row.path.includes('{c}') ? {} : { companyId: c }) })
    for (const dates of [{}, { start_date: '2020-01-01', end_date: '2030-12-31' }]) {
      const answer = await api.get(`${path}?${new URLSearchParams({ ...Object.fromEntries(query), ...dates })}`).catch(() => undefined)
      const first = idIn(answer)
      if (first) found.set(name, first)
      if (answer !== undefined) break
    }
  }
  return found
}

/** Every address that can be opened with these records. */
const addressesOf = (records: ReadonlyMap<string, string>): string[] =>
  Object.values(screens)
    .map(({ path }) => path as string)
    .filter(path => /^\/(company|organization|notifications|unknown)/.test(path))
    .map(path => path.replace(/\$(\w+)/g, (whole, name) => records.get(name) ?? whole))
    .filter(path => !path.includes('$'))

/** Steers the client, and is shown nowhere. */
const STEERS = /^(auth\.(sessions|resources|refresh)|preferences\.|companies\.permissions|jobs\.)/

test('H5: texts that would run stay texts, in every field and on every screen', async ({ page, api, openCompany, baseURL }) => {
  const rounds = times(1, ROUNDS)
  test.setTimeout(120_000 + (isFull ? rounds * 1_200_000 : 0))
  const company = await foundCompany(api, 'Textos')
  const { fields, made } = await store(api, company)
  const told = await listen(page, baseURL ?? '')
  const leading: string[] = []
  let [opened, shown, places] = [0, 0, 0]

  const walk = async (addresses: readonly string[]) => {
    for (const address of addresses) {
      await goTo(page, address)
      await settle(page, isFull ? 100 : 0).catch(() => {})
      opened += 1
      leading.push(...(await led(page)).map(each => `${address}: ${each}`))
      const texts = await page.evaluate(
        () =>
          document.body.innerText +
          [...document.querySelectorAll('input, textarea')].map(field => (field as HTMLInputElement).value).join(' '),
      )
      if (texts.includes(RUN) || texts.includes(FOREIGN)) shown += 1
      await api.staySignedIn()
    }
  }

  // Stored: as the product keeps and tells them.
  const bakery = await openCompany('Padaria Sol Nascente', 'bills')
  const records = await recordsOf(api, company.id)
  const stored = addressesOf(records)
  await walk(isFull ? stored : stored.filter(path => path.endsWith('/contacts')))
  const fromStore = shown

  // Told: also where only a bank, an authority or a colleague could write.
  let round = 0
  await page.route('**/v1/**', async (route: Route) => {
    const row = rowOf(route.request().method(), route.request().url())
    if (row?.method !== 'GET' || row.spec.file || STEERS.test(row.id)) return route.fallback()
    const response = await route.fetch()
    if (!response.ok() || !/json/.test(response.headers()['content-type'] ?? '')) return route.fulfill({ response })
    const isColumnar = (response.headers()['content-type'] ?? '').includes(COLUMNS_MEDIA_TYPE)
    const changed = filled(row, await response.json(), isColumnar, place => payloadsAt(`${row.id}.${place}`, round))
    places += changed.places
    return route.fulfill({ response, json: changed.answer })
  })
  await page.goto(`/company/${bakery.id}/bills`)
  const everywhere = addressesOf(isFull ? await recordsOf(api, bakery.id) : new Map([['companyId', bakery.id]]))
  for (; round < rounds; round += 1) {
    // A page loaded anew has nothing of the round before.
    if (round > 0) await page.reload()
    await walk(isFull ? everywhere : everywhere.filter(path => path.endsWith('/categories')))
  }
  await page.unrouteAll({ behavior: 'wait' })

  expect(told.ran).toEqual([])
  expect(told.refused).toEqual([])
  expect(told.foreign).toEqual([])
  expect(leading).toEqual([])
  expect(told.bare).toEqual([])
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300)
  expect(fields.size, [...fields].join()).toBeGreaterThan(40)
  expect(made.size).toBeGreaterThan(10)
  // Nothing is proved by a screen that shows none of them.
  expect(fromStore).toBeGreaterThan(0)
  expect(shown).toBeGreaterThan(opened / 2)

  // The ears hear: a page that did take a text for markup would be seen here.
  await page.evaluate(text => {
    const element = document.createElement('div')
    document.body.append(element)
    try {
      element.innerHTML = text
    } catch {
      // Refused by Trusted Types, and told.
    }
  }, PAYLOADS[1] ?? '')
  await expect.poll(() => told.refused.length).toBeGreaterThan(0)
  figure({
    promise: 'H5',
    what: `${PAYLOADS.length} textos que rodariam, gravados em ${fields.size} campos e ditos em ${places.toLocaleString('pt-BR')} lugares de respostas`,
    ours: `${opened} telas abertas, ${shown} os mostram: 0 execuções, 0 avisos da política, 0 pedidos a outros, cabeçalhos em ${told.answers} de ${told.answers} respostas`,
    floor: '300 × todo campo × toda tela: 0, 0, 0, 100 %',
  })
})
