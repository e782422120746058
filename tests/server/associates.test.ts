// Associates and dependents over the real server: shares, withholdings, ages, sensitivity, undo.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

const { associates, dependents, attachments } = contract

let server: TestServer
let people = 700
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

function at(company: TestCompany) {
  const me = server.as(company.owner)
  const params = { c: company.id }
  return {
    me,
    params,
    associate: (body: object = {}) =>
      me.ok(associates.create, { params, body: { name: 'Ana Souza', document_number: cpfNumber(++people), ...body } }),
    dependent: (associate_id: string, body: object = {}) =>
      me.ok(dependents.create, { params, body: { associate_id, name: 'Bia Souza', birth_date: '2015-05-05', kinship: 'CHILD', ...body } }),
  }
}

describe('associates', () => {
  test('are kept with the pay as a number and tell what is withheld of it', async () => {
    const { me, params, associate, dependent } = at(await server.aCompany())
    const ana = await associate({
      document_number: '529.982.247-25',
      pro_labore_amount_cents: 600_000,
      share_basis_points: 6_000,
      email: '',
    })
    expect(ana).toMatchObject({
      document_number: '52998224725',
      pro_labore_amount_cents: 600_000,
      email: null,
      dependents_count: 0,
      withholdings: { inss_cents: 66_000, irrf_cents: 38_002, net_cents: 495_998 },
    })
    await dependent(ana.id)
    await dependent(ana.id, { kinship: 'SPOUSE', birth_date: '1980-01-01' })
    await dependent(ana.id, { birth_date: '1990-01-01' }) // Too old to count.
    expect(await me.ok(associates.get, { params: { ...params, id: ana.id } })).toMatchObject({
      dependents_count: 3,
      withholdings: { dependents_deduction_cents: 37_918, irrf_cents: 27_575 },
    })
    const text = { pro_labore_amount_cents: '600000' }
    expect((await me.refused(associates.update, { params: { ...params, id: ana.id }, body: text })).details?.[0]?.field).toBe(
      'pro_labore_amount_cents',
    )
  })

  test('cost the company its own 20% where the DAS does not hold it, and warn of a pay no partner should have', async () => {
    const pay = { pro_labore_amount_cents: 300_000 }
    const presumido = at(await server.aCompany(undefined, { tax_regime: 'LUCRO_PRESUMIDO' }))
    expect(await presumido.associate(pay)).toMatchObject({ employer_inss_cents: 60_000, warnings: [] })
    expect((await presumido.associate({ pro_labore_amount_cents: 162_099 })).warnings).toEqual([
      'O pró-labore fica abaixo do salário mínimo de R$ 1.621,00.',
    ])
    const simples = at(await server.aCompany())
    const partner = await simples.associate(pay)
    expect(partner.employer_inss_cents).toBe(0)
    await simples.me.ok(contract.taxes.updateProfile, { params: simples.params, body: { main_activity: 'SERVICES', services_annex: 'IV' } })
    expect((await simples.me.ok(associates.get, { params: { ...simples.params, id: partner.id } })).employer_inss_cents).toBe(60_000)
    const mei = at(await server.aCompany(undefined, { tax_regime: 'MEI' }))
    await mei.associate()
    expect((await mei.associate(pay)).warnings).toEqual([
      'O MEI não tem pró-labore: o que o titular retira é distribuição de lucros.',
      'O MEI tem um só titular, sem sócios.',
    ])
  })

  test('hold at most the whole company, however many change at once', async () => {
    const { me, params, associate } = at(await server.aCompany())
    const ana = await associate({ share_basis_points: 6_000 })
    const refused = await me.refused(associates.create, {
      params,
      body: { name: 'Caio', document_number: cpfNumber(++people), share_basis_points: 4_001 },
    })
    expect(refused).toMatchObject({ id: 'validation.failed', message: 'As participações somam mais de 100%: restam 40%.' })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        me.call(associates.create, { params, body: { name: 'Davi', document_number: cpfNumber(++people), share_basis_points: 2_000 } }),
      ),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(2)
    expect((await me.ok(associates.list, { params })).reduce((sum, each) => sum + each.share_basis_points, 0)).toBe(10_000)
    await me.ok(associates.update, { params: { ...params, id: ana.id }, body: { ...ana, share_basis_points: 5_999 } })
  })

  test('keep a phone in one form, and none that is not one', async () => {
    const { me, params, associate } = at(await server.aCompany())
    expect((await associate({ phone_number: '(11) 98888-7777' })).phone_number).toBe('+5511988887777')
    const { id } = await associate({ phone_number: '' })
    for (const phone_number of ['abc', '0199123'])
      expect((await me.refused(associates.update, { params: { ...params, id }, body: { phone_number } })).details).toMatchObject([
        { field: 'phone_number', message: 'Telefone inválido' },
      ])
  })

  test('are one per CPF, refused with a wrong one or a stale version', async () => {
    const { me, params, associate } = at(await server.aCompany())
    const ana = await associate()
    const again = { name: 'Outra', document_number: ana.document_number }
    expect((await me.refused(associates.create, { params, body: again })).message).toBe('Já existe um sócio com este CPF.')
    expect((await me.refused(associates.create, { params, body: { ...again, document_number: '111.111.111-11' } })).message).toBe(
      'CPF é inválido',
    )
    await me.ok(associates.update, { params: { ...params, id: ana.id }, body: { name: 'Ana Maria', version: 1 } })
    expect((await me.refused(associates.update, { params: { ...params, id: ana.id }, body: { name: 'X', version: 1 } })).id).toBe(
      'conflict.stale_version',
    )
  })

  test('leave with their dependents and come back with them', async () => {
    const { me, params, associate, dependent } = at(await server.aCompany())
    const ana = await associate()
    await dependent(ana.id)
    const gone = await me.call(associates.delete, { params: { ...params, id: ana.id } })
    expect(await me.ok(dependents.list, { params })).toEqual([])
    await me.ok(contract.batches.undo, { params: { ...params, id: gone.headers['x-batch-id'] ?? '' } })
    expect(await me.ok(associates.list, { params })).toHaveLength(1)
    expect(await me.ok(dependents.list, { params })).toHaveLength(1)
  })

  test('and their papers are seen by whom the matrix lets', async () => {
    const company = await server.aCompany()
    const { me, params, associate } = at(company)
    const ana = await associate()
    const form = { associate_id: ana.id, file: new File([tinyPdf('contrato')], 'contrato.pdf', { type: 'application/pdf' }) }
    const paper = await me.ok(attachments.create, { params, form })
    expect(paper).toMatchObject({ associate_id: ana.id, reference_id: ana.id })
    const operator = server.as(await server.aMember(company, 'OPERATOR'))
    expect((await operator.refused(associates.list, { params })).id).toBe('permission.denied')
    expect(await operator.ok(attachments.list, { params })).toEqual([])
    expect((await operator.refused(attachments.file, { params: { ...params, id: paper.id } })).status).toBe(404)
    expect(await me.ok(attachments.list, { params, query: { associate_id: ana.id } })).toHaveLength(1)
    const finance = server.as(await server.aMember(company, 'FINANCE'))
    expect(await finance.ok(associates.list, { params })).toHaveLength(1)
    expect((await finance.refused(associates.delete, { params: { ...params, id: ana.id } })).id).toBe('permission.denied')
  })
})

