// Products, services, certificate, received notes and documents: what each command sends, where it goes, and what it leaves out.
import { describe, expect, it } from 'vitest'
import { captureCommands, NoteKeyInput, notAcceptable, notBookable, notRefusable } from '#commands/capture.ts'
import { certificateCommands } from '#commands/certificate.ts'
import { documentCommands, ownerOf } from '#commands/documents.ts'
import type { Records } from '#commands/kit/command.ts'
import { available } from '#commands/kit/gate.ts'
import { inputOfForm } from '#commands/kit/part.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import { parseSentences } from '#commands/kit/sentence.ts'
import { manifestationCommands, notManifestable } from '#commands/manifestations.ts'
import { productCommands, serviceCommands } from '#commands/products.ts'
import type { Manifestation } from '#domain/fiscal/manifestations.ts'
import { rule } from '#resources/rule.ts'
import { service } from '#resources/service.ts'
import { namedIn, nothing, playedIn, targetOf } from '#tests/kit/commands.ts'

const all = [
  ...productCommands,
  ...serviceCommands,
  ...certificateCommands,
  ...captureCommands,
  ...manifestationCommands,
  ...documentCommands,
]
const named = namedIn(all)
const play = playedIn(all)

const RULE_COLUMNS = [
  'A descrição contém',
  'E também',
  'Categoria',
  'Contato',
  'Ordem',
  'Situação',
  'Linhas',
  'Valor a partir de',
  'Valor até',
  'Conta bancária',
  'Nome da regra',
]

describe('products and services', () => {
  it.each([
    ['product.delete', 'product', '/company/k/products', 'products.delete', 'Produto A excluído', '2 produtos excluídos'],
    ['service.delete', 'service', '/company/k/services', 'services.delete', 'Serviço A excluído', '2 serviços excluídos'],
  ] as const)('%s names the one it deletes, and takes many under one undo', async (id, kind, go, call, one, say) => {
    const single = targetOf(kind, { id: 'x', name: 'A' } as never)
    expect(named(id).confirm?.(single, {})?.title).toBe('Excluir A?')
    expect(await play(id, single, { [call]: { ok: true } }).outcome).toEqual({ say: one, undo: ['batch-1'], go })
    const many = targetOf(kind, { id: 'x' }, { id: 'y' })
    expect(named(id).confirm?.(many, {})?.body).toContain('Dá para desfazer')
    expect(await play(id, many, { [call]: { ok: true } }).outcome).toEqual({ say, undo: ['batch-1', 'batch-2'] })
  })
  it('are written by their commands', async () => {
    const made = { id: 'n', name: 'Pão' }
    const create = play('product.create', targetOf('product'), { 'products.create': made }, { name: 'Pão' })
    expect(await create.outcome).toEqual({ say: 'Produto Pão criado', undo: ['batch-1'], go: '/company/k/products/n', focus: 'n' })
    expect(create.ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { name: 'Pão' } })
    const edit = play('product.edit', targetOf('product', { ...made, version: 4 } as never), { 'products.update': made }, { name: 'Pão' })
    expect(await edit.outcome).toEqual({ say: 'Produto Pão alterado', undo: ['batch-1'], focus: 'n' })
    expect(edit.ports.calls[0]?.input).toEqual({ params: { c: 'k', id: 'n' }, body: { name: 'Pão', version: 4 } })
  })
  it('go into a sheet with the columns of their list, then the rest of what is known of them', async () => {
    const bread = {
      code: '1',
      name: '=Pão',
      description: null,
      cest: null,
      gtin: null,
      unit: 'KG',
      price_cents: 189,
      ncm: '19059090',
      cfop: '5102',
      origin: 'NATIONAL',
      icms_rate: 250,
    }
    const { ports, outcome } = play('product.export', targetOf('product'), { 'products.list': [bread] })
    expect(await outcome).toEqual({ say: '1 produto na planilha' })
    expect(ports.done).toMatchObject([{ action: 'file.save', detail: { name: 'products.csv' } }])
    const [saved] = ports.done
    const { file } = (saved ? saved.detail : {}) as { file: Blob }
    expect((await file.text()).split('\r\n')).toEqual([
      'Código;Nome;NCM;CFOP;Origem;Unidade;Preço;Descrição;CEST;GTIN;ICMS',
      "1;'=Pão;1905.90.90;5102;0 – Nacional;KG;1,89;;;;2,5",
      '',
    ])
    expect(rule.table([]).header).toEqual(RULE_COLUMNS)
    expect(service.table([]).header).toContain('Serviço municipal')
  })
  it('are asked for from anywhere in a company, with their keys kept to their own list', () => {
    const facts = { area: 'dashboard', screen: 'dashboard', layer: 'page', picked: 'none', company: true, office: false } as const
    const context = { facts, target: targetOf('product'), can: () => true }
    for (const id of ['product.create', 'product.import', 'service.create']) {
      expect(available(named(id), context).state).toBe('ready')
      expect(buildRegistry(all).chordsHere(named(id), facts)).toEqual([])
    }
  })
  it('are told in one line, by the grammar of their fields', () => {
    const company = targetOf('product')
    const read = (line: string) => parseSentences(line, { commands: all, target: company, today: '2026-11-11', names: () => [] })[0]
    const note = read('novo serviço Consultoria fiscal 1.500 2,9%')
    expect(note).toMatchObject({
      command: { id: 'service.create' },
      answers: { name: 'Consultoria fiscal', amount_cents: 150_000, iss_rate: '2,9' },
    })
    expect(inputOfForm(service, note?.answers ?? {})).toBeUndefined()
    expect(read('novo produto café')?.answers).toEqual({ name: 'café' })
    expect(read('novo produto')).toBeUndefined()
  })
})

