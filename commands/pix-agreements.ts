// What a person can do with Pix at the company's own banks: register one, give it credentials, ask whether it answers.
import { z } from 'zod'
import { type PixAgreement, pixAgreements } from '#contract/pix-agreements.ts'
import { pixAgreement } from '#resources/pix-agreement.ts'
import { companyIn, defineCommand, type Target } from './kit/command.ts'
import { besideCertificate } from './kit/done-in-part.ts'
import { form } from './kit/form.ts'
import type { Clause } from './kit/when.ts'
import { registerCommands } from './register.ts'

declare module './kit/command.ts' {
  interface Records {
    pix_agreement: PixAgreement
  }
}

const here: Clause = { area: 'pix_agreements', company: true }
const ofAgreements = registerCommands(pixAgreement)

const paramsOf = (target: Target<'pix_agreement', 'one'>) => ({ c: companyIn(target).id, id: target.records[0].id })

export const PixCredentialsInput = pixAgreements.credentials.spec.form.extend({
  password: z.string().max(200, 'Até 200 caracteres'),
  file: z.file({ error: 'Escolha o arquivo do certificado' }),
})

export const pixAgreementCommands = [
  ofAgreements.create({ words: ['api pix', 'banco central', 'receber por pix', 'cobrança pix'] }),
  ofAgreements.edit(),
  ofAgreements.delete(),
  defineCommand({
    id: 'pix_agreement.credentials',
    title: 'Enviar credenciais do banco',
    short: 'credenciais',
    icon: 'key-round',
    of: 'pix_agreement',
    takes: 'one',
    keys: ['c'],
    places: ['pix_agreements.drawer', 'pix_agreements.toolbar'],
    words: ['client id', 'client secret', 'certificado', 'pfx', 'senha'],
    when: here,
    calls: [pixAgreements.credentials],
    input: PixCredentialsInput,
    asks: form('pix-credentials', {
      title: 'Enviar credenciais do banco',
      submit: 'Enviar',
      lead: () => 'O que o portal do banco deu à aplicação da empresa. Fica guardado cifrado e não volta a ser mostrado.',
    }),
    async run(ports, target, input) {
      try {
        await ports.call(pixAgreements.credentials, { params: paramsOf(target), form: input })
        return { say: 'Credenciais guardadas', detail: 'O banco está sendo consultado: a situação aparece em instantes.' }
      } catch (error) {
        throw besideCertificate(error)
      }
    },
  }),
  defineCommand({
    id: 'pix_agreement.test',
    title: 'Testar conexão com o banco',
    short: 'testar',
    icon: 'refresh',
    of: 'pix_agreement',
    takes: 'one',
    keys: ['t'],
    places: ['pix_agreements.drawer', 'pix_agreements.toolbar'],
    words: ['experimentar', 'consultar banco', 'funciona'],
    when: here,
    calls: [pixAgreements.test],
    refuse: ({ records: [{ status }] }) => (status === 'WAITING_CREDENTIALS' ? 'faltam as credenciais' : undefined),
    async run(ports, target) {
      await ports.call(pixAgreements.test, { params: paramsOf(target) })
      return { say: 'Consultando o banco', detail: 'A situação aparece em instantes.' }
    },
  }),
]
