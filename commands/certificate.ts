// What a person can do with the company's digital certificate: send it, delete it, book the issue of another.
import { certificateAppointments } from '#contract/certificate-appointments.ts'
import { certificates } from '#contract/certificates.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'

const here: Clause = { area: 'certificate', company: true }

export const certificateCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'certificate.upload',
    title: 'Enviar certificado',
    short: 'enviar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['certificate.page'],
    words: ['a1', 'pfx', 'p12', 'substituir', 'e-cnpj'],
    when: here,
    calls: [certificates.create],
    run: async ports => {
      ports.ui.do('certificate.form')
    },
  }),
  defineCommand({
    id: 'certificate.delete',
    title: 'Apagar certificado',
    short: 'apagar',
    icon: 'trash',
    takes: 'none',
    places: ['certificate.page'],
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
    places: ['certificate.page', 'certificate.empty'],
    words: ['agendamento', 'comprar certificado', 'renovar', 'videoconferência'],
    when: here,
    calls: [certificateAppointments.create],
    run: async ports => {
      ports.ui.do('appointment.form')
    },
  }),
]