test('a partner’s pay and documents are not read in the history by whom the matrix keeps from them', async () => {
  const company = await server.aCompany()
  const { me, params, associate, dependent } = at(company)
  const ana = await associate({ pro_labore_amount_cents: 600_000 })
  await dependent(ana.id)
  const before = await me.ok(contract.batches.list, { params })
  const [reader, operator] = [await server.aMember(company, 'READER'), await server.aMember(company, 'OPERATOR')]
  for (const { id } of before) {
    const rows = { params: { ...params, id } }
    for (const person of [reader, operator]) expect(await server.as(person).ok(contract.batches.rows, rows)).toEqual([])
    expect(await me.ok(contract.batches.rows, rows)).toHaveLength(1)
  }
  expect(before).toHaveLength(2)
})

describe('dependents', () => {
  test('are listed by associate with age and deduction', async () => {
    const { me, params, associate, dependent } = at(await server.aCompany())
    const [ana, caio] = [await associate(), await associate()]
    await dependent(ana.id, { birth_date: '2004-03-12', is_student: true })
    await dependent(caio.id, { kinship: 'PARENT', birth_date: '1950-03-11' })
    const list = await me.ok(dependents.list, { params, query: { associate_id: ana.id } })
    expect(list.map(each => [each.age, each.is_deductible])).toEqual([[21, true]])
    expect((await me.ok(dependents.list, { params })).map(each => each.age)).toEqual([76, 21])
  })

  test('change, leave and never belong to an associate of another company', async () => {
    const [here, there] = [at(await server.aCompany()), at(await server.aCompany())]
    const [ana, other] = [await here.associate(), await there.associate()]
    const bia = await here.dependent(ana.id)
    const params = { ...here.params, id: bia.id }
    expect(await here.me.ok(dependents.update, { params, body: { ...bia, kinship: 'STEPCHILD' } })).toMatchObject({
      kinship: 'STEPCHILD',
      version: 2,
    })
    expect((await here.me.refused(dependents.update, { params, body: { associate_id: other.id } })).details?.[0]?.field).toBe(
      'associate_id',
    )
    expect((await here.me.refused(dependents.update, { params, body: { birth_date: '2026-03-12' } })).details?.[0]?.field).toBe(
      'birth_date',
    )
    expect((await there.me.refused(dependents.get, { params: { ...there.params, id: bia.id } })).status).toBe(404)
    await here.me.ok(dependents.delete, { params })
    expect((await here.me.refused(dependents.get, { params })).status).toBe(404)
  })
})
