// Contacts over the real server and database: their one form, their company behind their id, and sheets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { csvOf } from '#domain/sheets.ts'
import { contact } from '#resources/contact.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { contacts } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const create = (company: TestCompany, body: object) =>
  server.as(company.owner).ok(contacts.create, { body: { company_id: company.id, kind: 'SUPPLIER', name: 'Papelaria Ônix', ...body } })

const sheet = (text: string | Uint8Array<ArrayBuffer>) => ({ file: new File([text], 'contatos.csv', { type: 'text/csv' }) })

describe('records', () => {
  test('a contact is stored in one form: document decides its type, phone and e-mail are normalised', async () => {
    const company = await server.aCompany()
    const natural = await create(company, {
      kind: 'CUSTOMER',
      document_number: '529.982.247-25',
      email: 'Ana@Exemplo.com.BR',
      phone_number: '(11) 98888-7777',
      nickname: '',
    })
    expect(natural).toMatchObject({
      type: 'NATURAL',
      document_number: '52998224725',
      email: 'ana@exemplo.com.br',
      phone_number: '+5511988887777',
      nickname: null,
      pix_keys: [],
    })
    expect((await create(company, { document_number: '12.abc.345/01de-35' })).document_number).toBe('12ABC34501DE35')
    expect((await create(company, { document_number: cnpjNumber(1), type: 'NATURAL' })).type).toBe('LEGAL')
    expect((await create(company, {})).type).toBe('LEGAL')
  })

  test('one document is one contact of each kind, free again once deleted', async () => {
    const company = await server.aCompany()
    const document_number = cnpjNumber(77)
    const first = await create(company, { document_number })
    await create(company, { document_number, kind: 'CUSTOMER' })
    const body = { company_id: company.id, kind: 'SUPPLIER', name: 'Outra', document_number }
    expect(await server.as(company.owner).refused(contacts.create, { body })).toMatchObject({
      id: 'conflict.already_exists',
      message: 'Já existe um contato com este documento.',
    })
    await server.as(company.owner).ok(contacts.delete, { params: { id: first.id } })
    expect((await server.as(company.owner).refused(contacts.get, { params: { id: first.id } })).status).toBe(404)
    await create(company, { document_number })
  })

  test('a patch of what was read back keeps the rest, and a stale one is refused', async () => {
    const company = await server.aCompany()
    const contact = await create(company, { address: { city: 'Recife', state: 'PE' }, pix_keys: [{ key: 'a@b.co', type: 'EMAIL' }] })
    const user = server.as(company.owner)
    const params = { id: contact.id }
    const changed = await user.ok(contacts.update, { params, body: { ...contact, name: 'Papelaria Nova' } })
    expect(changed).toMatchObject({ name: 'Papelaria Nova', address: { city: 'Recife' }, pix_keys: contact.pix_keys, version: 2 })
    expect((await user.refused(contacts.update, { params, body: { name: 'X', version: 1 } })).id).toBe('conflict.stale_version')
  })

  test('a phone is a Brazilian one, a service’s or one of another country; the call and the sheet refuse the same', async () => {
    const company = await server.aCompany()
    const user = server.as(company.owner)
    const kept = {
      '0800 123 4567': '08001234567',
      '4004-1234': '40041234',
      '+1 (202) 555-0123': '+12025550123',
      '011 98888-7777': '+5511988887777',
    }
    for (const [phone_number, stored] of Object.entries(kept)) expect((await create(company, { phone_number })).phone_number).toBe(stored)
    const { id } = await create(company, {})
    for (const phone_number of ['abc', '1', '0199123', '00000000000', '(20) 98888-7777']) {
      const told = [{ field: 'phone_number', message: 'Telefone inválido' }]
      const body = { company_id: company.id, kind: 'SUPPLIER', name: 'Sem fone', phone_number }
      expect((await user.refused(contacts.create, { body })).details, phone_number).toMatchObject(told)
      expect((await user.refused(contacts.update, { params: { id }, body: { phone_number } })).details, phone_number).toMatchObject(told)
    }
    const rows = [...Object.keys(kept), 'abc', '00000000000'].map((phone, at) => `Da planilha ${at};Cliente;${phone}`)
    const refusal = await user.refused(contacts.import, {
      params: { c: company.id },
      form: sheet(['Nome;Tipo;Telefone', ...rows].join('\n')),
    })
    expect(refusal.details?.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'linha 6: Telefone inválido: abc',
      'linha 7: Telefone inválido: 00000000000',
    ])
  })

  test('a phone stored as it stood on a note is read and may come back, but no other such phone', async () => {
    const company = await server.aCompany()
    const user = server.as(company.owner)
    const { id } = await create(company, {})
    await server.sql`update contacts set phone_number = '0199123' where id = ${id}`
    const stored = await user.ok(contacts.get, { params: { id } })
    expect(stored.phone_number).toBe('0199123')
    const { version: _, ...body } = stored
    expect(await user.ok(contacts.update, { params: { id }, body: { ...body, nickname: 'Ônix' } })).toMatchObject({
      phone_number: '0199123',
    })
    expect((await user.refused(contacts.update, { params: { id }, body: { phone_number: '0199124' } })).id).toBe('validation.failed')
    expect((await user.ok(contacts.update, { params: { id }, body: { phone_number: '' } })).phone_number).toBeNull()
  })

  test('bank data are kept in one form, by the code of the bank however it was named, and refused where a digit is wrong', async () => {
    const company = await server.aCompany()
    const document_number = cnpjNumber(9)
    const data = { routing_number: '341', branch_number: '7307', account_number: '14.4464', account_type: 'CHECKING' }
    const contact = await create(company, { document_number, bank_account: data })
    const kept = { ...data, account_number: '14446-4', holder_document_number: null, holder_name: null }
    expect(contact.bank_account).toEqual(kept)
    const user = server.as(company.owner)
    const change = (bank_account: object | null, more: object = {}) => ({ params: { id: contact.id }, body: { bank_account, ...more } })
    expect((await user.ok(contacts.update, change({ ...data, routing_number: '60701190' }))).bank_account).toEqual(kept)
    const told = async (bank_account: object, more: object = {}) => {
      const { details = [] } = await user.refused(contacts.update, change(bank_account, more))
      return details.map(({ field, message }) => `${field}: ${message}`)
    }
    expect(await told({ ...data, account_number: '14446-5' })).toEqual([
      'bank_account.account_number: O dígito da conta 14446 não é 5: confira a agência e a conta.',
    ])
    expect(await told({ ...data, routing_number: '60701190', account_number: '14446-5' })).toHaveLength(1)
    expect(await told({ ...data, routing_number: '999' })).toEqual(['bank_account.routing_number: Banco não encontrado: escolha na lista'])
    expect(await told({ ...data, holder_name: 'Ana' })).toEqual(['bank_account.holder_document_number: Informe o CPF ou CNPJ do titular'])
    expect(await told(data, { document_number: null })).toEqual(['document_number: Informe o CPF ou CNPJ: sem ele o banco não transfere'])
    expect((await user.ok(contacts.update, change(null))).bank_account).toBeNull()
  })

  test('the search finds by name without accents, by document and by phone', async () => {
    const company = await server.aCompany()
    await create(company, { name: 'Açaí São João', document_number: cnpjNumber(5), phone_number: '(81) 3333-4444' })
    await create(company, { kind: 'CUSTOMER', name: '100% Limpo' })
    const find = async (query: object) =>
      (await server.as(company.owner).ok(contacts.list, { query: { companyId: company.id, ...query } })).map(contact => contact.name)
    expect(await find({})).toEqual(['100% Limpo', 'Açaí São João'])
    expect(await find({ search: 'joao acai' })).toEqual(['Açaí São João'])
    expect(await find({ search: cnpjNumber(5).slice(0, 8) })).toEqual(['Açaí São João'])
    expect(await find({ search: '3333-4444' })).toEqual(['Açaí São João'])
    expect(await find({ search: '0%' })).toEqual(['100% Limpo'])
    expect(await find({ kind: 'SUPPLIER' })).toEqual(['Açaí São João'])
  })

  test('a contact of a company one is not in does not exist; of one where one only reads, it may not be changed', async () => {
    const [mine, other] = [await server.aCompany(), await server.aCompany()]
    const contact = await create(other, {})
    const stranger = server.as(mine.owner)
    const params = { id: contact.id }
    for (const row of [contacts.get, contacts.delete]) expect((await stranger.refused(row, { params })).status).toBe(404)
    expect((await stranger.refused(contacts.update, { params, body: { name: 'X' } })).status).toBe(404)
    expect((await stranger.refused(contacts.list, { query: { companyId: other.id } })).status).toBe(404)
    const reader = server.as(await server.aMember(other, 'READER'))
    expect((await reader.ok(contacts.get, { params })).id).toBe(contact.id)
    expect((await reader.refused(contacts.delete, { params })).id).toBe('permission.denied')
  })
})

