// Every day and amount field of every form that a command opens: typed short, left with Tab; the value stands, and the next field has the focus.
// Each is typed in one of the ways there are, in turn: what a way means is the kit's (tests/client/kit/form.test.tsx), the same in every form.
import type { Locator, Page } from '@playwright/test'
import { allCommands } from '#commands/index.ts'
import { type AnyCommand, type AnyTarget, formOf, noTarget } from '#commands/kit/command.ts'
import { addDays } from '#domain/days.ts'
import { type Api, type Company, expect, goTo, SERGIO, shownDay, test, today } from './fixtures.ts'

test.use({ person: SERGIO })
const COMPANY = 'Padaria Sol Nascente'
const DAYS: readonly (readonly [typed: string, shown: RegExp])[] = [
  ['+5', new RegExp(`^${shownDay(addDays(today(), 5))}$`)],
  ['hoje', new RegExp(`^${shownDay(today())}$`)],
  ['15/12', /^15\/12\/\d{4}$/],
]
const AMOUNTS: readonly (readonly [typed: string, shown: RegExp])[] = [
  ['=120*3', /^360,00$/],
  ['1234,5', /^1\.234,50$/],
]

const targetOf = ({ id, name }: Company, record?: string): AnyTarget => ({
  ...noTarget({ id, name }),
  ...(record ? { ids: [record], count: 1, records: [{ id: record }] } : {}),
})

/** Where the form of a command opens by its address. */
function addressOf(command: AnyCommand, target: AnyTarget): string {
  const at = formOf(command)?.at?.(target)
  const path = at === undefined ? `/company/${target.company?.id}/dashboard` : typeof at === 'string' ? at : at.to
  const em = target.ids[0]
  return at === undefined ? `${path}?form=${command.id}${em ? `&em=${em}` : ''}` : path
}

const withForm = (takes: AnyCommand['takes']) =>
  allCommands.filter(command => command.takes === takes && formOf(command) !== undefined && formOf(command)?.how !== 'sheet')

interface Field {
  readonly name: string
  readonly kind: 'day' | 'amount'
}

/** Found again by its name, or by its label where it stands in a table. */
const inputOf = (page: Page, name: string): Locator =>
  page.locator(`input[name="${name}"]:visible, input[aria-label="${name}"]:visible`).first()

const fieldsOf = (page: Page): Promise<Field[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input')]
      .filter(input => input.offsetParent !== null && !input.disabled && !input.readOnly)
      .flatMap((input): Field[] => {
        const name = input.name || (input.getAttribute('aria-label') ?? '')
        const unit = input.closest('[data-part="input"]')?.textContent ?? ''
        if (name === '') return []
        if (input.placeholder === 'dd/mm/aaaa') return [{ name, kind: 'day' }]
        return unit.includes('R$') ? [{ name, kind: 'amount' }] : []
      }),
  )

/** Remembers what Tab leads to: by itself and, should it be drawn anew, by its name. */
const nextOf = (field: Locator): Promise<string> =>
  field.evaluate(input => {
    const scope = input.closest('[role="dialog"]') ?? input.closest('form') ?? document.body
    const stops = [...scope.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], [tabindex]')].filter(
      one => one.tabIndex >= 0 && one.offsetParent !== null && !(one as HTMLInputElement).disabled,
    )
    const next = stops[stops.indexOf(input as HTMLElement) + 1]
    for (const before of document.querySelectorAll('[data-next-stop]')) before.removeAttribute('data-next-stop')
    next?.setAttribute('data-next-stop', '')
    return next?.getAttribute('name') ?? ''
  })

/** Whether the focus went there, or into the group that stands there. */
const isAtNext = (page: Page, name: string): Promise<boolean> =>
  page.evaluate(wanted => {
    const { activeElement: at } = document
    if (at === null || at === document.body || at.getAttribute('role') === 'dialog') return false
    const isDrawn = document.querySelector('[data-next-stop]') !== null
    return isDrawn ? at.closest('[data-next-stop]') !== null : wanted === '' || at.getAttribute('name') === wanted
  }, name)

