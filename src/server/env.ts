// The environment, checked once at start: a bad value stops the product with a pt-BR sentence before anything is touched.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { BRAND_HOSTS, BRANDS, type BrandHosts, isBrand } from '#domain/brands.ts'
import { isValidEmail } from '#domain/contact-points.ts'
import { isValidCnpj, normalizeDocument } from '#domain/documents.ts'
import type { SmsSettings } from './adapters/messages/sms.ts'
import type { SmtpSettings } from './adapters/messages/smtp.ts'
import type { PluggySettings } from './adapters/pluggy/client.ts'
import type { S3Settings } from './adapters/s3-request.ts'
import type { StripeSettings } from './adapters/stripe/client.ts'
import { unsafeIn } from './base/unsafe-start.ts'
import type { TechnicalContact } from './fiscal/notes.ts'
import type { Secret } from './kernel/envelope.ts'

/** A public service that is read: over TLS, or on this machine. */
const Service = (name: string) =>
  z
    .string()
    .regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/, `${name} precisa ser um endereço https`)
    .optional()

const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3210),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.string().optional(),
  /** PostgreSQL itself, where DATABASE_URL leads through a pooler: migrations, copies and what processes tell each other. */
  DATABASE_DIRECT_URL: z.string().optional(),
  /** A standby of that database, where reports are read. */
  DATABASE_REPLICA_URL: z.string().optional(),
  RAZAO_PREPARED: z.enum(['on', 'off'], 'RAZAO_PREPARED é on ou off').default('on'),
  /** What this process does: 'http', 'jobs' or both. */
  RAZAO_ROLES: z
    .string()
    .regex(/^(http|jobs|http,jobs|jobs,http)$/, 'RAZAO_ROLES é http, jobs ou http,jobs')
    .default('http,jobs'),
  RAZAO_DIR: z.string().default('.razao'),
  RAZAO_DEMO: z.enum(['on', 'off'], 'RAZAO_DEMO é on ou off').optional(),
  RAZAO_SECRET: z.string().min(32, 'RAZAO_SECRET precisa de ao menos 32 caracteres').optional(),
  /** Newer master keys of what is kept sealed, by version: '2:<64 hex>,3:<64 hex>'. */
  RAZAO_MASTER_KEYS: z
    .string()
    .regex(
      /^([2-9]|[1-9]\d):[0-9a-f]{64}(,([2-9]|[1-9]\d):[0-9a-f]{64})*$/i,
      'RAZAO_MASTER_KEYS é 2:chave,3:chave, cada chave de `openssl rand -hex 32`',
    )
    .optional(),
  RAZAO_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** A PEM bundle with the roots of ICP-Brasil, for companies' certificates. */
  ICP_BRASIL_ROOTS: z.string().optional(),
  /** Real tax authorities, and which of their two environments. */
  FISCAL_ENVIRONMENT: z.enum(['homologacao', 'producao'], 'FISCAL_ENVIRONMENT é homologacao ou producao').optional(),
  FISCAL_CA_FILE: z.string().refine(existsSync, 'FISCAL_CA_FILE não aponta para um arquivo').optional(),
  FISCAL_CONTACT_CNPJ: z.string().refine(isValidCnpj, 'FISCAL_CONTACT_CNPJ não é um CNPJ').transform(normalizeDocument).optional(),
  FISCAL_CONTACT_NAME: z.string().min(2).max(60).optional(),
  FISCAL_CONTACT_EMAIL: z.email('FISCAL_CONTACT_EMAIL não é um e-mail').max(60).optional(),
  FISCAL_CONTACT_PHONE: z
    .string()
    .regex(/^\d{6,14}$/, 'FISCAL_CONTACT_PHONE tem só números, com o DDD')
    .optional(),
  PUBLIC_URL: z.url('PUBLIC_URL precisa ser um endereço').optional(),
  /** Addresses or networks of the proxies in front, whose word on the caller's address counts: '10.0.0.0/8,127.0.0.1'. */
  TRUST_PROXY: z.string().default(''),
  /** Other addresses of the same product, as those of its brands: 'https://a.exemplo,https://b.exemplo'. */
  RAZAO_ORIGINS: z.string().default(''),
  /** Host names and the brands they show: 'contas.exemplo.com.br=mare,app.outro.com.br=ipe'. */
  RAZAO_BRANDS: z.string().default(''),
  /** 'inside': webhooks may call this machine and its network, without TLS; for trying them out. */
  RAZAO_WEBHOOKS: z.enum(['public', 'inside'], 'RAZAO_WEBHOOKS é public ou inside').default('public'),
  RAZAO_PIX: z.enum(['public', 'inside'], 'RAZAO_PIX é public ou inside').default('public'),
  S3_ENDPOINT: z.url('S3_ENDPOINT precisa ser um endereço').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  RAZAO_METRICS_TOKEN: z.string().min(16, 'RAZAO_METRICS_TOKEN precisa de ao menos 16 caracteres').optional(),
  RAZAO_BACKUP_KEY: z.string().optional(),
  RAZAO_BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'RAZAO_BACKUP_EVERY é um número de minutos, horas ou dias: 30m, 6h, 1d')
    .optional(),
  RAZAO_BACKUP_KEEP: z.coerce.number().int().min(1, 'RAZAO_BACKUP_KEEP precisa ser um número a partir de 1').optional(),
  RAZAO_BACKUP_S3_ENDPOINT: z.url('RAZAO_BACKUP_S3_ENDPOINT precisa ser um endereço').optional(),
  RAZAO_BACKUP_S3_BUCKET: z.string().optional(),
  RAZAO_BACKUP_S3_REGION: z.string().default('us-east-1'),
  RAZAO_BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  RAZAO_BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL precisa ser smtp://… ou smtps://…' }).optional(),
  MAIL_FROM: z.string().refine(isValidEmail, 'MAIL_FROM precisa ser um endereço de e-mail').optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: 'SMS_URL precisa ser um endereço' }).optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_DAILY_LIMIT: z.coerce.number().int().min(1, 'SMS_DAILY_LIMIT precisa ser um número a partir de 1').default(1000),
  CEP_URL: Service('CEP_URL'),
  CNPJ_URL: Service('CNPJ_URL'),
  PIX_CA_FILE: z.string().refine(existsSync, 'PIX_CA_FILE não aponta para um arquivo').optional(),
  PLUGGY_CLIENT_ID: z.string().optional(),
  PLUGGY_CLIENT_SECRET: z.string().optional(),
  PLUGGY_URL: Service('PLUGGY_URL'),
  STARK_URL: Service('STARK_URL'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'STRIPE_SECRET_KEY é a chave secreta da Stripe: sk_test_… ou sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'STRIPE_WEBHOOK_SECRET começa com whsec_').optional(),
  STRIPE_URL: Service('STRIPE_URL'),
  /** A word that only looks like production would start with the demo's password and show every code. */
  NODE_ENV: z.enum(['', 'production', 'development', 'test'], 'NODE_ENV é production, development ou test').default('development'),
  NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
})