describe('the certificate', () => {
  const upload = (before: object | null, answer: unknown) =>
    play('certificate.upload', nothing, { 'certificates.get': before, 'certificates.create': answer }, { file: 'pfx', password: 'razao' })
  it('is sent with its password, and says whether it took the place of another', async () => {
    const first = upload(null, {})
    expect(await first.outcome).toEqual({ say: 'Certificado digital enviado' })
    expect(first.ports.calls.at(-1)?.input).toEqual({ params: { c: 'k' }, form: { file: 'pfx', password: 'razao' } })
    expect(await upload({ name: 'PADARIA' }, {}).outcome).toMatchObject({ say: 'Certificado digital substituído' })
  })
  it.each([
    ['certificate.password_wrong', 'password'],
    ['certificate.wrong_company', 'file'],
  ])('refused by %s, says so beside %s', async (id, field) => {
    const refused = () => {
      throw Object.assign(new Error('Não serve.'), { id })
    }
    await expect(upload(null, refused).outcome).rejects.toMatchObject({ details: [{ field, message: 'Não serve.' }] })
  })
  it('is booked for the company, and the list goes to it', async () => {
    const made = { id: 'p', product_name: 'e-CNPJ A1', scheduled_at: '2026-11-24T13:00:00Z', time_zone: 'America/Manaus' }
    const { ports, outcome } = play('appointment.create', nothing, { 'certificateAppointments.create': made }, { product_id: 'A1' })
    expect(await outcome).toEqual({ say: 'e-CNPJ A1 agendado para 24/11/2026, 09h00' })
    expect(ports.calls[0]?.input).toEqual({ body: { product_id: 'A1', company_id: 'k' } })
    expect(ports.done).toEqual([{ action: 'focus.record', detail: 'p' }])
  })
  it('of a time that was taken meanwhile asks for another one', async () => {
    const taken = () => {
      throw Object.assign(new Error('Horário ocupado.'), { id: 'conflict.already_exists' })
    }
    const { outcome } = play('appointment.create', nothing, { 'certificateAppointments.create': taken }, {})
    await expect(outcome).rejects.toMatchObject({ details: [{ field: 'scheduled_at', message: 'Horário ocupado.' }] })
  })
  it('is deleted only once that was confirmed', async () => {
    const none = targetOf('appointment')
    const known = { 'certificates.get': { name: 'PADARIA' }, 'certificates.delete': { ok: true } }
    const left = play('certificate.delete', none, known, {}, false)
    expect(await left.outcome).toBeUndefined()
    expect(left.ports.calls).toHaveLength(1)
    expect(await play('certificate.delete', none, known).outcome).toEqual({ say: 'Certificado digital apagado' })
  })
  it('that is not there is not asked about', async () => {
    const { ports, outcome } = play('certificate.delete', targetOf('appointment'), { 'certificates.get': null })
    expect(await outcome).toEqual({ say: 'Não há certificado para apagar' })
    expect(ports.calls).toHaveLength(1)
  })
})