const ways = { day: DAYS, amount: AMOUNTS }
let turn = 0

/** Types into the field as fast as keys come, and goes on to the next one. */
async function tryField(page: Page, { name, kind }: Field, where: string): Promise<void> {
  const field = inputOf(page, name)
  const [typed = '', shown = /^$/] = ways[kind][turn++ % ways[kind].length] ?? []
  const said = `${where}, ${name}: ${typed}`
  await field.focus()
  const next = await nextOf(field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(typed)
  await page.keyboard.press('Tab')
  await expect(field, said).toHaveValue(shown)
  expect(await isAtNext(page, next), `${said}: focus`).toBe(true)
}

async function tryForm(page: Page, where: string): Promise<number> {
  const tried = new Set<string>()
  // A field may open others.
  for (;;) {
    const field = (await fieldsOf(page)).find(({ name }) => !tried.has(name))
    if (field === undefined) return tried.size
    tried.add(field.name)
    await tryField(page, field, where)
  }
}

/** Goes to the form as a link would, and waits until it stands still. */
async function openForm(page: Page, address: string, company: Company): Promise<void> {
  // By way of a screen without a form, so that no field of the one before is taken for this one's.
  await goTo(page, `/company/${company.id}/history`)
  await expect(page.locator('input[name]:visible')).toHaveCount(0)
  await goTo(page, address)
  await page.locator('main:not([aria-busy])').waitFor()
  // A form comes with all its fields at once; some commands have none to type in, or say why they cannot be asked.
  await page
    .locator('form:visible, [data-part="state"]:visible')
    .first()
    .waitFor({ timeout: 2000 })
    .catch(() => undefined)
}

async function tryAll(
  page: Page,
  company: Company,
  commands: readonly AnyCommand[],
  target: (command: AnyCommand) => AnyTarget | undefined,
) {
  const fields: Record<string, number> = {}
  for (const command of commands) {
    const on = target(command)
    if (on === undefined) continue
    await openForm(page, addressOf(command, on), company)
    const count = await tryForm(page, command.id)
    if (count > 0) fields[command.id] = count
  }
  return fields
}

test('of what is made new', async ({ page, openCompany }) => {
  test.setTimeout(300_000)
  const company = await openCompany(COMPANY, 'dashboard')
  const fields = await tryAll(page, company, withForm('none'), () => targetOf(company))
  expect(Object.keys(fields).length).toBeGreaterThan(10)
})

test('of what a record is changed by', async ({ page, api, openCompany }) => {
  test.setTimeout(300_000)
  const company = await openCompany(COMPANY, 'dashboard')
  const ids = await recordsOf(api, company)
  const fields = await tryAll(page, company, withForm('one'), ({ of }) => {
    const id = of && ids[of]
    return id ? targetOf(company, id) : undefined
  })
  expect(Object.keys(fields).length).toBeGreaterThan(4)
})

/** One record of each kind that has a form with days or amounts. */
async function recordsOf(api: Api, { id: c }: Company): Promise<Record<string, string | undefined>> {
  const firstOf = async (path: string) => (await api.get<{ id: string }[]>(path))[0]?.id
  const title = (list: string) =>
    api.post<{ id: string }>(`/companies/${c}/${list}`, { amount_cents: 10_000, due_date: today() }).then(({ id }) => id)
  return {
    bill: await title('bills'),
    receivable: await title('receivables'),
    account: await firstOf(`/companies/${c}/bank_accounts`),
    category: await firstOf(`/companies/${c}/categories`),
    product: await firstOf(`/companies/${c}/products`),
    service: await firstOf(`/companies/${c}/services`),
    associate: await firstOf(`/companies/${c}/associates`),
    rule: await firstOf(`/companies/${c}/rules`),
    tax: await firstOf(`/taxes/${c}`),
  }
}
