// What a customer is handed: the form that asks for the address, the question that shows it, and a link for the clipboard.
import { z } from 'zod'
import { Email } from '#contract/kit/fields.ts'
import { formatInstant } from '#domain/days.ts'
import type { Confirmation, Outcome } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'

export const SendInput = z.object({ email: Email })
export type Sending = z.output<typeof SendInput>

export const askAddress = (title: string) => form('send-by-email', { title, submit: 'Enviar' })

/** What leaves the house shows where it goes. */
export const beforeMail = (what: readonly [string, string], { email }: Sending): Confirmation => ({
  title: 'Enviar este e-mail?',
  body: 'Quem o recebe abre o documento por um link, sem entrar no sistema.',
  action: 'Enviar e-mail',
  facts: [['Para', email], what],
})

export function copyLink(ports: Ports, { url, expires_at }: { url: string; expires_at: string }): Outcome {
  ports.ui.do('link.copy', url)
  return { say: 'Link copiado', detail: `Abre sem senha até ${formatInstant(expires_at)}.` }
}