describe('received notes', () => {
  const DOUBTED = { state: 'UNVERIFIED' as const, doubts: ['signature_absent' as const], signer: null, origin: null }
  const note = (more: Partial<Records['captured_note']> = {}): Records['captured_note'] => ({
    id: 'n',
    kind: 'PRODUCT',
    issued_at: '2026-03-11T12:00:00Z',
    manifestations: [],
    amount_cents: 100,
    status: 'ISSUED',
    decision: null,
    check: { state: 'VERIFIED', doubts: [], signer: null, origin: null },
    fate: null,
    entries: [],
    ...more,
  })
  it('make bills only while they are nobody’s bill, neither cancelled nor refused', () => {
    expect(notBookable(note())).toBeUndefined()
    expect(notBookable(note({ decision: 'ACCEPTED' }))).toBeUndefined()
    expect(notBookable(note({ entries: [{ id: 'b' }] }))).toContain('já lançada')
    expect(notBookable(note({ status: 'CANCELLED' }))).toContain('cancelada por quem a emitiu')
    expect(notBookable(note({ decision: 'REJECTED' }))).toContain('recusada')
    expect(notBookable(note({ status: 'CANCELLED', fate: 'DENIED' }))).toContain('denegada')
    expect(notBookable(note({ check: DOUBTED }))).toContain('não conferida')
    expect(notBookable(note({ check: DOUBTED, decision: 'ACCEPTED' }))).toBeUndefined()
  })
  it('that nobody verified are accepted by a person, with the reason; or refused', async () => {
    const target = targetOf('captured_note', note({ check: DOUBTED }), note({ id: 'm', check: DOUBTED }))
    const accepted = play('capture.accept', target, { 'fiscalDocuments.decide': {} }, { reason: 'Consultada no portal' })
    expect(await accepted.outcome).toEqual({ say: '2 notas aceitas', undo: ['batch-1', 'batch-2'] })
    expect(accepted.ports.calls[0]?.input).toEqual({
      params: { c: 'k', id: 'n' },
      body: { decision: 'ACCEPTED', reason: 'Consultada no portal' },
    })
    const refused = play('capture.reject', targetOf('captured_note', note()), { 'fiscalDocuments.decide': {} }, { reason: 'Falsa' })
    expect(await refused.outcome).toEqual({ say: 'Nota recusada', undo: ['batch-1'] })
    expect(notAcceptable(note())).toContain('já conferida')
    expect(notAcceptable(note({ check: DOUBTED, decision: 'ACCEPTED' }))).toContain('já aceita')
    expect(notAcceptable(note({ status: 'CANCELLED', fate: 'SUBSTITUTED' }))).toContain('substituída por outra')
    expect(notAcceptable(note({ check: DOUBTED, decision: 'REJECTED' }))).toBeUndefined()
    expect(notRefusable(note({ decision: 'REJECTED' }))).toContain('já recusada')
    expect(notRefusable(note({ entries: [{ id: 'b' }] }))).toContain('já lançada em conta a pagar')
  })
  it('are asked for by key, however it is written', async () => {
    const access_key = '35170311222333000181550010000158771254375873'
    const { ports, outcome } = play('capture.find', nothing, { 'noteLookups.create': {} }, { access_key })
    expect(await outcome).toEqual({ say: 'Nota pedida à SEFAZ' })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { access_key } })
    expect(NoteKeyInput.parse({ access_key: `NFe${access_key.replace(/(.{4})/g, '$1 ')}` })).toEqual({ access_key })
    expect(NoteKeyInput.safeParse({ access_key: '123' }).error?.issues[0]?.message).toBe('A chave de acesso tem 44 dígitos: esta tem 3')
  })
  it('are manifested one by one, and nothing of it can be undone', async () => {
    const target = targetOf('captured_note', note(), note({ id: 'm' }))
    const acknowledged = play('capture.acknowledge', target, { 'noteManifestations.create': {} })
    expect(await acknowledged.outcome).toMatchObject({ say: 'Ciência da operação de 2 notas enviada à SEFAZ' })
    expect(acknowledged.ports.calls.map(({ input }) => input)).toEqual(
      ['n', 'm'].map(id => ({ params: { c: 'k', id }, body: { kind: 'ACKNOWLEDGED' } })),
    )
    const justification = 'Mercadoria devolvida na entrega'
    const unfulfilled = play(
      'capture.unfulfilled',
      targetOf('captured_note', note()),
      { 'noteManifestations.create': {} },
      { justification },
    )
    expect(await unfulfilled.outcome).toMatchObject({ say: 'Operação não realizada enviada à SEFAZ' })
    expect(unfulfilled.ports.calls[0]?.input).toMatchObject({ body: { kind: 'UNFULFILLED', justification } })
    for (const id of ['capture.unrecognise', 'capture.unfulfilled'] as const)
      expect(named(id).confirm?.(target, { justification })).toMatchObject({ danger: true, body: expect.stringContaining('não se desfaz') })
  })
  it('that the company disowned make no bill, until it says otherwise', () => {
    const said = (...kinds: Manifestation[]) => note({ manifestations: kinds.map(kind => ({ kind, status: 'REGISTERED' as const })) })
    expect(notBookable(said('UNRECOGNISED'))).toContain('desconhecida pela empresa')
    expect(notBookable(said('ACKNOWLEDGED', 'UNFULFILLED'))).toContain('de operação não realizada')
    expect(notBookable(said('UNRECOGNISED', 'CONFIRMED'))).toBeUndefined()
    expect(notManifestable('ACKNOWLEDGED')(said('CONFIRMED'))).toBe('já tem manifestação')
    expect(notManifestable('CONFIRMED')(said('UNRECOGNISED'))).toBeUndefined()
    expect(notManifestable('CONFIRMED')(note({ kind: 'SERVICE' }))).toContain('só a NF-e')
  })
  it('are booked one by one, under one undo, with the category and account that were answered', async () => {
    const target = targetOf('captured_note', note(), note({ id: 'm' }))
    const { ports, outcome } = play('capture.book-as', target, { 'bills.createFromInvoice': {} }, { category: 'c1', account: 'a1' })
    expect(await outcome).toEqual({ say: '2 notas lançadas em contas a pagar', undo: ['batch-1', 'batch-2'] })
    expect(ports.calls.map(call => call.input)).toEqual(
      ['n', 'm'].map(nfId => ({ params: { c: 'k', nfId }, body: { category_id: 'c1', bank_account_id: 'a1' } })),
    )
  })
  it('come in file by file: what was refused is named, what came in stands under one undo', async () => {
    const files = ['a', 'b', 'c'].map(name => new File([name], `${name}.xml`))
    const reply = ({ form }: { form: { file: File } }) => {
      if (form.file.name === 'b.xml') throw Object.assign(new Error('Não é uma NF-e.'), { id: 'import.file_rejected' })
      const check = { state: form.file.name === 'c.xml' ? 'UNVERIFIED' : 'VERIFIED' }
      return { id: form.file.name, what: 'NOTE', note: { check } }
    }
    const { ports, outcome } = play('capture.upload', nothing, { 'fiscalDocuments.capture': reply }, { files } as never)
    await expect(outcome).rejects.toMatchObject({
      message: '1 arquivo não entrou',
      details: [{ field: 'b.xml', message: 'Não é uma NF-e.' }],
      done: { say: '2 notas recebidas, 1 não conferida', undo: ['batch-1', 'batch-2'], focus: 'a.xml' },
    })
    expect(ports.calls).toHaveLength(3)
  })
  it('lead to the bill that was made', async () => {
    const booked = targetOf('captured_note', note({ entries: [{ id: 'b9' }] }))
    expect(await play('capture.bill', booked).outcome).toEqual({ go: '/company/k/bills/b9' })
    expect(named('capture.bill').refuse?.(targetOf('captured_note', note()))).toBe('ainda não lançada')
  })
})

