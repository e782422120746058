// The e-mail of a message: a subject, the plain text, and the same as simple HTML under the brand's name.
import { BRAND_NAMES } from '#domain/brands.ts'
import { escapeHtml } from '#server/base/html.ts'
import type { Outgoing } from './transport.ts'

export interface MailBody {
  subject: string
  text: string
  html: string
}

const FOOTER = 'Você recebeu este e-mail porque alguém informou este endereço. Se não foi você, ignore-o. Não responda a esta mensagem.'

export function mailBody({ brand, subject, code, text }: Outgoing): MailBody {
  const name = BRAND_NAMES[brand]
  const big = code === null ? '' : `<p style="font-size:28px;font-weight:600;letter-spacing:4px;margin:24px 0">${escapeHtml(code)}</p>`
  return {
    subject: `${subject} · ${name}`,
    text: `${text}\n\n${name}\n${FOOTER}\n`,
    html: `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><body style="margin:0;padding:32px;background:#ffffff;color:#1a2230;font:16px/1.5 system-ui,sans-serif">
<p style="font-weight:600;margin:0 0 16px">${escapeHtml(name)}</p><p style="margin:0">${escapeHtml(text)}</p>${big}
<p style="margin:32px 0 0;font-size:13px;color:#5a6577">${escapeHtml(FOOTER)}</p></body></html>`,
  }
}