/** Copies kept by a schedule that says nothing of it. */
const KEPT_BY_SCHEDULE = 14

/** What the copies are made of and where they go: all that the commands of copies need, and no more. */
export interface KeepingSettings {
  databaseUrl: string | undefined
  /** Absolute path of the data directory. */
  dir: string
  /** Where files go instead of the data directory. */
  s3: S3Settings | undefined
  /** Tells the secret of a data directory from any other without giving it away; undefined before its first start. */
  secretCheck(dir: string): string | undefined
  backup: { key: string | undefined; everyMs: number | undefined; keep: number | undefined; offSite: S3Settings | undefined }
}

/** `http` serves the API, the sockets and the client; `jobs` works what waits. */
export type ProcessRole = 'http' | 'jobs'

export interface Environment {
  port: number
  host: string
  databaseUrl: string | undefined
  roles: readonly ProcessRole[]
  /** Absolute path of the data directory: database, files, secret. */
  dir: string
  demo: boolean
  secret: Secret
  /** Path of the PEM bundle of ICP-Brasil. */
  icpBrasilRoots: string | undefined
  /** Undefined: no real tax authority is asked. `caFile` is a PEM bundle believed beside the usual roots. */
  fiscal: { environment: 'TEST' | 'PRODUCTION'; caFile: string | undefined; contact: TechnicalContact | undefined } | undefined
  log: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  publicUrl: string | undefined
  /** ViaCEP-like service of addresses by postal code. */
  cepUrl: string | undefined
  /** Webhooks may call this machine and its network. */
  webhooksInside: boolean
  pixInside: boolean
  /** BrasilAPI-like registry of CNPJ. */
  cnpjUrl: string | undefined
  /** Path of a PEM bundle believed beside the usual roots at companies' own banks. */
  pixCaFile: string | undefined
  /** Undefined: no real aggregator of open finance is asked. */
  pluggy: PluggySettings | undefined
  /** Instead of Stark Bank's own hosts. */
  starkUrl: string | undefined
  /** Undefined: no real acquirer of cards is asked. */
  stripe: StripeSettings | undefined
  /** Opens `/metrics` from anywhere; without it only this machine reads them. */
  metricsToken: string | undefined
  /** Proxies whose word on the caller's address counts. */
  proxies: readonly string[]
  /** Origins whose pages may open a socket; empty: those of the address asked only. */
  origins: readonly string[]
  /** The host names that show a brand. */
  brands: BrandHosts
  /** Where files go instead of the data directory. */
  s3: S3Settings | undefined
  /** The mail server; undefined: e-mail stays in the local outbox. */
  smtp: SmtpSettings | undefined
  /** The gateway of text messages; undefined: they stay in the local outbox. */
  sms: SmsSettings | undefined
  production: boolean
}

