// What the LGPD owes a person: a copy of their data, their erasure, and whose data somebody read.
import { type KeptData, personalData, type READ_PEOPLE } from '#contract/personal-data.ts'
import { formatInstant } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { csvOf } from '#domain/sheets.ts'
import { counted } from '#domain/text.ts'
import { type CompanyRef, companyIn, defineCommand, type Outcome } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { WITH_FORMS } from './kit/when.ts'
import { type CompanyScreen, pathTo } from './screens.ts'

const EXPORT = {
  title: 'Exportar dados da pessoa',
  short: 'exportar',
  icon: 'download',
  takes: 'one',
  words: ['lgpd', 'titular', 'privacidade', 'cópia', 'portabilidade'],
} as const

const ERASE = {
  title: 'Anonimizar pessoa',
  short: 'anonimizar',
  icon: 'eye-off',
  destroys: true,
  takes: 'one',
  words: ['lgpd', 'titular', 'privacidade', 'apagar dados', 'esquecer'],
} as const

const confirmErasure = (name: string, also: string) => ({
  title: `Anonimizar ${name}?`,
  body: `Nome, documento, e-mail, telefone e o que mais identifica a pessoa${also} somem dos cadastros, dos textos e do histórico, e não voltam: isto não pode ser desfeito. Lançamentos, notas fiscais e pagamentos ficam pelo prazo da lei.`,
  action: 'Anonimizar',
  danger: true,
})

/** What is handed to the person who asked. */
const ANSWER = 'Resposta ao titular dos dados.txt'
const answerTo = (name: string, company: CompanyRef, kept: readonly KeptData[]): string =>
  [
    `${company.name} anonimizou os dados de ${name}, como pede a Lei 13.709/2018 (LGPD), art. 18.`,
    '',
    kept.length === 0 ? 'Nenhum registro precisou ser mantido.' : 'Por obrigação legal (art. 16, I), ficam guardados:',
    ...kept.map(({ what, count, why }) => `- ${what}: ${counted(count, ['registro', 'registros'])} — ${why}`),
    '',
    'Cópias de segurança feitas antes são substituídas pelas novas e não são usadas para outro fim.',
    '',
  ].join('\n')

function erased(ports: Ports, name: string, company: CompanyRef, kept: readonly KeptData[], to: CompanyScreen): Outcome {
  ports.ui.do('file.save', { file: new Blob([answerTo(name, company, kept)], { type: 'text/plain' }), name: ANSWER })
  const total = kept.reduce((sum, { count }) => sum + count, 0)
  return {
    say: 'Pessoa anonimizada',
    detail:
      total === 0
        ? 'Nada precisou ficar. A resposta à pessoa foi baixada.'
        : `${counted(total, ['registro fica', 'registros ficam'])} por lei: a resposta à pessoa, que foi baixada, diz quais e por quê.`,
    warns: true,
    go: pathTo(to, { companyId: company.id }),
  }
}

const KIND_NAMES: Readonly<Record<(typeof READ_PEOPLE)[number], string>> = {
  CONTACT: 'Contato',
  ASSOCIATE: 'Sócio',
  DEPENDENT: 'Dependente',
  USER: 'Usuário',
}
const READS_HEADER = ['Tipo', 'Nome', 'CPF', 'Como', 'Primeira leitura', 'Última leitura']

export const personalDataCommands = [
  defineCommand({
    id: 'profile.copy',
    title: 'Baixar meus dados',
    icon: 'download',
    takes: 'none',
    words: ['lgpd', 'privacidade', 'cópia', 'portabilidade', 'exportar'],
    when: { layer: WITH_FORMS },
    calls: [personalData.mine],
    async run(ports) {
      const { data } = await ports.call(personalData.mine)
      ports.ui.do('file.save', { file: data as Blob, name: 'Meus dados.json' })
      return { say: 'Seus dados foram baixados' }
    },
  }),
  defineCommand({
    ...EXPORT,
    id: 'contact.copy-data',
    of: 'contact',
    places: ['contacts.facts'],
    when: { area: 'contacts', company: true },
    calls: [personalData.ofContact],
    async run(ports, target) {
      const [{ id, name }] = target.records
      const { data } = await ports.call(personalData.ofContact, { params: { c: companyIn(target).id, id } })
      ports.ui.do('file.save', { file: data as Blob, name: `Dados de ${name}.json` })
    },
  }),
  defineCommand({
    ...ERASE,
    id: 'contact.anonymize',
    of: 'contact',
    places: ['contacts.drawer/danger'],
    when: { area: 'contacts', company: true },
    calls: [personalData.eraseContact],
    refuse: ({ records: [contact] }) =>
      contact.document_number?.length === 14 ? 'só se anonimiza uma pessoa: este contato é uma empresa' : undefined,
    confirm: ({ records: [{ name }] }) => confirmErasure(name, ''),
    async run(ports, target) {
      const company = companyIn(target)
      const [{ id, name }] = target.records
      const { data } = await ports.call(personalData.eraseContact, { params: { c: company.id, id } })
      return erased(ports, name, company, data.kept, 'contacts')
    },
  }),
  defineCommand({
    ...EXPORT,
    id: 'associate.copy-data',
    of: 'associate',
    places: ['associates.facts'],
    when: { area: 'associates', company: true },
    calls: [personalData.ofAssociate],
    async run(ports, target) {
      const [{ id, name }] = target.records
      const { data } = await ports.call(personalData.ofAssociate, { params: { c: companyIn(target).id, id } })
      ports.ui.do('file.save', { file: data as Blob, name: `Dados de ${name}.json` })
    },
  }),
  defineCommand({
    ...ERASE,
    id: 'associate.anonymize',
    of: 'associate',
    places: ['associates.drawer/danger'],
    when: { area: 'associates', company: true },
    calls: [personalData.eraseAssociate],
    confirm: ({ records: [{ name }] }) => confirmErasure(name, ', e os seus dependentes,'),
    async run(ports, target) {
      const company = companyIn(target)
      const [{ id, name }] = target.records
      const { data } = await ports.call(personalData.eraseAssociate, { params: { c: company.id, id } })
      return erased(ports, name, company, data.kept, 'associates')
    },
  }),
  defineCommand({
    id: 'user.reads',
    title: 'Dados pessoais que leu',
    short: 'dados que leu',
    icon: 'eye',
    of: 'user',
    takes: 'one',
    places: ['user.row'],
    hint: 'de quem são, para avisar de um incidente',
    words: ['lgpd', 'incidente', 'vazamento', 'acessos', 'leituras'],
    when: { area: 'users', company: true },
    calls: [personalData.reads],
    refuse: ({ records: [user] }) => (user.accepted_at === null ? 'ainda não entrou: é um convite' : undefined),
    async run(ports, target) {
      const [user] = target.records
      const { data } = await ports.call(personalData.reads, { params: { c: companyIn(target).id, userId: user.id } })
      const rows = data.map(person => [
        KIND_NAMES[person.kind],
        person.name ?? '',
        person.document_number ? formatDocument(person.document_number) : '',
        person.how === 'RECORD' ? 'abriu o registro' : 'estava em uma lista',
        formatInstant(person.first_at),
        formatInstant(person.last_at),
      ])
      const cells = rows.map(row => row.map(text => ({ text })))
      ports.ui.do('file.save', {
        file: new Blob([csvOf(READS_HEADER, cells)], { type: 'text/csv' }),
        name: `Dados lidos por ${user.name ?? 'usuário'}.csv`,
      })
      return { say: `${counted(data.length, ['pessoa', 'pessoas'])} na planilha` }
    },
  }),
] as const
