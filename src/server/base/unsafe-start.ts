// What production does not start with: settings that work, and leave a door open.

export interface Settings {
  readonly RAZAO_SECRET?: string | undefined
  readonly RAZAO_DEMO?: string | undefined
  readonly RAZAO_WEBHOOKS?: string | undefined
  readonly RAZAO_PIX?: string | undefined
  readonly RAZAO_BACKUP_KEY?: string | undefined
  readonly RAZAO_METRICS_TOKEN?: string | undefined
  readonly PUBLIC_URL?: string | undefined
  readonly RAZAO_ORIGINS?: string | undefined
  readonly TRUST_PROXY?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly SMS_URL?: string | undefined
  readonly NODE_TLS_REJECT_UNAUTHORIZED?: string | undefined
}

/** Fewer different characters than this are a word repeated, not a secret. */
const DISTINCT_IN_SECRET = 8
const SHORTEST_BACKUP_KEY = 16
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const isGuessed = (secret: string): boolean => new Set(secret).size < DISTINCT_IN_SECRET

const parts = (text = ''): string[] => text.split(',').flatMap(part => part.trim() || [])

/** Codes and tokens would cross the network in the clear. */
const isClear = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}

/** Believes every caller of the world about the address it comes from: no limit per address counts any more. */
const isWholeWorld = (proxy: string): boolean => /^(\*|true)$/i.test(proxy) || /\/0+$/.test(proxy)

type Check = (settings: Settings) => boolean | undefined

const CHECKS: readonly (readonly [Check, string])[] = [
  [s => !s.RAZAO_SECRET, 'Em produção, defina RAZAO_SECRET com ao menos 32 caracteres.'],
  [s => isGuessed(s.RAZAO_SECRET ?? ''), 'RAZAO_SECRET é previsível demais: gere um com `openssl rand -hex 32`.'],
  [
    s => !s.SMTP_URL && !s.SMS_URL,
    'Em produção, defina SMTP_URL e MAIL_FROM, ou SMS_URL e SMS_TOKEN: sem um canal, ninguém recebe o código de acesso.',
  ],
  [s => s.SMS_URL?.startsWith('http:'), 'Em produção, SMS_URL precisa começar com https.'],
  [s => s.RAZAO_DEMO === 'on', 'A senha da demonstração é pública: em produção, retire RAZAO_DEMO ou deixe em off.'],
  [
    s => s.RAZAO_WEBHOOKS === 'inside',
    'RAZAO_WEBHOOKS=inside deixa que um webhook alcance esta máquina e a rede dela: em produção, deixe em public.',
  ],
  [
    s => s.RAZAO_PIX === 'inside',
    'RAZAO_PIX=inside deixa que o Pix de uma empresa alcance esta máquina e a rede dela: em produção, deixe em public.',
  ],
  [s => s.NODE_TLS_REJECT_UNAUTHORIZED === '0', 'NODE_TLS_REJECT_UNAUTHORIZED=0 acredita em qualquer servidor: em produção, retire-o.'],
  [
    s => s.PUBLIC_URL !== undefined && isClear(s.PUBLIC_URL),
    'Em produção, PUBLIC_URL precisa começar com https: senhas e códigos passariam abertos.',
  ],
  [s => parts(s.RAZAO_ORIGINS).some(isClear), 'Em produção, os endereços de RAZAO_ORIGINS precisam começar com https.'],
  [
    s => parts(s.TRUST_PROXY).some(isWholeWorld),
    'TRUST_PROXY acredita em qualquer um sobre o endereço de quem chama: em produção, diga só os endereços dos proxies.',
  ],
  [
    s => s.RAZAO_BACKUP_KEY !== undefined && (s.RAZAO_BACKUP_KEY.length < SHORTEST_BACKUP_KEY || isGuessed(s.RAZAO_BACKUP_KEY)),
    'RAZAO_BACKUP_KEY é previsível demais: gere uma com `openssl rand -hex 32`.',
  ],
  [
    s => s.RAZAO_METRICS_TOKEN !== undefined && isGuessed(s.RAZAO_METRICS_TOKEN),
    'RAZAO_METRICS_TOKEN é previsível demais: gere um com `openssl rand -hex 32`.',
  ],
  [
    ({ RAZAO_SECRET: secret, RAZAO_BACKUP_KEY: key, RAZAO_METRICS_TOKEN: token }) =>
      secret === key || secret === token || (!!key && key === token),
    'RAZAO_SECRET, RAZAO_BACKUP_KEY e RAZAO_METRICS_TOKEN precisam ser diferentes: quem tem um não pode ter os outros.',
  ],
]

/** The pt-BR sentence about the first of them; undefined when there is none. Addresses are known to be addresses. */
export const unsafeIn = (settings: Settings): string | undefined => CHECKS.find(([check]) => check(settings))?.[1]
