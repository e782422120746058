// What a person can do with the company's digital certificate: send it, delete it, book the issue of another.
import { z } from 'zod'
import { AppointmentFields as AppointmentInput, certificateAppointments } from '#contract/certificate-appointments.ts'
import { certificates } from '#contract/certificates.ts'
import { momentIn } from '#domain/moments.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { besideCertificate, besideField, refusalId } from './kit/done-in-part.ts'
import { form } from './kit/form.ts'
import { type Clause, IN_COMPANY, WITH_FORMS } from './kit/when.ts'

const here: Clause = { area: 'certificate', company: true }

export const CertificateInput = z.object({
  file: z.file({ error: 'Escolha o arquivo do certificado' }),
  password: z.string().max(200, 'Até 200 caracteres'),
})

export const certificateCommands = [
  defineCommand({
    id: 'certificate.upload',
    title: 'Enviar certificado',
    short: 'enviar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    words: ['a1', 'pfx', 'p12', 'substituir', 'e-cnpj'],
    keysIn: 'certificate',
    when: { company: true, layer: WITH_FORMS },
    calls: [certificates.get, certificates.create],
    input: CertificateInput,
    asks: form('certificate', {
      title: 'Enviar certificado',
      submit: 'Enviar',
      lead: () => 'O certificado A1 da empresa: o arquivo .pfx ou .p12 que a certificadora entregou, e a senha escolhida na emissão.',
    }),
    async run(ports, target, input) {
      const params = { c: companyIn(target).id }
      const { data: before } = await ports.call(certificates.get, { params })
      try {
        await ports.call(certificates.create, { params, form: input })
        return { say: before === null ? 'Certificado digital enviado' : 'Certificado digital substituído' }
      } catch (error) {
        throw besideCertificate(error)
      }
    },
  }),
  defineCommand({
    id: 'certificate.delete',
    title: 'Apagar certificado',
    short: 'apagar',
    icon: 'trash',
    destroys: true,
    takes: 'none',
    words: ['excluir', 'remover'],
    when: here,
    calls: [certificates.get, certificates.delete],
    async run(ports, target) {
      const params = { c: companyIn(target).id }
      const { data: certificate } = await ports.call(certificates.get, { params })
      if (certificate === null) return { say: 'Não há certificado para apagar' }
      const sure = await ports.ask.confirm({
        title: 'Apagar o certificado?',
        body: `A chave de ${certificate.name} sai do sistema e nenhuma nota é emitida até enviar outra. Não dá para desfazer.`,
        action: 'Apagar certificado',
        danger: true,
      })
      if (!sure) return undefined
      await ports.call(certificates.delete, { params })
      return { say: 'Certificado digital apagado' }
    },
  }),
  defineCommand({
    id: 'appointment.create',
    title: 'Agendar emissão',
    short: 'agendar',
    icon: 'calendar',
    takes: 'none',
    keys: ['n'],
    places: ['certificate.empty'],
    words: ['agendamento', 'comprar certificado', 'renovar', 'videoconferência'],
    keysIn: 'certificate',
    when: IN_COMPANY,
    calls: [certificateAppointments.create],
    input: AppointmentInput,
    asks: form('appointment', { title: 'Agendar emissão', submit: 'Agendar' }),
    async run(ports, target, input) {
      try {
        const { data } = await ports.call(certificateAppointments.create, { body: { ...input, company_id: companyIn(target).id } })
        ports.ui.do('focus.record', data.id)
        return { say: `${data.product_name} agendado para ${momentIn(data.scheduled_at, data.time_zone)}` }
      } catch (error) {
        // The time was taken meanwhile: another one is chosen.
        if (error instanceof Error && refusalId(error) === 'conflict.already_exists') throw besideField(error, 'scheduled_at')
        throw error
      }
    },
  }),
]