export class BadEnvironment extends Error {}

function parsed(source: NodeJS.ProcessEnv): z.infer<typeof Env> {
  const read = Env.safeParse(source)
  if (!read.success) throw new BadEnvironment(read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  return read.data
}

/** Makes nothing: a copy is restored before the first start. */
export function readKeeping(source: NodeJS.ProcessEnv = process.env): KeepingSettings {
  const env = parsed(source)
  const everyMs = spanOf(env.RAZAO_BACKUP_EVERY)
  return {
    // A copy needs one connection of its own, which no pooler gives.
    databaseUrl: env.DATABASE_DIRECT_URL || env.DATABASE_URL,
    dir: resolve(env.RAZAO_DIR),
    s3: readS3(env, 'S3_', 'Para guardar arquivos em S3'),
    secretCheck(dir) {
      const path = join(dir, 'secret')
      const secret = env.RAZAO_SECRET ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
      return secret && createHmac('sha256', secret).update('razao-backup').digest('hex').slice(0, 16)
    },
    backup: {
      key: env.RAZAO_BACKUP_KEY || undefined,
      everyMs,
      keep: env.RAZAO_BACKUP_KEEP ?? (everyMs === undefined ? undefined : KEPT_BY_SCHEDULE),
      offSite: readS3(env, 'RAZAO_BACKUP_S3_', 'Para guardar cópias fora desta máquina'),
    },
  }
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function spanOf(text: string | undefined): number | undefined {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text ?? '') ?? []
  return unit === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS]
}

