// An agreement to pay by file: the account that pays and how the bank knows it.
import { PaymentAgreementFields, paymentAgreements } from '#contract/payment-files.ts'
import { PAYING_BANKS } from '#domain/payment-files/agreement.ts'
import { count, flag, ref, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

export const paymentAgreement = defineResource(paymentAgreements, PaymentAgreementFields, {
  ...names.paymentAgreement,
  fields: {
    name: text('Conta', { column: { least: 180 }, search: true }),
    bank_account_id: ref<string>('Conta bancária', 'account', { missing: 'Escolha a conta', help: 'A conta de onde o dinheiro sai' }),
    branch: text('Agência', { search: true }),
    account: text('Conta', { help: 'Sem o dígito', search: true }),
    account_digit: text('Dígito da conta'),
    first_file: count('Primeira remessa', { start: '1', help: 'O número do primeiro arquivo feito aqui' }),
    approved: flag('O banco aprovou os arquivos', {
      title: 'Homologação',
      yes: 'Aprovado pelo banco',
      no: 'Em teste',
      help: 'Até lá os arquivos saem como teste, e o retorno não dá contas por pagas sem perguntar',
      looks: [
        { tone: 'ok', icon: 'circle-check' },
        { tone: 'warning', icon: 'triangle-alert' },
      ],
      column: { width: 164 },
    }),
  },
  told: {
    bank: told('Banco', ({ bank_code }: { bank_code: string }) => PAYING_BANKS[bank_code] ?? bank_code, {
      column: { width: 148, leaves: 1 },
    }),
    place: told(
      'Agência e conta',
      (one: { branch: string; account: string; account_digit: string }) => `${one.branch} / ${one.account}-${one.account_digit}`,
      { column: { width: 148, leaves: 2 } },
    ),
  },
  columns: ['name', 'bank', 'place', 'approved'],
  form: [['bank_account_id'], ['branch'], ['account', 'account_digit'], ['first_file'], ['approved']],
  title: 'name',
  lead: one => (one.approved ? '' : 'Escrito pelo layout publicado e ainda não experimentado com este banco: os arquivos saem como teste.'),
  drawer: { 'No banco': ['bank', 'place', 'first_file', 'approved'] },
  card: [['bank'], ['approved']],
  placeholder: 'Filtrar por conta ou banco',
  about: 'O convênio de pagamento da conta com o banco: com ele as contas a pagar vão num arquivo que você envia ao banco.',
  stays: 'Os arquivos já feitos ficam. Dá para desfazer.',
})
