// E-mail by SMTP. One connection per message, within hard time-outs; TLS is required unless the server is this machine's own.
import { createTransport } from 'nodemailer'
import { BRAND_NAMES } from '#domain/brands.ts'
import { mailBody } from './mail-body.ts'
import { NotDelivered, type Transport } from './transport.ts'

export interface SmtpSettings {
  /** 'smtps://user:password@host:465' or 'smtp://…:587'; `?ignoreTLS=true` for a relay of one's own network that has none. */
  url: string
  /** The address messages come from; the name beside it is the brand's. */
  from: string
}

const TIMEOUT_MS = 10_000
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export function smtpTransport({ url, from }: SmtpSettings): Transport {
  const { hostname, searchParams } = new URL(url)
  const mailer = createTransport({
    url,
    requireTLS: !LOOPBACK.test(hostname) && searchParams.get('ignoreTLS') !== 'true',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    async deliver(message) {
      await mailer
        .sendMail({
          messageId: `<${message.id}@${domain}>`,
          from: { name: BRAND_NAMES[message.brand], address: from },
          to: message.to,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...mailBody(message),
        })
        .catch(error => {
          throw notDelivered(error)
        })
    },
  }
}

/** The server's own words may repeat the address: only the codes are kept. Refused for good is a 5xx about the envelope or the message. */
function notDelivered({ code, responseCode }: { code?: string; responseCode?: number }): NotDelivered {
  const isFinal = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return new NotDelivered([code ?? 'ESMTP', responseCode].filter(part => part !== undefined).join(' '), isFinal)
}
