// What a person can do with the digital account: open it, go to what it pays and receives by, its keys, limits and receipts.

import { z } from 'zod'
import { contacts } from '#contract/contacts.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { Id } from '#contract/kit/fields.ts'
import { boleto } from '#contract/payments.ts'
import { pix } from '#contract/pix.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { receiptName } from '#domain/payments/receipt-name.ts'
import { type AnyTarget, companyIn, defineCommand } from './kit/command.ts'
import { form, onScreen } from './kit/form.ts'
import type { Chord } from './kit/keys.ts'
import { IN_COMPANY, WITH_FORMS } from './kit/when.ts'
import { sendOnce } from './paying.ts'
import { type CompanyScreen, pathTo } from './screens.ts'

const home = { screen: 'wallet', company: true } as const
const onKeys = { screen: 'wallet.keys', company: true } as const

/** A page of the account's that pays or receives, reached from anywhere in a company. */
const way = (screen: CompanyScreen, key: Chord) =>
  ({
    takes: 'none',
    keys: [key],
    keysIn: home,
    when: IN_COMPANY,
    asks: onScreen(target => pathTo(screen, { companyId: companyIn(target).id })),
  }) as const

/** Where it goes by bank, branch and account may be kept in a contact; the holder where that is somebody else. */
const PixInput = pix.send.spec.body.extend({
  keep: z.object({ contact_id: Id, holder: z.object({ document_number: z.string(), name: z.string() }).nullable() }).optional(),
})
type PixInput = z.output<typeof PixInput>

function keptIn({ holder }: NonNullable<PixInput['keep']>, to: NonNullable<PixInput['bank_account']>) {
  const { routing_number, branch_number, account_number, account_type } = to
  const holds = { holder_document_number: holder?.document_number ?? null, holder_name: holder?.name ?? null }
  return { bank_account: { routing_number, branch_number, account_number, account_type, ...holds } }
}

const active = (target: { readonly records: readonly [{ status: string }] }): string | undefined =>
  target.records[0].status === 'ACTIVE' ? undefined : 'a chave não está ativa'

/** Nothing is asked that this bank would refuse. */
const keysElsewhere = ({ company }: Pick<AnyTarget, 'company'>): string | undefined =>
  company?.keys_at && `as chaves desta conta ficam no site do ${company.keys_at}`

