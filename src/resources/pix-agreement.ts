// A bank at which the company receives by Pix: one that speaks the Banco Central's API Pix.
import { type PixAgreement, PixAgreementFields, pixAgreements } from '#contract/pix-agreements.ts'
import { formatMoment } from '#domain/days.ts'
import { labels } from '#domain/open-table.ts'
import { choice, instant, ref, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

const STATUS_LABELS = labels<PixAgreement['status']>({
  WAITING_CREDENTIALS: 'Faltam as credenciais',
  UNTRIED: 'Ainda não experimentado',
  WORKING: 'Funcionando',
  DENIED: 'O banco recusou as credenciais',
  SCOPE_MISSING: 'Faltam permissões no banco',
  SILENT: 'O banco não respondeu',
  UNREADABLE: 'Credenciais ilegíveis',
})

const LOOKS = {
  WAITING_CREDENTIALS: { tone: 'warning', icon: 'circle-dashed' },
  UNTRIED: { tone: 'info', icon: 'clock-3' },
  WORKING: { tone: 'ok', icon: 'circle-check' },
  DENIED: { tone: 'danger', icon: 'triangle-alert' },
  SCOPE_MISSING: { tone: 'danger', icon: 'triangle-alert' },
  SILENT: { tone: 'warning', icon: 'triangle-alert' },
  UNREADABLE: { tone: 'danger', icon: 'triangle-alert' },
} as const

/** What a person can do about it. */
const ADVICE: Partial<Record<PixAgreement['status'], string>> = {
  WAITING_CREDENTIALS: 'Envie o client id, o client secret e o certificado que o banco deu para a API Pix.',
  DENIED: 'Confira no portal do banco o client id, o client secret e o certificado, e envie de novo.',
  SCOPE_MISSING: 'No portal do banco, dê à aplicação as permissões cob, cobv, pix e webhook, de leitura e escrita.',
  SILENT: 'Consultamos de novo dentro de uma hora. Confira os endereços se isso continuar.',
  UNREADABLE: 'A chave deste servidor mudou e ele não abre mais o que foi guardado: envie as credenciais de novo.',
}

export const pixAgreement = defineResource(pixAgreements, PixAgreementFields, {
  ...names.pixAgreement,
  fields: {
    name: text('Conta', { column: { least: 200 }, search: true }),
    bank_account_id: ref<string>('Conta que recebe', 'account', { missing: 'Escolha a conta' }),
    environment: choice(
      'Ambiente',
      { TEST: 'Teste (homologação)', PRODUCTION: 'Produção' },
      { start: 'PRODUCTION', column: { width: 148, leaves: 3 } },
    ),
    pix_key: text('Chave Pix', { help: 'Uma chave da conta, já cadastrada no banco', search: true, column: { width: 240, leaves: 2 } }),
    base_url: text('Endereço da API Pix', { help: 'Do portal do banco: https://…/api/v2 ou parecido' }),
    token_url: text('Endereço do token', { help: 'Do mesmo portal: https://…/oauth/token ou parecido' }),
    certificate_valid_to: instant<string | null>('Certificado vale até', { none: 'sem certificado' }),
    answered_at: instant<string | null>('Última resposta', { none: 'nenhuma', column: { width: 132, leaves: 1 } }),
  },
  told: {
    app: told<PixAgreement>('Client id', ({ client_id }) => client_id ?? 'sem credenciais'),
    state: told<PixAgreement>('Situação', ({ status }) => STATUS_LABELS[status], {
      column: { width: 240, groups: true },
      look: ({ status }) => LOOKS[status],
    }),
  },
  columns: ['name', 'state', 'environment', 'pix_key', 'answered_at'],
  form: [['bank_account_id', 'environment'], ['pix_key'], ['base_url'], ['token_url']],
  title: 'name',
  lead: ({ status, answered_at }) => ADVICE[status] ?? (answered_at ? `O banco respondeu em ${formatMoment(answered_at)}.` : ''),
  drawer: {
    'No banco': ['state', 'environment', 'pix_key', 'answered_at'],
    Acesso: ['base_url', 'token_url', 'app', 'certificate_valid_to'],
  },
  card: [['state'], ['environment'], ['pix_key']],
  placeholder: 'Filtrar por conta ou chave',
  about: 'Se o seu banco oferece cobrança por Pix (a API Pix), o que os clientes pagam cai direto na conta que a empresa tem nele.',
  stays: 'As credenciais saem do Razão; no banco, nada muda.',
})
