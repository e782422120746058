// What a person can do with API keys: create one, whose secret is shown once, and revoke.
import { apiKeys } from '#contract/api-keys.ts'
import { defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'api_keys' }

export const apiKeyCommands = [
  defineCommand({
    id: 'api-key.create',
    title: 'Nova chave de API',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['api_keys.page', 'api_keys.empty'],
    words: ['integração', 'token', 'criar'],
    keysIn: 'api_keys',
    when: IN_COMPANY,
    calls: [apiKeys.create],
    input: apiKeys.create.spec.body,
    asks: form('api-key', {
      title: 'Nova chave de API',
      submit: 'Criar chave',
    }),
    async run(ports, _, body) {
      const { id, name, key } = (await ports.call(apiKeys.create, { body })).data
      return { focus: id, secret: { title: `Chave “${name}” criada`, value: key } }
    },
  }),
  defineCommand({
    id: 'api-key.delete',
    title: 'Revogar chave',
    short: 'revogar',
    icon: 'trash',
    destroys: true,
    of: 'api_key',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['api_keys.toolbar', 'api_key.drawer'],
    words: ['excluir', 'apagar', 'remover'],
    when: here,
    calls: [apiKeys.delete],
    confirm: target => {
      const [key] = target.records
      return {
        title: target.count === 1 && key ? `Revogar “${key.name}”?` : `Revogar ${target.count} chaves?`,
        body: 'A próxima chamada feita com ela já é recusada. Uma chave revogada não volta.',
        action: 'Revogar',
        danger: true,
      }
    },
    async run(ports, target) {
      const written = await eachOne(ports, 'Revogando', target, id => ports.call(apiKeys.delete, { query: { id } }))
      ports.ui.do('drawer.close')
      return outcomeOf(target, written, count => (count === 1 ? 'Chave revogada' : `${count} chaves revogadas`))
    },
  }),
]
