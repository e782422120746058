// Messages that leave: by SMTP and by an HTTP gateway of the test's own, after the commit, at least once, and never for ever.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { smsTransport } from '#server/adapters/messages/sms.ts'
import { smtpTransport } from '#server/adapters/messages/smtp.ts'
import { deliverMessage, resumeMessages } from '#server/areas/platform/messages/deliver.ts'
import { BadEnvironment, readEnvironment } from '#server/env.ts'
import { listening } from '#tests/kit/listening.ts'
import { type TestServer, type TestServerOptions, testServer } from '#tests/kit/server.ts'
import { type MailServer, mailServer } from '#tests/kit/smtp.ts'

const FROM = 'nao-responda@razao.app'
const PHONE = '+5511987654321'
const EMAIL = 'maria.canario@exemplo.com.br'
const REGISTRATION = { name: 'Maria Canário', phone_number: '(11) 98765-4321', email: EMAIL, kind: 'SOLO_USER' }

let mail: MailServer
let gateway: Server
let gatewayUrl: string
let texts: { to: string; text: string; key: string | undefined; authorization: string | undefined }[] = []
let gatewayAnswers: number[] = []
let server: TestServer
let written = ''

beforeAll(async () => {
  mail = await mailServer()
  gateway = createServer(async (request, response) => {
    const body = JSON.parse(await bodyOf(request)) as { to: string; text: string }
    const status = gatewayAnswers.shift() ?? 202
    const { authorization, 'idempotency-key': key } = request.headers
    if (status < 300) texts.push({ ...body, key: String(key), authorization })
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end(`told ${body.to}`)
  })
  gatewayUrl = `http://127.0.0.1:${await listening(gateway)}/send`
})
afterAll(async () => {
  await mail.close()
  await new Promise(done => gateway.close(done))
})
beforeEach(() => {
  mail.mails.length = 0
  mail.refusals.length = 0
  texts = []
  gatewayAnswers = []
  written = ''
})
afterEach(() => server?.close())

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

const byMail = () => ({ EMAIL: smtpTransport({ url: mail.url, from: FROM }) })
const byText = (dailyLimit = 1000) => ({ SMS: smsTransport({ url: gatewayUrl, token: 'ficha', dailyLimit }) })

async function start(transports: TestServerOptions['transports']): Promise<void> {
  const stream = new Writable({
    write(chunk, _, done) {
      written += String(chunk)
      done()
    },
  })
  server = await testServer({ local: false, transports: transports ?? {}, log: pino({ level: 'debug', base: null }, stream) })
}

const register = (headers = {}) =>
  server.as(undefined).ok(contract.auth.register, { body: REGISTRATION }, { 'x-device-id': 'aparelho', ...headers })
const outbox = () =>
  server.sql<{ id: string; status: string; code: string | null; text: string | null; subject: string | null; attempts: number }>(
    'select id, status, code, text, subject, attempts from outbox order by at',
  )
const alarms = () =>
  written
    .split('\n')
    .filter(line => line.includes('"level":50'))
    .map(line => JSON.parse(line) as Record<string, unknown>)

/** The text part of a mail, decoded. */
function plainPart(raw: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw)
  const isBase64 = /Content-Transfer-Encoding: base64/.test(part?.[0] ?? '')
  const body = part?.[1] ?? ''
  if (isBase64) return Buffer.from(body, 'base64').toString()
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
const codeIn = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? ''