export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const env = parsed(source)
  const production = env.NODE_ENV === 'production'
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new BadEnvironment('DATABASE_REPLICA_URL é uma réplica do banco de DATABASE_URL: defina os dois.')
  const smtp = readSmtp(env)
  const sms = readSms(env)
  const origins = readOrigins(env)
  const unsafe = production ? unsafeIn(env) : undefined
  if (unsafe !== undefined) throw new BadEnvironment(unsafe)
  const dir = resolve(env.RAZAO_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    roles: readRoles(env),
    dir,
    demo: env.RAZAO_DEMO !== 'off' && !production,
    secret: Object.assign(
      createHash('sha256')
        .update(env.RAZAO_SECRET ?? localSecret(dir))
        .digest(),
      { masters: readMasters(env) },
    ),
    icpBrasilRoots: env.ICP_BRASIL_ROOTS,
    fiscal: env.FISCAL_ENVIRONMENT && {
      environment: env.FISCAL_ENVIRONMENT === 'producao' ? 'PRODUCTION' : 'TEST',
      caFile: env.FISCAL_CA_FILE,
      contact: readContact(env),
    },
    log: env.RAZAO_LOG,
    publicUrl: env.PUBLIC_URL,
    cepUrl: env.CEP_URL,
    webhooksInside: env.RAZAO_WEBHOOKS === 'inside',
    pixInside: env.RAZAO_PIX === 'inside',
    cnpjUrl: env.CNPJ_URL,
    pixCaFile: env.PIX_CA_FILE,
    pluggy: readPluggy(env),
    starkUrl: env.STARK_URL,
    stripe: readStripe(env, production),
    metricsToken: env.RAZAO_METRICS_TOKEN,
    proxies: listOf(env.TRUST_PROXY),
    origins,
    brands: readBrands(env),
    s3: readS3(env, 'S3_', 'Para guardar arquivos em S3'),
    smtp,
    sms,
    production,
  }
}

function readRoles({ RAZAO_ROLES, DATABASE_URL }: z.infer<typeof Env>): ProcessRole[] {
  const roles = listOf(RAZAO_ROLES) as ProcessRole[]
  if (!DATABASE_URL && roles.length < 2)
    throw new BadEnvironment('RAZAO_ROLES divide o trabalho entre processos, que precisam de um banco comum: defina DATABASE_URL.')
  return roles
}

/** All of it or none: a layout takes no half of it. */
function readContact(env: z.infer<typeof Env>): TechnicalContact | undefined {
  const { FISCAL_CONTACT_CNPJ: cnpj, FISCAL_CONTACT_NAME: name, FISCAL_CONTACT_EMAIL: email, FISCAL_CONTACT_PHONE: phone } = env
  if (!cnpj && !name && !email && !phone) return undefined
  if (!cnpj || !name || !email || !phone)
    throw new BadEnvironment('Para nomear o responsável técnico, defina FISCAL_CONTACT_CNPJ, _NAME, _EMAIL e _PHONE.')
  return { cnpj, name, email, phone }
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

function readOrigins({ PUBLIC_URL, RAZAO_ORIGINS }: z.infer<typeof Env>): string[] {
  const given = [...(PUBLIC_URL ? [PUBLIC_URL] : []), ...listOf(RAZAO_ORIGINS)]
  const bad = given.find(text => !URL.canParse(text))
  if (bad !== undefined) throw new BadEnvironment(`RAZAO_ORIGINS: ${bad} não é um endereço`)
  return given.map(text => new URL(text).origin)
}

/** A name without scheme or port: the brand does not depend on them. */
const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

function readBrands({ RAZAO_BRANDS }: z.infer<typeof Env>): BrandHosts {
  const hosts = new Map(BRAND_HOSTS)
  const given = new Set<string>()
  for (const pair of listOf(RAZAO_BRANDS)) {
    const [host = '', brand = '', ...more] = pair.split('=').map(part => part.trim().toLowerCase())
    const bad = (why: string) => new BadEnvironment(`RAZAO_BRANDS: ${pair}: ${why}`)
    if (more.length > 0 || brand === '') throw bad('escreva host=marca')
    if (!HOST_NAME.test(host)) throw bad('o host vai sem https:// e sem porta')
    if (!isBrand(brand)) throw bad(`a marca é uma de ${BRANDS.join(', ')}`)
    if (given.has(host)) throw bad('o host já tem uma marca')
    given.add(host)
    hosts.set(host, brand)
  }
  return hosts
}

/** All of it or none: half a configuration would keep files where nobody looks for them. */
function readS3(env: z.infer<typeof Env>, prefix: 'S3_' | 'RAZAO_BACKUP_S3_', purpose: string): S3Settings | undefined {
  const endpoint = env[`${prefix}ENDPOINT`]
  const bucket = env[`${prefix}BUCKET`]
  const accessKeyId = env[`${prefix}ACCESS_KEY_ID`]
  const secretAccessKey = env[`${prefix}SECRET_ACCESS_KEY`]
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const names = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(name => prefix + name)
    throw new BadEnvironment(`${purpose}, defina ${names.slice(0, -1).join(', ')} e ${names.at(-1)}.`)
  }
  return { endpoint, bucket, region: env[`${prefix}REGION`], accessKeyId, secretAccessKey }
}