describe('sheets', () => {
  const header = 'Nome;Documento;Tipo;E-mail;Telefone\r\n'

  test('a latin-1 sheet brings every row, and one who is both comes as two contacts, in one batch', async () => {
    const company = await server.aCompany()
    const text = `${header}João;${cpfNumber(31)};Cliente;joao@x.com.br;(11) 98888-7777\r\nMóveis Ltda;${cnpjNumber(31)};Ambos;;\r\n`
    const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
    const answer = await server.as(company.owner).call(contacts.import, { params: { c: company.id }, form: sheet(bytes) })
    expect(answer.data).toMatchObject({ imported: 3, errors: [] })
    const list = await server.as(company.owner).ok(contacts.list, { query: { companyId: company.id } })
    expect(list.map(contact => [contact.name, contact.kind, contact.type])).toEqual(
      expect.arrayContaining([
        ['João', 'CUSTOMER', 'NATURAL'],
        ['Móveis Ltda', 'CUSTOMER', 'LEGAL'],
        ['Móveis Ltda', 'SUPPLIER', 'LEGAL'],
      ]),
    )
    const [batch] = await server.sql<{
      rows_count: number
      label: string
    }>`select * from batches where id = ${answer.headers['x-batch-id']}`
    expect(batch).toMatchObject({ rows_count: 3, label: '3 contatos importados de planilha' })
  })

  test('one bad row keeps all of them out, each named by its line', async () => {
    const company = await server.aCompany()
    await create(company, { kind: 'CUSTOMER', document_number: cpfNumber(40) })
    const rows = [
      `Boa;${cnpjNumber(41)};Fornecedor;;`,
      'Ruim;11111111111;Cliente;;',
      ';;Cliente;;',
      'Sem tipo;;;;',
      'E-mail;;Cliente;nada;',
      'Fone;;Cliente;;123',
      `Já está;${cpfNumber(40)};Cliente;;`,
      `Repetida;${cnpjNumber(41)};Fornecedor;;`,
    ]
    const form = sheet(header + rows.join('\n'))
    const refusal = await server.as(company.owner).refused(contacts.import, { params: { c: company.id }, form })
    expect(refusal).toMatchObject({ id: 'import.row_errors', message: '7 linhas com erro; nada foi importado.' })
    expect(refusal.details?.map(detail => `${detail.field}: ${detail.message}`)).toEqual([
      'linha 3: CPF é inválido',
      'linha 4: Informe o nome',
      'linha 5: Informe o tipo: cliente ou fornecedor',
      'linha 6: E-mail inválido: nada',
      'linha 7: Telefone inválido: 123',
      'linha 8: Já existe um contato com este documento.',
      'linha 9: Documento repetido: já está na linha 2.',
    ])
    expect(await server.as(company.owner).ok(contacts.list, { query: { companyId: company.id } })).toHaveLength(1)
  })

  test('bank data come in columns of their own, as the export writes them, and each fault is told', async () => {
    const company = await server.aCompany()
    const user = server.as(company.owner)
    const own = { routing_number: '001', branch_number: '1234-3', account_number: '12345-5', account_type: 'SAVING' }
    await create(company, { name: 'Ana', document_number: cpfNumber(51), bank_account: own })
    const exported = contact.table(await user.ok(contacts.list, { query: { companyId: company.id } }))
    const text = await new Blob([csvOf(exported.header, exported.rows)]).text()
    expect(text).toMatch(/001 Banco do Brasil;1234-3;12345-5;Conta poupança/)
    const other = await server.aCompany()
    const into = (csv: string) => server.as(other.owner).call(contacts.import, { params: { c: other.id }, form: sheet(csv) })
    expect((await into(text)).data).toMatchObject({ imported: 1 })
    const [copy] = await server.as(other.owner).ok(contacts.list, { query: { companyId: other.id } })
    expect(copy?.bank_account).toMatchObject(own)
    const rows = [
      ['1', '1234', '12345-6', 'corrente', '', ''],
      ['Banco X', '1', '1-1', '', '', ''],
      ['260', '0001', '3819671-3', 'moeda', '', ''],
      ['260', '0001', '3819671-3', '', '11111111111', 'Bia'],
      ['260', '0001', '3819671-3', '', '', 'Bia'],
      ['260', '', '3819671-3', '', '', ''],
    ].map((cells, at) => [`Contato ${at}`, 'Fornecedor', cpfNumber(60 + at), ...cells].join(';'))
    const header = 'Nome;Tipo;Documento;Banco;Agência;Conta;Tipo de conta;CPF ou CNPJ do titular;Titular'
    const refused = (await into([header, ...rows, 'Sem documento;Fornecedor;;260;0001;3819671-3;;;'].join('\n'))).data
    expect((refused as { details: { message: string }[] }).details.map(({ message }) => message)).toEqual([
      'O dígito da conta 12345 não é 6: confira a agência e a conta.',
      'Banco não encontrado: Banco X',
      'Tipo de conta não aceito: moeda',
      'CPF é inválido (titular da conta)',
      'Informe o CPF ou CNPJ do titular',
      'Agência: até 4 algarismos, e o dígito se houver',
      'Informe o CPF ou CNPJ: sem ele o banco não transfere',
    ])
  })

  test.each([
    ['a PDF', '%PDF-1.4'],
    ['an empty file', ''],
    ['a sheet without its columns', 'a;b\n1;2'],
    ['a sheet without rows', header],
  ])('%s is no sheet of contacts', async (_, text) => {
    const company = await server.aCompany()
    const refusal = await server.as(company.owner).refused(contacts.import, { params: { c: company.id }, form: sheet(text) })
    expect(refusal).toMatchObject({ id: 'import.file_rejected', status: 422 })
  })
})