describe('e-mail', () => {
  test('brings the code of a registration when it is the only channel, in the name of the brand, and leaves nothing behind', async () => {
    await start(byMail())
    const challenge = await register({ origin: 'https://mare.razao.app' })
    expect(challenge).toMatchObject({ channel: 'EMAIL', masked_destination: 'm***@e***' })
    const [sent] = mail.mails
    expect(sent).toMatchObject({ from: FROM, to: EMAIL })
    const raw = sent?.raw ?? ''
    expect(raw).toMatch(/^From: =\?UTF-8\?Q\?Mar=C3=A9\?= <nao-responda@razao\.app>/m)
    expect(raw).toContain('text/html')
    const text = plainPart(raw)
    expect(text).toContain('Maré: seu código de acesso é ')
    const [row] = await outbox()
    expect(row).toMatchObject({ status: 'SENT', code: null, text: null, subject: null })
    expect(raw).toContain(`Message-ID: <${row?.id}@razao.app>`)
    const tokens = await server
      .as(undefined)
      .ok(contract.auth.verifyOtp, { params: { id: challenge.id }, body: { otp: codeIn(text) } }, { 'x-device-id': 'aparelho' })
    expect(tokens.accessToken).toBeTruthy()
  })

  test('a server that is away or busy is tried again, with the same Message-ID, and one kept code is enough', async () => {
    await start(byMail())
    mail.refusals.push('451 4.7.1 greylisted {to}', '421 4.3.2 busy {to}')
    await register()
    expect(mail.mails).toHaveLength(0)
    const [waiting] = await outbox()
    expect(waiting).toMatchObject({ status: 'WAITING', attempts: 1 })
    await server.pass(60_000)
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]?.raw).toContain(`<${waiting?.id}@razao.app>`)
    expect(await outbox()).toMatchObject([{ status: 'SENT', attempts: 3 }])
    expect(alarms()).toEqual([])
  })

  test('an address refused for good ends at once, with an alarm that names nobody', async () => {
    await start(byMail())
    mail.refusals.push('550 5.1.1 no such person {to}')
    await register()
    const [row] = await outbox()
    expect(row).toMatchObject({ status: 'DEAD', code: null, text: null })
    expect(alarms()).toMatchObject([{ message_id: row?.id, channel: 'EMAIL', reason: 'EENVELOPE 550' }])
    for (const canary of [EMAIL, 'maria', PHONE, '87654321', '5.1.1']) expect(written.includes(canary), canary).toBe(false)
  })

  test('a code past its validity is not sent any more', async () => {
    await start(byMail())
    mail.refusals.push(...Array.from({ length: 20 }, () => '451 later'))
    await register()
    await server.pass(10 * 60_000)
    expect(await outbox()).toMatchObject([{ status: 'EXPIRED', code: null, text: null }])
    mail.refusals.length = 0
    await server.pass(60 * 60_000)
    expect(mail.mails).toHaveLength(0)
    expect(alarms()).toHaveLength(1)
  })

  test('a new code takes the place of one still waiting', async () => {
    await start(byMail())
    mail.refusals.push('451 later')
    const challenge = await register()
    server.clock.advance(61_000)
    await server.as(undefined).ok(contract.auth.sendOtp, { params: { id: challenge.id } }, { 'x-device-id': 'aparelho' })
    await server.pass(60_000)
    expect(mail.mails).toHaveLength(1)
    expect((await outbox()).map(row => row.status)).toEqual(['EXPIRED', 'SENT'])
  })

  test('is given up after the last try when it holds no code', async () => {
    await start(byMail())
    mail.refusals.push(...Array.from({ length: 20 }, () => '451 later'))
    await server.services.db
      .transaction()
      .execute(db =>
        server.services.messages.send(db, { to: EMAIL, kind: 'EMAIL', brand: 'razao', subject: 'Convite', text: 'Você foi convidado.' }),
      )
    await server.pass(24 * 3_600_000)
    expect(await outbox()).toMatchObject([{ status: 'DEAD', attempts: 10, text: null, subject: null }])
    expect(alarms()).toMatchObject([{ reason: 'EENVELOPE 451' }])
  })

  test('what a stopped process left waiting is sent by the next one, once', async () => {
    await start(byMail())
    await server.sql(
      `insert into outbox (id, recipient, kind, subject, code, text, status, expires_at, attempts, leased_until)
       values (gen_random_uuid(), $1, 'EMAIL', 'Seu código', '123456', 'Razão: 123456', 'WAITING', $2, 1, $3)`,
      [EMAIL, new Date(server.clock.now() + 240_000), new Date(server.clock.now() + 20_000)],
    )
    const [row] = await outbox()
    await resumeMessages(server.services)
    await server.drain()
    expect(mail.mails).toHaveLength(0)
    await server.pass(30_000)
    expect(mail.mails).toHaveLength(1)
    await deliverMessage(server.services, { message_id: row?.id ?? '' })
    expect(mail.mails).toHaveLength(1)
  })

  test('a message of a write that failed is never sent', async () => {
    await start(byMail())
    await server.services.db
      .transaction()
      .execute(async db => {
        await server.services.messages.send(db, { to: EMAIL, kind: 'EMAIL', brand: 'razao', subject: 'Convite', text: 'Não.' })
        throw new Error('after all not')
      })
      .catch(() => {})
    await server.pass(60_000)
    expect(mail.mails).toHaveLength(0)
  })
})

