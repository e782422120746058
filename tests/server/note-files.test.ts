// Files of received notes, read and verified: each family signed as it must be, then each thing that may be wrong with it.
import { describe, expect, test } from 'vitest'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import { readReceived } from '#server/fiscal/received/read.ts'
import type { Evidence, ReceivedEvent, ReceivedNote, ToldEnd, Trust } from '#server/fiscal/received/types.ts'
import { makeCertificate, testHierarchy } from '#tests/kit/certificates.ts'
import {
  abrasf,
  abrasfCancel,
  abrasfCancelXml,
  abrasfXml,
  BUYER,
  CITY,
  nfeCancel,
  nfeKey,
  nfeLetter,
  nfeProc,
  nfeXml,
  nfse,
  nfseEvent,
  nfseKey,
  nfseXml,
  SUPPLIER,
} from '#tests/kit/received-notes.ts'

const { root, middle, bundle } = testHierarchy()
const trust: Trust = { anchors: bundle, hasRoots: true, allowsTest: false }
const supplier = makeCertificate({ name: `FORNECEDORA LTDA:${SUPPLIER}`, cnpj: SUPPLIER }, middle)
const national = makeCertificate({ name: 'www.nfse.gov.br', host: 'www.nfse.gov.br' }, middle)
const city = makeCertificate({ name: 'MUNICIPIO DE SAO PAULO:46395000000139', cnpj: '46395000000139' }, middle)

const read = (xml: string, against: Trust = trust) => readReceived(Buffer.from(xml), against)

function note(xml: string, against?: Trust): ReceivedNote & { evidence: Evidence } {
  const file = read(xml, against)
  if (!('note' in file)) throw new Error('an event')
  return { ...file.note, evidence: file.evidence }
}

function event(xml: string, against?: Trust): ReceivedEvent & { evidence: Evidence } {
  const file = read(xml, against)
  if (!('event' in file)) throw new Error('a note')
  return { ...file.event, evidence: file.evidence }
}

/** What a note's own file tells of its end. */
function endOf(xml: string): ToldEnd | undefined {
  const file = read(xml)
  if (!('note' in file)) throw new Error('an event')
  return file.end
}