function readPluggy({ PLUGGY_CLIENT_ID: clientId, PLUGGY_CLIENT_SECRET: clientSecret, PLUGGY_URL: url }: z.infer<typeof Env>) {
  if (!clientId && !clientSecret) return undefined
  if (!clientId || !clientSecret)
    throw new BadEnvironment('Para conectar bancos pela Pluggy, defina PLUGGY_CLIENT_ID e PLUGGY_CLIENT_SECRET.')
  return { clientId, clientSecret, url: (url ?? 'https://api.pluggy.ai').replace(/\/$/, '') }
}

function readStripe(env: z.infer<typeof Env>, production: boolean): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = env
  if (!secretKey && !webhookSecret) return undefined
  if (!secretKey || !webhookSecret)
    throw new BadEnvironment('Para cobrar cartões pela Stripe, defina STRIPE_SECRET_KEY e STRIPE_WEBHOOK_SECRET.')
  const live = secretKey.includes('_live_')
  if (production && !live)
    throw new BadEnvironment('STRIPE_SECRET_KEY é uma chave de teste: em produção ela não cobra ninguém. Use a chave sk_live_… da Stripe.')
  if (!production && live)
    throw new BadEnvironment(
      'STRIPE_SECRET_KEY é uma chave de produção: fora dela cobraria cartões de verdade. Use a chave sk_test_… da Stripe.',
    )
  return { secretKey, webhookSecret, url: url ?? 'https://api.stripe.com' }
}

function readSmtp({ SMTP_URL: url, MAIL_FROM: from }: z.infer<typeof Env>): SmtpSettings | undefined {
  if (!url && !from) return undefined
  if (!url || !from) throw new BadEnvironment('Para enviar e-mail, defina SMTP_URL e MAIL_FROM.')
  return { url, from }
}

function readSms({ SMS_URL: url, SMS_TOKEN: token, SMS_DAILY_LIMIT: dailyLimit }: z.infer<typeof Env>): SmsSettings | undefined {
  if (!url && !token) return undefined
  if (!url || !token) throw new BadEnvironment('Para enviar SMS, defina SMS_URL e SMS_TOKEN.')
  return { url, token, dailyLimit }
}

function readMasters({ RAZAO_MASTER_KEYS = '' }: z.infer<typeof Env>): ReadonlyMap<number, Uint8Array> {
  const pairs = listOf(RAZAO_MASTER_KEYS).map(pair => pair.split(':') as [string, string])
  if (new Set(pairs.map(([version]) => version)).size < pairs.length)
    throw new BadEnvironment('RAZAO_MASTER_KEYS tem uma versão duas vezes.')
  return new Map(pairs.map(([version, key]) => [Number(version), Buffer.from(key, 'hex')]))
}

/** In the local environment the secret is made once and kept in the data directory, readable by its owner only. */
function localSecret(dir: string): string {
  const path = join(dir, 'secret')
  if (!existsSync(path)) {
    mkdirSync(dir, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8')
}
