// An agreement to pay by file: the account that pays and how the bank knows it.
import { type PaymentAgreement, PaymentAgreementFields, paymentAgreements } from '#contract/payment-files.ts'
import {
  banksThatNeed,
  byStandardSentence,
  PAYING_BANK_CODES,
  PAYING_BANKS,
  type PayingAgreement,
} from '#domain/payment-files/agreement.ts'
import type { When } from './kit/field.ts'
import { choice, count, flag, ref, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

const BANK_NAMES = Object.fromEntries(PAYING_BANK_CODES.map(code => [code, PAYING_BANKS[code].name]))
/** Asked of the banks that want it. */
const asked = (part: Exclude<keyof PayingAgreement, 'bank_code'>): When => ['bank_code', banksThatNeed(part)]
const dashed = (number: string, digit: string): string => (digit ? `${number}-${digit}` : number)

export const paymentAgreement = defineResource(paymentAgreements, PaymentAgreementFields, {
  ...names.paymentAgreement,
  fields: {
    name: text('Conta', { column: { least: 180 }, search: true }),
    bank_account_id: ref<string>('Conta bancária', 'account', { missing: 'Escolha a conta', help: 'A conta de onde o dinheiro sai' }),
    bank_code: choice<string>('Banco', BANK_NAMES, {
      order: PAYING_BANK_CODES,
      help: 'O da conta: cada um pede o que é seu',
      column: { width: 148, leaves: 1 },
    }),
    branch: text('Agência', { oneOf: true, help: 'No Sicoob e no Sicredi, a cooperativa', search: true }),
    branch_digit: text('Dígito da agência', { oneOf: true, upper: true, when: asked('branch_digit') }),
    account: text('Conta', { oneOf: true, help: 'Sem o dígito', search: true }),
    account_digit: text('Dígito da conta', { oneOf: true, upper: true }),
    code: text('Convênio', {
      oneOf: true,
      help: 'O código do convênio de pagamento, como no contrato',
      upper: true,
      search: true,
      when: asked('code'),
    }),
    transmission_code: text('Parâmetro de transmissão', { oneOf: true, when: asked('transmission_code') }),
    commitment_code: text('Compromisso', { oneOf: true, help: 'O de pagamento a fornecedores', when: asked('commitment_code') }),
    file_version: text('Versão do arquivo', {
      oneOf: true,
      help: 'Do leiaute CNAB 240, como o banco informou',
      when: asked('file_version'),
    }),
    lot_version: text('Versão dos lotes', { oneOf: true, when: asked('lot_version') }),
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
    place: told(
      'Agência e conta',
      (one: PaymentAgreement) => `${dashed(one.branch, one.branch_digit)} / ${dashed(one.account, one.account_digit)}`,
      { column: { width: 148, leaves: 2 } },
    ),
  },
  columns: ['name', 'bank_code', 'place', 'approved'],
  form: [
    ['bank_account_id', 'bank_code'],
    ['branch', 'branch_digit'],
    ['account', 'account_digit'],
    ['code'],
    ['transmission_code', 'commitment_code'],
    ['file_version', 'lot_version'],
    ['first_file'],
    ['approved'],
  ],
  title: 'name',
  lead: one =>
    one.approved ? '' : `Ainda não experimentado com este banco: os arquivos saem como teste. ${byStandardSentence(one.bank_code)}`.trim(),
  drawer: {
    'No banco': [
      'bank_code',
      'place',
      'code',
      'transmission_code',
      'commitment_code',
      'file_version',
      'lot_version',
      'first_file',
      'approved',
    ],
  },
  card: [['bank_code'], ['approved']],
  placeholder: 'Filtrar por conta ou banco',
  about: 'O convênio de pagamento da conta com o banco: com ele as contas a pagar vão num arquivo que você envia ao banco.',
  stays: 'Os arquivos já feitos ficam. Dá para desfazer.',
})