export const walletCommands = [
  defineCommand({
    ...way('wallet.pix', 'p'),
    id: 'wallet.pix',
    title: 'Fazer um Pix',
    short: 'Pix',
    icon: 'send',
    words: ['transferir', 'enviar', 'mandar pix', 'pix para fornecedor'],
    calls: [pix.send],
    may: [contacts.update],
    input: PixInput,
    async run(ports, target, { keep, ...body }) {
      const params = { c: companyIn(target).id }
      // First: what is wrong with them is said before any money goes.
      if (keep && body.bank_account)
        await ports.call(contacts.update, { params: { id: keep.contact_id }, body: keptIn(keep, body.bank_account) })
      const reply = await sendOnce(ports.ask, again => ports.call(pix.send, { params, body: { ...body, ...again } }))
      return reply && { made: reply.data }
    },
  }),
  defineCommand({
    ...way('wallet.boleto', 'b'),
    id: 'wallet.boleto',
    title: 'Pagar um boleto',
    short: 'boleto',
    icon: 'barcode',
    words: ['guia', 'conta de consumo', 'código de barras', 'linha digitável', 'conta de luz', 'conta de água', 'conta de telefone'],
    calls: [boleto.pay],
    input: boleto.pay.spec.body,
    async run(ports, _, body) {
      const reply = await sendOnce(ports.ask, again => ports.call(boleto.pay, { body: { ...body, ...again } }))
      return reply && { made: reply.data }
    },
  }),
  defineCommand({
    ...way('wallet.receive', 'r'),
    id: 'wallet.receive',
    title: 'Receber com QR Code',
    short: 'receber',
    icon: 'qr-code',
    words: ['cobrar', 'pix'],
    calls: [pix.makeCode],
    input: pix.makeCode.spec.body,
    async run(ports, _, body) {
      return { made: (await ports.call(pix.makeCode, { body })).data }
    },
  }),
  defineCommand({
    id: 'wallet.open',
    title: 'Abrir conta digital',
    short: 'abrir conta',
    icon: 'wallet',
    takes: 'none',
    keys: ['n'],
    words: ['criar conta'],
    keysIn: home,
    when: { company: true, layer: WITH_FORMS },
    calls: [digitalAccounts.open],
    confirm: target => ({
      title: 'Abrir a conta digital?',
      body: `A conta fica em nome de ${companyIn(target).name}. O banco costuma responder em instantes.`,
      action: 'Abrir conta digital',
    }),
    async run(ports, target) {
      await ports.call(digitalAccounts.open, { body: { company_id: companyIn(target).id } })
      return { say: 'Conta digital pedida ao banco' }
    },
  }),
  defineCommand({
    id: 'wallet.limit',
    title: 'Mudar limite de pagamento',
    short: 'limites',
    icon: 'sliders',
    takes: 'none',
    keys: ['l'],
    words: ['noturno', 'diurno', 'teto'],
    hint: 'diminuir vale na hora; aumentar espera 24 horas',
    when: home,
    calls: [digitalAccounts.setLimit],
    asks: [
      {
        name: 'period',
        kind: 'choice',
        title: 'Período',
        options: () => [
          { value: 'DAY', label: 'Diurno, das 6h às 20h', digit: '1' },
          { value: 'NIGHT', label: 'Noturno, das 20h às 6h', digit: '2' },
        ],
      },
      { name: 'amount', kind: 'amount', title: 'Limite', placeholder: '1.000,00' },
    ],
    async run(ports, target, { period, amount }) {
      const { data } = await ports.call(digitalAccounts.setLimit, {
        params: { c: companyIn(target).id },
        body: { period: period as 'DAY' | 'NIGHT', amount_cents: amount },
      })
      const waits = data.periods.some(limit => limit.period === period && limit.next_from !== null)
      return { say: `Limite ${period === 'NIGHT' ? 'noturno' : 'diurno'}: ${formatCents(amount)}${waits ? ', a partir de 24 horas' : ''}` }
    },
  }),
  defineCommand({
    id: 'pix_key.create',
    title: 'Nova chave Pix',
    short: 'nova chave',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['pix_keys.page', 'pix_keys.empty'],
    words: ['registrar', 'cadastrar'],
    keysIn: onKeys,
    when: IN_COMPANY,
    calls: [pix.createKey, pix.askCode],
    refuse: keysElsewhere,
    input: pix.createKey.spec.body,
    asks: form('pix-key', { title: 'Nova chave Pix', submit: 'Registrar chave', lead: () => 'Um código confirma que é você.' }),
    async run(ports, target, body) {
      await ports.call(pix.createKey, { params: { c: companyIn(target).id }, body })
      return { say: 'Chave Pix pedida ao banco' }
    },
  }),
  defineCommand({
    id: 'pix_key.claim',
    title: 'Trazer chave de outro banco',
    short: 'trazer chave',
    icon: 'arrow-left-right',
    takes: 'none',
    keys: ['t'],
    places: ['pix_keys.bar'],
    words: ['portabilidade', 'reivindicar', 'posse'],
    keysIn: onKeys,
    when: IN_COMPANY,
    calls: [pix.claimKey],
    refuse: keysElsewhere,
    input: pix.claimKey.spec.body,
    asks: form('pix-claim', {
      title: 'Trazer chave de outro banco',
      submit: 'Pedir a chave',
      lead: () => 'Um código confirma que é você. O outro banco avisa quem tem a chave hoje.',
    }),
    async run(ports, target, body) {
      await ports.call(pix.claimKey, { params: { c: companyIn(target).id }, body })
      return { say: 'Pedido da chave enviado ao outro banco' }
    },
  }),
  defineCommand({
    id: 'pix_key.copy',
    title: 'Copiar chave',
    short: 'copiar',
    icon: 'copy',
    of: 'pix_key',
    takes: 'one',
    keys: ['c'],
    places: ['pix_keys.toolbar'],
    when: onKeys,
    calls: [pix.keys],
    async run(ports, target) {
      await ports.clipboard.write(target.records[0].key)
      return { say: 'Chave copiada' }
    },
  }),
  defineCommand({
    id: 'pix_key.code',
    title: 'Fazer QR Code desta chave',
    short: 'QR Code',
    icon: 'qr-code',
    of: 'pix_key',
    takes: 'one',
    keys: ['q'],
    places: ['pix_keys.toolbar'],
    words: ['receber'],
    when: onKeys,
    calls: [pix.makeCode],
    refuse: active,
    run: async (_, target) => ({
      go: { to: pathTo('wallet.receive', { companyId: companyIn(target).id }), search: { chave: target.records[0].id } },
    }),
  }),
  defineCommand({
    id: 'pix_key.delete',
    title: 'Excluir chave Pix',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'pix_key',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['pix_keys.toolbar'],
    words: ['remover', 'apagar'],
    when: onKeys,
    calls: [pix.deleteKey],
    refuse: active,
    confirm: target => ({
      title: 'Excluir a chave Pix?',
      body: 'Quem tentar pagar por ela não encontrará mais a empresa. Outra pessoa poderá registrá-la.',
      action: 'Excluir chave',
      danger: true,
      facts: [['Chave', target.records[0].key]],
    }),
    async run(ports, target) {
      await ports.call(pix.deleteKey, { params: { c: companyIn(target).id }, query: { pix_key: target.records[0].key } })
      return { say: 'Exclusão da chave pedida ao banco' }
    },
  }),
  defineCommand({
    id: 'pix_code.copy',
    title: 'Copiar código Pix',
    short: 'copiar código',
    icon: 'copy',
    of: 'pix_code',
    takes: 'one',
    keys: ['c'],
    places: ['pix_code.empty'],
    words: ['copia e cola'],
    when: { screen: 'wallet.receive', layer: WITH_FORMS, company: true },
    calls: [pix.makeCode],
    async run(ports, target) {
      await ports.clipboard.write(target.records[0].emv_code)
      return { say: 'Código copiado' }
    },
  }),
  defineCommand({
    id: 'receipt.download',
    title: 'Baixar comprovante',
    short: 'comprovante',
    icon: 'download',
    of: 'receipt',
    takes: 'one',
    keys: ['d'],
    places: ['receipts.toolbar', 'receipt.empty'],
    words: ['pdf', 'recibo'],
    when: { area: 'wallet', layer: WITH_FORMS, company: true },
    calls: [digitalAccounts.receipt],
    refuse: target => (target.records[0].transaction_code === null ? 'o banco ainda não confirmou' : undefined),
    async run(ports, target) {
      const { transaction_code, payee, settled_at } = target.records[0]
      const { data } = await ports.call(digitalAccounts.receipt, { query: { transaction_code: transaction_code ?? '' } })
      const day = settled_at ? dayInSaoPaulo(Date.parse(settled_at)) : ports.today()
      ports.ui.do('file.save', { file: data, name: receiptName(payee?.name, day) })
      return { say: 'Comprovante baixado' }
    },
  }),
]
