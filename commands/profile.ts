// What a person can do with their own sessions and preferences, and with the registration data of the company.
import { auth, preferences } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { legalEntities } from '#contract/registry.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { onScreen } from './kit/form.ts'
import { ANY_LAYER, WITH_FORMS } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

export const profileCommands = [
  defineCommand({
    id: 'profile.update',
    title: 'Alterar os seus dados',
    icon: 'pencil',
    takes: 'none',
    words: ['nome', 'e-mail', 'telefone', 'perfil'],
    when: { company: true, layer: WITH_FORMS },
    calls: [auth.updateProfile],
    input: auth.updateProfile.spec.body,
    asks: onScreen(target => pathTo('profile', { companyId: companyIn(target).id })),
    async run(ports, _, body) {
      const { data } = await ports.call(auth.updateProfile, { body })
      ports.ui.do('session.profile', data)
      return { say: 'Perfil alterado' }
    },
  }),
  defineCommand({
    id: 'profile.password',
    title: 'Trocar a senha',
    icon: 'lock',
    takes: 'none',
    words: ['segurança', 'acesso', 'nova senha', 'esqueci a senha'],
    when: { company: true, layer: WITH_FORMS },
    calls: [auth.changePassword],
    input: auth.changePassword.spec.body,
    asks: onScreen(target => pathTo('profile', { companyId: companyIn(target).id })),
    async run(ports, _, body) {
      await ports.call(auth.changePassword, { body })
      return { say: 'Senha trocada. As outras sessões foram encerradas.' }
    },
  }),
  defineCommand({
    id: 'company.update',
    title: 'Alterar os dados da empresa',
    icon: 'pencil',
    takes: 'none',
    words: ['razão social', 'regime tributário', 'aprovação de contas'],
    when: { company: true, layer: WITH_FORMS },
    calls: [companies.update],
    input: companies.update.spec.body,
    asks: onScreen(target => pathTo('settings', { companyId: companyIn(target).id }), { alone: false }),
    async run(ports, target, body) {
      const reply = await ports.call(companies.update, { params: { c: companyIn(target).id }, body })
      return wrote(reply, 'Dados da empresa alterados')
    },
  }),
  defineCommand({
    id: 'session.revoke',
    title: 'Encerrar sessão',
    short: 'encerrar',
    icon: 'log-out',
    destroys: true,
    of: 'session',
    takes: 'some',
    words: ['dispositivo', 'aparelho', 'sair de outro'],
    when: { area: 'profile', layer: WITH_FORMS },
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
    id: 'preference.keep',
    title: 'Guardar uma preferência',
    takes: 'none',
    unlisted: true,
    when: { layer: ANY_LAYER },
    calls: [preferences.set],
    input: preferences.set.spec.body,
    // It is kept on this device anyway; what did not arrive the next page sends.
    async run(ports, _, body) {
      const sent = await ports.call(preferences.set, { body }).catch(() => undefined)
      return sent && { made: sent.data }
    },
  }),
  defineCommand({
    id: 'form.enter-advances',
    title: 'Enter avança campo: ligar ou desligar',
    icon: 'keyboard',
    takes: 'none',
    words: ['preferência', 'formulário', 'tecla enter'],
    when: { layer: WITH_FORMS },
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
    places: ['settings.bar'],
    hint: 'dados do cadastro público, para conferir antes de salvar',
    words: ['receita', 'cadastro', 'consultar CNPJ'],
    when: { screen: 'settings', company: true, layer: WITH_FORMS },
    calls: [companies.profile, companies.update, legalEntities.registrationData],
    async run(ports, target) {
      const { data: company } = await ports.call(companies.profile, { params: { c: companyIn(target).id } })
      const { data } = await ports.call(legalEntities.registrationData, { params: { doc: company.document_number } })
      ports.ui.do('company.fill', data)
    },
  }),
]