describe('documents', () => {
  it('are sent with what they are, and their list shows them', async () => {
    const files = [new File(['x'], 'logo.png')]
    const { ports, outcome } = play('document.upload', nothing, { 'attachments.create': { id: 'd' } }, {
      files,
      paper: 'contract',
    } as never)
    expect(await outcome).toEqual({ say: '1 documento enviado', undo: ['batch-1'], focus: 'd', go: '/company/k/documents' })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, form: { file: files[0], metadata: '{"paper":"contract"}' } })
  })
  it('and received notes are sent from anywhere in a company', () => {
    const facts = { area: 'dashboard', screen: 'dashboard', layer: 'page', picked: 'none', company: true, office: false } as const
    for (const id of ['document.upload', 'capture.upload']) {
      expect(available(named(id), { facts, target: nothing, can: () => true }).state).toBe('ready')
      expect(available(named(id), { facts, target: nothing, can: need => !need.endsWith(':c') })).toMatchObject({ state: 'hidden' })
    }
  })
  const one = (more: Partial<Records['document']> = {}): Records['document'] => ({
    id: 'd',
    name: 'nota.xml',
    source: 'attachment',
    bill_id: null,
    receivable_id: null,
    associate_id: null,
    invoice_address: null,
    ...more,
  })
  it('lead to what they belong to', () => {
    expect(ownerOf('k', one({ bill_id: 'b' }))).toBe('/company/k/bills/b')
    expect(ownerOf('k', one({ source: 'statement' }))).toBe('/company/k/imports/d')
    expect(ownerOf('k', one({ invoice_address: '/company/k/product-nfes/i' }))).toBe('/company/k/product-nfes/i')
    expect(ownerOf('k', one())).toBeUndefined()
  })
  it('of a note or a statement stay', () => {
    expect(named('document.delete').except?.(one({ source: 'statement' }), {})).toContain('extrato: desfaça a importação')
    expect(named('document.delete').except?.(one({ invoice_address: '/x' }), {})).toContain('de nota fiscal, guardado por onze anos')
    expect(named('document.delete').except?.(one({ bill_id: 'b' }), {})).toBeUndefined()
  })
  it('are downloaded from where each is kept, under their own names', async () => {
    const target = targetOf('document', one(), one({ id: 's', source: 'statement', name: 'extrato.ofx' }))
    const { ports, outcome } = play('document.download', target, { 'attachments.file': 'A', 'imports.file': 'B' })
    expect(await outcome).toEqual({ say: '2 documentos baixados' })
    expect(ports.done.map(({ detail }) => detail)).toEqual([
      { file: 'A', name: 'nota.xml' },
      { file: 'B', name: 'extrato.ofx' },
    ])
  })
})