describe('text messages', () => {
  test('go to the gateway with its token and a key that stays the same', async () => {
    await start(byText())
    gatewayAnswers.push(503, 429)
    const challenge = await register()
    expect(challenge.channel).toBe('SMS')
    await server.pass(60_000)
    const [row] = await outbox()
    expect(texts).toMatchObject([{ to: PHONE, key: row?.id, authorization: 'Bearer ficha' }])
    expect(texts[0]?.text).toMatch(/^Razão: seu código de acesso é \d{6}\. Vale por 5 minutos\.$/)
    expect(row).toMatchObject({ status: 'SENT', attempts: 3, code: null, text: null })
  })

  test('a redirect is not followed, and a refused number is given up', async () => {
    await start(byText())
    gatewayAnswers.push(302)
    await register()
    expect(await outbox()).toMatchObject([{ status: 'WAITING', attempts: 1 }])
    gatewayAnswers.push(400)
    await server.pass(10_000)
    expect(await outbox()).toMatchObject([{ status: 'DEAD' }])
    expect(alarms()).toMatchObject([{ channel: 'SMS', reason: 'HTTP 400' }])
    expect(written.includes('87654321')).toBe(false)
  })

  test('numbers from abroad are never texted', async () => {
    await start(byText())
    const { SMS } = byText()
    await expect(SMS.deliver({ id: 'x', to: '+12025550100', brand: 'razao', subject: '', code: null, text: 'hi' })).rejects.toMatchObject({
      isFinal: true,
    })
    expect(texts).toEqual([])
  })

  test('the daily limit of codes refuses the next and raises one alarm; a new day begins anew', async () => {
    await start(byText(2))
    const ask = (last: string) =>
      server
        .as(undefined)
        .call(contract.auth.register, { body: { ...REGISTRATION, phone_number: `(11) 98765-43${last}` } }, { 'x-device-id': `d${last}` })
    expect([(await ask('01')).status, (await ask('02')).status]).toEqual([200, 200])
    const refused = [await ask('03'), await ask('04')]
    expect(refused.map(each => [each.status, (each.data as { id: string }).id])).toEqual([
      [429, 'rate.limited'],
      [429, 'rate.limited'],
    ])
    expect(alarms()).toMatchObject([{ channel: 'SMS', limit: 2 }])
    server.clock.advance(24 * 3_600_000)
    expect((await ask('05')).status).toBe(200)
    expect(texts).toHaveLength(3)
  })
})

describe('what no channel reaches is not promised', () => {
  test('a known and an unknown document are answered alike by e-mail alone', async () => {
    await start(byMail())
    const person = await server.aUser('SOLO_USER', { email: 'joana@gmail.com' })
    const known = await server.as(undefined).ok(contract.auth.firstAccess, { body: { document_number: person.document_number } })
    const unknown = await server.as(undefined).ok(contract.auth.firstAccess, { body: { document_number: '52998224725' } })
    expect([known.channel, unknown.channel]).toEqual(['EMAIL', 'EMAIL'])
    expect(known.masked_destination).toBe('j***@g***')
    expect(unknown.masked_destination).toMatch(/^[a-z]\*{3}@[a-z]\*{3}$/)
    // As much is written for either; one of them is a message.
    expect((await outbox()).map(row => [row.status, row.code, row.text])).toEqual([
      ['SENT', null, null],
      ['EXPIRED', null, null],
    ])
    expect(mail.mails).toHaveLength(1)
    expect(alarms()).toEqual([])
  })

  test('an invitation by text alone is refused where only e-mail leaves', async () => {
    await start(byMail())
    const company = await server.aCompany()
    const invite = (address: object) =>
      server.as(company.owner).call(contract.users.invite, {
        params: { companyId: company.id, id: company.id, c: company.id },
        body: { document_number: '52998224725', role_id: company.roles.FINANCE, ...address },
      })
    const refused = await invite({ phone_number: PHONE })
    expect(refused).toMatchObject({ status: 503, data: { id: 'provider.unavailable' } })
    expect((await invite({ phone_number: PHONE, email: EMAIL })).status).toBe(201)
    expect(mail.mails.map(each => each.to)).toEqual([EMAIL])
    expect(mail.mails[0]?.raw).toContain('Subject: ')
  })

  test('production does not start without a channel, nor with half of one', () => {
    const secret = { NODE_ENV: 'production', RAZAO_SECRET: 'uma frase longa que ninguém adivinha' }
    const bad = (env: Record<string, string>) => {
      try {
        readEnvironment(env)
      } catch (error) {
        expect(error).toBeInstanceOf(BadEnvironment)
        return (error as Error).message
      }
      return undefined
    }
    expect(bad(secret)).toMatch(/SMTP_URL.*SMS_URL/)
    expect(bad({ ...secret, SMTP_URL: 'smtps://a:b@mail.exemplo.com.br' })).toMatch(/MAIL_FROM/)
    expect(bad({ ...secret, SMTP_URL: 'http://mail.exemplo.com.br', MAIL_FROM: FROM })).toMatch(/SMTP_URL/)
    expect(bad({ ...secret, SMTP_URL: 'smtps://mail.exemplo.com.br', MAIL_FROM: 'ninguém' })).toMatch(/MAIL_FROM/)
    expect(bad({ ...secret, SMS_URL: 'https://sms.exemplo.com.br' })).toMatch(/SMS_TOKEN/)
    expect(bad({ ...secret, SMS_URL: 'http://sms.exemplo.com.br', SMS_TOKEN: 'x' })).toMatch(/https/)
    expect(bad({ ...secret, SMS_URL: 'https://sms.exemplo.com.br', SMS_TOKEN: 'x', SMS_DAILY_LIMIT: '0' })).toMatch(/SMS_DAILY_LIMIT/)
    expect(readEnvironment({ ...secret, SMTP_URL: 'smtps://mail.exemplo.com.br', MAIL_FROM: FROM })).toMatchObject({
      smtp: { from: FROM },
      sms: undefined,
    })
    expect(readEnvironment({ ...secret, SMS_URL: 'https://sms.exemplo.com.br/v1', SMS_TOKEN: 'x' }).sms).toMatchObject({ dailyLimit: 1000 })
  })
})
