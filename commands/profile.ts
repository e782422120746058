// What a person can do with their own sessions and preferences, and with the registration data of the company.
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { legalEntities } from '#contract/registry.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import { CALM_LAYERS } from './kit/when.ts'

export const profileCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'session.revoke',
    title: 'Encerrar sessão',
    short: 'encerrar',
    icon: 'log-out',
    of: 'session',
    takes: 'some',
    places: ['session.row'],
    words: ['dispositivo', 'aparelho', 'sair de outro'],
    when: { area: 'profile', layer: [...CALM_LAYERS, 'form'] },
    calls: [auth.revokeSession],
    except: session => (session.current ? ['a sessão desta página', 'as sessões desta página'] : undefined),
    confirm: ({ count, records: [session] }) => ({
      title: count === 1 && session ? `Encerrar a sessão em ${session.device}?` : `Encerrar ${count} sessões?`,
      body: 'Para voltar a entrar ali, serão precisos a senha e um código.',
      action: 'Encerrar',
      danger: true,
    }),
    async run(ports, target) {
      for (const id of target.ids) await ports.call(auth.revokeSession, { params: { id } })
      return { say: target.count === 1 ? 'Sessão encerrada' : `${target.count} sessões encerradas` }
    },
  }),
  defineCommand({
    id: 'form.enter-advances',
    title: 'Enter avança campo: ligar ou desligar',
    icon: 'keyboard',
    takes: 'none',
    words: ['preferência', 'formulário', 'tecla enter'],
    when: { layer: [...CALM_LAYERS, 'form'] },
    run: async ports => {
      ports.ui.do('form.enter-advances')
    },
  }),
  defineCommand({
    id: 'company.look-up',
    title: 'Preencher pelo CNPJ',
    short: 'preencher pelo CNPJ',
    icon: 'refresh',
    takes: 'none',
    places: ['settings.page'],
    hint: 'dados do cadastro público, para conferir antes de salvar',
    words: ['receita', 'cadastro', 'consultar CNPJ'],
    when: { screen: 'settings', company: true, layer: [...CALM_LAYERS, 'form'] },
    calls: [companies.profile, companies.update, legalEntities.registrationData],
    async run(ports, target) {
      const { data: company } = await ports.call(companies.profile, { params: { c: companyIn(target).id } })
      const { data } = await ports.call(legalEntities.registrationData, { params: { doc: company.document_number } })
      ports.ui.do('company.fill', data)
    },
  }),
]