const why = (xml: string): string => {
  try {
    read(xml)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'lido'
}
const doubtsOf = (xml: string, against?: Trust): Doubt[] => read(xml, against).evidence.doubts

/** Every value of a document beside the same with its last character changed. */
const changedValues = (xml: string): [string, string][] =>
  [...xml.matchAll(/<(\w+)>([^<]+)<\/\1>/g)].map(([whole, name, value = '']) => {
    const last = value.at(-1) ?? ''
    const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : 'Z'
    return [whole, `<${name}>${value.slice(0, -1)}${other}</${name}>`]
  })

/** The answer of the authority, without the event. */
const answerOf = (event: string): string => /<retEvento.*<\/retEvento>/s.exec(event)?.[0] ?? ''

const resCancel = (key: string): string =>
  `<resEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${key}</chNFe><tpEvento>110111</tpEvento><dhRecbto>2026-03-11T11:31:00-03:00</dhRecbto></resEvento>`

const VERIFIED = { state: 'VERIFIED', doubts: [] }

describe('an NF-e', () => {
  test('signed by its issuer under the roots is verified, and says who signed', () => {
    expect(note(nfeProc(supplier))).toMatchObject({
      kind: 'PRODUCT',
      access_key: nfeKey(),
      number: 4321,
      buyer_document: BUYER,
      issuer: { name: 'Fornecedora & Filhos Ltda', document_number: SUPPLIER },
      amount_cents: 15_000,
      protocol: '135260000000001',
      issued_at: '2026-03-11T12:00:00.000Z',
      fate: null,
      evidence: { ...VERIFIED, signer: { name: 'FORNECEDORA LTDA', document: SUPPLIER, authority: 'AC de Teste RFB v1' } },
    })
    const branch = makeCertificate({ name: 'FILIAL', cnpj: `${SUPPLIER.slice(0, 8)}000262` }, middle)
    expect(note(nfeProc(branch)).evidence.state).toBe('VERIFIED')
    const byName = makeCertificate({ name: `SO NO NOME:${SUPPLIER}` }, middle)
    expect(note(nfeProc(byName)).evidence.state).toBe('VERIFIED')
  })

  test('that someone indented after it was signed is still verified: only the spaces between tags are new', () => {
    expect(note(nfeProc(supplier).replaceAll('><', '>\n  <')).evidence).toMatchObject(VERIFIED)
  })

  test('with any signed value changed is not verified', () => {
    const xml = nfeProc(supplier)
    const values = changedValues(nfeXml())
    expect(values.length).toBeGreaterThan(40)
    for (const [whole, changed] of values) {
      expect(xml).toContain(whole)
      expect(doubtsOf(xml.replace(whole, changed)), whole).toContain('signature_altered')
    }
  })

  const strangers: [string, Doubt, () => string][] = [
    ['whose certificate its forger made', 'chain_untrusted', () => nfeProc(makeCertificate({ name: `X:${SUPPLIER}`, cnpj: SUPPLIER }))],
    [
      'whose forger made a root of the same name',
      'chain_untrusted',
      () => {
        const fake = makeCertificate({ name: 'AC de Teste RFB v1', authority: true }, undefined, 3)
        return nfeProc(makeCertificate({ name: `X:${SUPPLIER}`, cnpj: SUPPLIER }, fake))
      },
    ],
    [
      'signed by a certificate under another holder’s',
      'chain_untrusted',
      () => nfeProc(makeCertificate({ name: `X:${SUPPLIER}`, cnpj: SUPPLIER }, supplier, 4)),
    ],
    ['signed by the authority itself', 'chain_untrusted', () => nfeProc(middle)],
    ['signed by another company', 'issuer_other', () => nfeProc(makeCertificate({ name: 'OUTRA', cnpj: BUYER }, middle))],
    ['signed by a person', 'issuer_other', () => nfeProc(makeCertificate({ name: 'FULANO:52998224725', cpf: '52998224725' }, middle))],
    [
      'signed by a certificate that had ended',
      'certificate_outdated',
      () => nfeProc(makeCertificate({ name: 'V', cnpj: SUPPLIER, to: '2026-03-09T00:00:00Z' }, middle)),
    ],
    ['that says another number than its key', 'key_other', () => nfeProc(supplier, { number: 9, key: nfeKey({ number: 10 }) })],
    ['without its protocol', 'protocol_absent', () => nfeProc(supplier, { protocol: false })],
    [
      'with the protocol of another',
      'protocol_other',
      () => nfeProc(supplier).replace(/(<infProt>.*<chNFe>)\d{44}/, `$1${nfeKey({ number: 8 })}`),
    ],
    ['with the protocol of another content', 'protocol_other', () => nfeProc(supplier).replace(/<digVal>[^<]+/, '<digVal>AAAA')],
    ['whose status is no authorisation', 'status_unknown', () => nfeProc(supplier, { status: '204' })],
    ['of the test environment', 'test_environment', () => nfeProc(supplier, { environment: '2' })],
    ['unsigned', 'signature_absent', () => nfeProc(supplier).replace(/<Signature.*<\/Signature>/s, '')],
    [
      'whose certificate is garbage',
      'certificate_unreadable',
      () => nfeProc(supplier).replace(/<X509Certificate>[^<]+/, '<X509Certificate>AAAA'),
    ],
  ]
  test.each(strangers)('%s is kept with its reason', (_, doubt, xml) => {
    expect(doubtsOf(xml())).toContain(doubt)
    expect(note(xml()).amount_cents).toBe(15_000)
  })

  test('is not verified where nobody gave the roots, and says so', () => {
    expect(doubtsOf(nfeProc(supplier), { anchors: [], hasRoots: false, allowsTest: false })).toEqual(['roots_missing'])
    expect(doubtsOf(nfeProc(supplier), { anchors: [root.certificate], hasRoots: true, allowsTest: false })).toEqual(['chain_untrusted'])
  })

  test('is verified as of the day it was issued, however long ago that was', () => {
    const ended = makeCertificate({ name: 'V', cnpj: SUPPLIER, to: '2026-03-12T00:00:00Z' }, middle)
    expect(note(nfeProc(ended)).evidence).toMatchObject(VERIFIED)
  })

  test('is read from what was signed, whatever else the file says', () => {
    const forged = nfeXml({ amount: '999999.00' }).replace(/^<NFe[^>]*>|<\/NFe>$/g, '')
    const signed = nfeProc(supplier)
    expect(why(signed.replace('</nfeProc>', `${forged}</nfeProc>`))).toBe('O arquivo traz 2 notas: envie uma em cada arquivo.')
    const moved = signed
      .replace(/(<infNFe[\s\S]*<\/infNFe>)/, forged)
      .replace('<KeyInfo>', `<Object>${/<infNFe[\s\S]*<\/infNFe>/.exec(signed)?.[0]}</Object><KeyInfo>`)
    expect(why(moved)).toBe('O arquivo traz 2 notas: envie uma em cada arquivo.')
    // The signature of one note does not serve another.
    const other = nfeProc(supplier, { number: 5000 })
    const swapped = other.replace(/<Signature.*<\/Signature>/s, /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '')
    expect(doubtsOf(swapped)).toContain('signature_elsewhere')
    const commented = signed.replace('<vNF>150.00', '<vNF>150<!-- -->.00')
    expect(note(commented).amount_cents).toBe(15_000)
    const wide = signed.replaceAll('<vNF>150.00', '<vNF>1<!-- -->50.00')
    expect(note(wide).amount_cents).toBe(15_000)
  })

  test.each([
    ['101', 'CANCELLED'],
    ['151', 'CANCELLED'],
    ['110', 'DENIED'],
    ['205', 'DENIED'],
    ['301', 'DENIED'],
    ['302', 'DENIED'],
  ])('whose protocol says %s is %s', (status, fate) => {
    expect(note(nfeProc(supplier, { status })).fate).toBe(fate)
  })

  const forger = makeCertificate({ name: `X:${SUPPLIER}`, cnpj: SUPPLIER })
  const stranger = makeCertificate({ name: 'OUTRA', cnpj: BUYER }, middle)
  const mine = nfeKey()
  const events: [string, string][] = [
    ['its issuer signed', nfeCancel(supplier, mine)],
    ['its issuer signed, registered late', nfeCancel(supplier, mine, { status: '155' })],
    ['takes another note in its place', nfeCancel(supplier, mine, { type: '110112', reference: nfeKey({ number: 2 }) })],
    ['its forger signed', nfeCancel(forger, mine)],
    ['another company signed', nfeCancel(stranger, mine)],
    ['says another author', nfeCancel(supplier, mine, { author: BUYER })],
    ['was changed after it was signed', nfeCancel(supplier, mine).replace('duplicidade', 'triplicidade')],
    ['is only told of', resCancel(mine)],
  ]
  test.each(events)('that comes with an event that %s ends as that event says alone', (_, xml) => {
    const { evidence, ...told } = event(xml)
    const whole = note(nfeProc(supplier, { beside: xml }))
    expect(whole).toMatchObject({ fate: null, evidence: VERIFIED })
    expect(endOf(nfeProc(supplier, { beside: xml }))).toEqual({ event: told, evidence })
  })

  test.each(['110111', '110112'])('that comes with a refused event (%s) is told nothing of its end', type => {
    for (const status of ['501', '573', '128', '']) {
      const refused = nfeCancel(supplier, mine, { type, status })
      expect(why(refused)).toBe('O cancelamento não está registrado.')
      expect(endOf(nfeProc(supplier, { beside: refused })), status).toBeUndefined()
      expect(endOf(nfeProc(supplier, { beside: answerOf(refused) })), status).toBeUndefined()
    }
  })

  test('that comes with an event that nobody signed, or with its answer alone, is in doubt', () => {
    const unsigned = nfeCancel(supplier, mine).replace(/<Signature.*<\/Signature>/s, '')
    expect(endOf(nfeProc(supplier, { beside: unsigned }))).toMatchObject({
      event: { fate: 'CANCELLED' },
      evidence: { state: 'UNVERIFIED', doubts: ['signature_elsewhere'] },
    })
    const answer = answerOf(nfeCancel(supplier, mine))
    expect(answer).toMatch(/^<retEvento/)
    expect(endOf(nfeProc(supplier, { beside: answer }))).toMatchObject({
      event: { access_key: mine, fate: 'CANCELLED', at: '2026-03-11T13:00:05.000Z' },
      evidence: { state: 'UNVERIFIED', doubts: ['signature_absent'] },
    })
    const old = (status: string) => `<retCancNFe><infCanc><cStat>${status}</cStat><chNFe>${mine}</chNFe></infCanc></retCancNFe>`
    expect(endOf(nfeProc(supplier, { beside: old('101') }))?.evidence.state).toBe('UNVERIFIED')
    expect(endOf(nfeProc(supplier, { beside: old('218') }))).toBeUndefined()
  })

  test('that comes with several events is ended by the one that verifies, and by no answer to another', () => {
    const both = (...beside: string[]) => endOf(nfeProc(supplier, { beside: beside.join('') }))
    const substitution = nfeCancel(supplier, mine, { type: '110112', reference: nfeKey({ number: 2 }) })
    const forged = nfeCancel(forger, mine)
    for (const told of [both(forged, substitution), both(substitution, forged)])
      expect(told).toMatchObject({ event: { fate: 'SUBSTITUTED' }, evidence: VERIFIED })
    expect(both(nfeCancel(supplier, mine, { status: '501' }), substitution)).toMatchObject({ event: { fate: 'SUBSTITUTED' } })
    const refused = nfeCancel(supplier, mine, { status: '501' })
    expect(both(refused, nfeLetter(supplier, mine))).toBeUndefined()
    // The answer to a letter registers no cancel, in one event or beside it.
    const swapped = refused.replace(/<retEvento.*<\/retEvento>/s, answerOf(nfeLetter(supplier, mine)))
    expect(why(swapped)).toBe('O cancelamento não está registrado.')
    expect(both(swapped)).toBeUndefined()
    expect(both(refused, nfeCancel(forger, mine, { type: '110112' }))).toMatchObject({ evidence: { state: 'UNVERIFIED' } })
  })

  test('that comes with an event of another note is told nothing of its end', () => {
    const other = nfeCancel(supplier, nfeKey({ number: 2 }))
    expect(endOf(nfeProc(supplier, { beside: other }))).toBeUndefined()
    expect(endOf(nfeProc(supplier, { beside: other + nfeCancel(supplier, mine) }))).toMatchObject({
      event: { access_key: mine },
      evidence: VERIFIED,
    })
  })

  test('of a consumer ends by the events in its file too', () => {
    const key = nfeKey({ model: '65' })
    const substitute = nfeKey({ number: 4322, model: '65' })
    const with_ = (beside: string) => endOf(nfeProc(supplier, { model: '65', beside }))
    expect(with_(nfeCancel(supplier, key, { type: '110112', reference: substitute }))).toMatchObject({
      event: { fate: 'SUBSTITUTED', replaced_by: substitute },
      evidence: VERIFIED,
    })
    expect(with_(nfeCancel(forger, key))).toMatchObject({ evidence: { doubts: ['chain_untrusted'] } })
    expect(with_(nfeCancel(supplier, key, { status: '501' }))).toBeUndefined()
  })

  test('of a consumer may name no buyer, which leaves whose it is to a person', () => {
    expect(note(nfeProc(supplier, { model: '65' }))).toMatchObject({ kind: 'CONSUMER', evidence: VERIFIED })
    expect(note(nfeProc(supplier, { model: '65', buyer: null }))).toMatchObject({
      buyer_document: null,
      evidence: { doubts: ['buyer_absent'] },
    })
  })
})

describe('the end of an NF-e', () => {
  test('is verified when its issuer signed it and the authority registered it', () => {
    expect(event(nfeCancel(supplier, nfeKey()))).toEqual({
      access_key: nfeKey(),
      fate: 'CANCELLED',
      at: '2026-03-11T13:00:05.000Z',
      reason: 'Pedido em duplicidade',
      replaced_by: null,
      evidence: expect.objectContaining(VERIFIED),
    })
    const other = nfeKey({ number: 4322, model: '65' })
    expect(event(nfeCancel(supplier, nfeKey({ model: '65' }), { type: '110112', reference: other }))).toMatchObject({
      fate: 'SUBSTITUTED',
      replaced_by: other,
      evidence: VERIFIED,
    })
  })

  test('is kept with its reason when another signed it, or nobody', () => {
    const stranger = makeCertificate({ name: 'OUTRA', cnpj: BUYER }, middle)
    expect(doubtsOf(nfeCancel(stranger, nfeKey()))).toContain('issuer_other')
    expect(doubtsOf(nfeCancel(supplier, nfeKey(), { author: BUYER }))).toContain('issuer_other')
    expect(doubtsOf(nfeCancel(supplier, nfeKey()).replace('duplicidade', 'triplicidade'))).toContain('signature_altered')
    const summary = `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${nfeKey()}</chNFe><dhRecbto>2026-03-11T15:00:53-03:00</dhRecbto><cSitNFe>3</cSitNFe></resNFe>`
    expect(event(summary)).toMatchObject({ fate: 'CANCELLED', evidence: { doubts: ['signature_absent'] } })
    expect(event(summary.replace('<cSitNFe>3', '<cSitNFe>2'))).toMatchObject({ fate: 'DENIED' })
    expect(why(summary.replace('<cSitNFe>3', '<cSitNFe>1'))).toBe('O arquivo é um resumo da nota: envie o XML completo dela.')
  })

  test('that is none is refused', () => {
    expect(why(nfeCancel(supplier, nfeKey(), { status: '573' }))).toBe('O cancelamento não está registrado.')
    expect(why(nfeLetter(supplier, nfeKey(), { status: '594' }))).toBe('A carta de correção não está registrada.')
    expect(why(nfeLetter(supplier, nfeKey(), { text: ' ' }))).toContain('não diz o que corrige')
    expect(why(nfeCancel(supplier, nfeKey(), { type: '210200' }))).toContain('este é uma confirmação da operação')
  })
})

describe('a correction letter', () => {
  const letter = (xml: string) => {
    const file = read(xml)
    if (!('letter' in file)) throw new Error('no letter')
    return { ...file.letter, ...file.evidence }
  }

  test('says what it corrects, its number and its protocol, and is verified by who issued the note', () => {
    expect(letter(nfeLetter(supplier, nfeKey(), { sequence: 2 }))).toMatchObject({
      ...{ access_key: nfeKey(), sequence: 2, text: 'O CFOP correto do item 1 é 5405', at: '2026-03-11T14:00:05.000Z' },
      ...{ protocol: '135260000000003', state: 'VERIFIED', doubts: [] },
    })
  })

  test('that was changed after it was signed is doubted', () => {
    expect(letter(nfeLetter(supplier, nfeKey(), { tampered: 'O valor correto é 1,00' }))).toMatchObject({
      ...{ state: 'UNVERIFIED', doubts: ['signature_altered'] },
    })
  })
})

describe('a national NFS-e', () => {
  test('signed by the national issuer, or by its city, is verified', () => {
    expect(note(nfse(national))).toMatchObject({
      kind: 'SERVICE',
      access_key: nfseKey(),
      number: 77,
      amount_cents: 100_000,
      buyer_document: BUYER,
      issuer: { name: 'Consultoria Exemplo Ltda', document_number: SUPPLIER },
      content: {
        description: 'Consultoria em informática',
        competence_date: '2026-03-01',
        iss_rate: 500,
        iss_cents: 5_000,
        withheld: ['irrf'],
        withheld_cents: 1_500,
        net_cents: 98_500,
      },
      evidence: VERIFIED,
    })
    expect(note(nfse(city)).evidence).toMatchObject(VERIFIED)
  })

  test('signed by its provider, another city, or another domain is kept with its reason', () => {
    const signers = [
      supplier,
      makeCertificate({ name: 'MUNICIPIO DE CAMPINAS', cnpj: '51885242000140' }, middle),
      makeCertificate({ name: 'MUNICIPIO DE SAO PAULO EVENTOS LTDA', cnpj: BUYER }, middle),
      makeCertificate({ name: 'www.nfse.gov.br.golpe.com', host: 'www.nfse.gov.br.golpe.com' }, middle),
      makeCertificate({ name: 'xnfse.gov.br', host: 'xnfse.gov.br' }, middle),
    ]
    for (const signer of signers) expect(doubtsOf(nfse(signer)), signer.x509.subject).toEqual(['authority_unknown'])
  })

  test('of which only the declaration is signed is not verified', () => {
    const signed = /<DPS[\s\S]*<\/DPS>/.exec(nfseXml())?.[0] ?? ''
    expect(signed).not.toBe('')
    const declaration = nfse(supplier).replace(/<Signature.*<\/Signature>/s, '')
    const signature = /<Signature.*<\/Signature>/s.exec(nfseEvent(supplier, nfseKey()))?.[0] ?? ''
    expect(doubtsOf(declaration.replace('</DPS>', `${signature}</DPS>`))).toContain('signature_elsewhere')
  })

  const values = (text: string) => nfseXml().replace(/<vTotalRet>.*<\/vLiq>/, text)
  test.each([
    ['its net value', values('<vLiq>985.00</vLiq>'), [0, 1_500, 98_500]],
    ['its net value, whatever it says is retained', values('<vTotalRet>15.00</vTotalRet><vLiq>950.00</vLiq>'), [0, 5_000, 95_000]],
    ['what is retained, without a net value', values('<vTotalRet>40.00</vTotalRet>'), [0, 4_000, 96_000]],
    ['each retained tax, without either', values(''), [0, 1_500, 98_500]],
    ['the ISS retained beside them', values('').replace('<tpRetISSQN>1', '<tpRetISSQN>2'), [0, 6_500, 93_500]],
    [
      'what is retained, where the net value is more than the whole',
      values('<vTotalRet>15.00</vTotalRet><vLiq>9985.00</vLiq>'),
      [0, 1_500, 98_500],
    ],
    [
      'its net value less both discounts',
      values('<vLiq>885.00</vLiq>').replace(
        '</vServPrest>',
        '</vServPrest><vDescCondIncond><vDescIncond>60.00</vDescIncond><vDescCond>40.00</vDescCond></vDescCondIncond>',
      ),
      [10_000, 1_500, 88_500],
    ],
  ])('is worth %s', (_what, xml, [discount_cents, withheld_cents, net_cents]) => {
    expect(note(xml).content).toMatchObject({ discount_cents, withheld_cents, net_cents })
  })

  test('with any signed value changed is not verified', () => {
    const xml = nfse(national)
    for (const [whole, changed] of changedValues(nfseXml()))
      expect(doubtsOf(xml.replace(whole, changed)), whole).toContain('signature_altered')
  })

  test('ends by an event of its issuer, or by the note that takes its place', () => {
    expect(event(nfseEvent(national, nfseKey()))).toMatchObject({
      access_key: nfseKey(),
      fate: 'CANCELLED',
      reason: 'Serviço não prestado',
      evidence: VERIFIED,
    })
    expect(event(nfseEvent(national, nfseKey(), nfseKey(78)))).toMatchObject({
      fate: 'SUBSTITUTED',
      replaced_by: nfseKey(78),
      evidence: VERIFIED,
    })
    expect(doubtsOf(nfseEvent(supplier, nfseKey()))).toEqual(['authority_unknown'])
    expect(note(nfse(national, { number: 78, replaces: nfseKey() })).replaces).toBe(nfseKey())
    const within = (event: string) => endOf(`<lote>${nfse(national)}${event}</lote>`.replaceAll(/<\?xml[^>]*\?>/g, ''))
    expect(within(nfseEvent(national, nfseKey()))).toMatchObject({ event: { fate: 'CANCELLED' }, evidence: VERIFIED })
    expect(within(nfseEvent(supplier, nfseKey()))).toMatchObject({ evidence: { doubts: ['authority_unknown'] } })
    expect(within(nfseEvent(national, nfseKey(78)))).toBeUndefined()
    const asked = nfseEvent(national, nfseKey()).replace(/<infEvento[^>]*>|<\/infEvento>|<Signature.*<\/Signature>/gs, '')
    expect(why(asked)).toBe('O arquivo é o pedido de um evento: envie o evento registrado.')
  })
})

describe('a city’s NFS-e (ABRASF)', () => {
  test('signed by the city is verified', () => {
    expect(note(abrasf(city))).toMatchObject({
      kind: 'SERVICE',
      access_key: `ABRASF:${CITY}:${SUPPLIER}:55`,
      number: 55,
      protocol: 'ABCD-1234',
      amount_cents: 80_000,
      buyer_document: BUYER,
      issuer: { name: 'Serviços Exemplo Ltda' },
      content: { description: 'Assessoria mensal', competence_date: '2026-03-01', iss_rate: 500, withheld_cents: 0 },
      evidence: VERIFIED,
    })
  })

  test('unsigned, as most cities give it, or signed by others, is kept with its reason', () => {
    expect(doubtsOf(abrasfXml())).toEqual(['signature_absent'])
    expect(doubtsOf(abrasf(supplier))).toEqual(['authority_unknown'])
    expect(doubtsOf(abrasf(city).replace('800.00', '900.00'))).toContain('signature_altered')
  })

  test('of ABRASF 1 is read the same', () => {
    const old = abrasfXml()
      .replace('<DeclaracaoPrestacaoServico><InfDeclaracaoPrestacaoServico Id="rps55">', '')
      .replace('</InfDeclaracaoPrestacaoServico></DeclaracaoPrestacaoServico>', '')
    expect(note(old)).toMatchObject({ number: 55, amount_cents: 80_000, buyer_document: BUYER })
  })

  test('ends by what stands beside it, or by a file of its own', () => {
    const within = (beside: string) => endOf(abrasf(city, {}, beside.replace(/<\?xml[^>]*\?>/, '')))
    expect(within(abrasfCancel(city))).toMatchObject({ event: { fate: 'CANCELLED', at: '2026-03-12T13:00:00.000Z' }, evidence: VERIFIED })
    expect(within(abrasfCancel(supplier))).toMatchObject({ evidence: { doubts: ['authority_unknown'] } })
    expect(within(abrasfCancelXml())).toMatchObject({ event: { fate: 'CANCELLED' }, evidence: { state: 'UNVERIFIED' } })
    const substitution = '<SubstituicaoNfse><NfseSubstituidora>56</NfseSubstituidora></SubstituicaoNfse>'
    expect(within(`<NfseSubstituicao>${substitution}</NfseSubstituicao>`)).toMatchObject({
      event: { fate: 'SUBSTITUTED' },
      evidence: { doubts: ['signature_absent'] },
    })
    expect(event(abrasfCancel(city))).toMatchObject({ access_key: `ABRASF:${CITY}:${SUPPLIER}:55`, fate: 'CANCELLED', evidence: VERIFIED })
    expect(doubtsOf(abrasfCancelXml())).toEqual(['signature_absent'])
  })
})

describe('what is no note', () => {
  test.each([
    ['', 'O arquivo está vazio.'],
    ['  \n ', 'O arquivo está vazio.'],
    ['%PDF-1.7 …', 'O arquivo é um PDF: envie o XML da nota, e não o DANFE.'],
    ['PK\x03\x04…', 'O arquivo é um ZIP: descompacte e envie os XML de dentro.'],
    ['-----BEGIN PGP MESSAGE-----', 'O arquivo está criptografado: envie o XML aberto.'],
    ['OFXHEADER:100', 'O arquivo é um extrato OFX: importe-o em Extratos.'],
    ['{"nota": 1}', 'O arquivo é um JSON: envie o XML da nota.'],
    ['<!DOCTYPE html><html></html>', 'O arquivo é uma página da internet: baixe o XML da nota no portal.'],
    ['uma nota', 'O arquivo não é um XML: não começa com uma marca “<”.'],
    ['<nota/>', 'O arquivo não é uma nota: começa por <nota>, que não se conhece.'],
    ['<cteProc><infCte Id="CTe1"/></cteProc>', 'O arquivo é um CT-e: só NF-e, NFC-e e NFS-e são recebidas.'],
    ['<a><b></a></b>', 'O XML está malformado na linha 1, coluna 7.'],
    [`<a>\n${'<b>'.repeat(3)}`, 'O XML está cortado: termina na linha 2 sem fechar <a>.'],
    [`<${'M'.repeat(200)}>\n<a>`, `O XML está cortado: termina na linha 2 sem fechar <${'M'.repeat(40)}…>.`],
    [`<${'M'.repeat(200)}/>`, `O arquivo não é uma nota: começa por <${'M'.repeat(40)}…>, que não se conhece.`],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'O XML declara um DOCTYPE, o que não é aceito.'],
    [
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "a"><!ENTITY b "${'&a;'.repeat(20)}">]><l>&b;</l>`,
      'O XML declara um DOCTYPE, o que não é aceito.',
    ],
    ['<a>'.repeat(51) + '</a>'.repeat(51), 'O XML tem níveis demais.'],
    [`<a>${' '.repeat(2 * 1024 ** 2)}</a>`, 'O XML passa de 2 MB.'],
    ['<a>\n\x00</a>', 'O XML traz um caractere que não existe em XML, na linha 2.'],
  ])('%# is told in one sentence', (xml, sentence) => {
    expect(why(xml.replace('…', '\n'))).toBe(sentence)
  })

  test('cut at every tenth of a byte count, a note says where it ends', () => {
    const xml = nfeProc(supplier)
    for (let at = 1; at < 100; at += 1) {
      const said = why(xml.slice(0, Math.floor((xml.length * at) / 100)))
      expect(said, String(at)).toMatch(/^O (XML|arquivo) .*\.$/)
    }
  })

  test('a value that is no number is never read as nothing', () => {
    expect(why(nfeProc(supplier, { amount: '1.500,00' }))).toBe('O valor da nota não pôde ser lido: vNF diz “1.500,00”.')
    expect(why(nfeProc(supplier, { amount: '-150.00' }))).toContain('vNF diz “-150.00”')
    expect(why(nfse(national, { amount: 'NaN' }))).toContain('vServ diz “NaN”')
    expect(why(abrasf(city, { amount: '' }))).toContain('ValorServicos diz “”')
  })

  test('a note of Latin-1 is read whatever it declares', () => {
    const xml = nfeProc(supplier)
    const latin = readReceived(Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1'), trust)
    expect(latin).toMatchObject({ evidence: VERIFIED, note: { issuer: { address: { city: 'São Paulo' } } } })
    expect(readReceived(Buffer.from(xml, 'latin1'), trust)).toMatchObject({ note: { issuer: { address: { city: 'São Paulo' } } } })
  })
})
