// A collection agreement: what the company and its bank agreed on for slips by file, as the bank's contract gives it.
import { AgreementFields, agreements } from '#contract/collection.ts'
import { type Agreement, banksThatAsk, COLLECTION_BANK_CODES, COLLECTION_BANKS } from '#domain/collection/agreement.ts'
import type { When } from './kit/field.ts'
import { choice, count, flag, rate, ref, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

const BANK_NAMES = Object.fromEntries(COLLECTION_BANK_CODES.map(code => [code, COLLECTION_BANKS[code]?.name ?? code]))
/** Asked of the banks that want it. */
const asked = (part: Exclude<keyof Agreement, 'bank_code' | 'layout'>): When => ['bank_code', banksThatAsk(part)]
const dashed = (number: string, digit: string): string => (digit ? `${number}-${digit}` : number)

export const agreement = defineResource(agreements, AgreementFields, {
  ...names.agreement,
  fields: {
    name: text('Conta', { column: { least: 180 }, search: true }),
    bank_account_id: ref<string>('Conta bancária', 'account', { missing: 'Escolha a conta' }),
    bank_code: choice<string>('Banco', BANK_NAMES, {
      order: COLLECTION_BANK_CODES,
      help: 'O da conta: cada um pede o que é seu',
      column: { width: 132, leaves: 1 },
    }),
    layout: choice(
      'Layout',
      { '240': 'CNAB 240', '400': 'CNAB 400' },
      { start: '400', help: 'O do seu contrato com o banco', column: { width: 104 } },
    ),
    branch: text('Agência', { oneOf: true, help: 'No Sicoob e no Sicredi, a cooperativa', search: true }),
    branch_digit: text('Dígito da agência', { oneOf: true, upper: true, when: asked('branch_digit') }),
    account: text('Conta', { oneOf: true, help: 'Sem o dígito', search: true, when: asked('account') }),
    account_digit: text('Dígito da conta', { oneOf: true, upper: true, when: asked('account_digit') }),
    code: text('Convênio ou código', {
      oneOf: true,
      help: 'Convênio, código do beneficiário ou da empresa; no Inter, a operação',
      search: true,
      column: { width: 148, leaves: 2 },
      when: asked('code'),
    }),
    wallet: text('Carteira', { oneOf: true, column: { width: 84, leaves: 3 }, when: asked('wallet') }),
    variation: text('Variação ou modalidade', {
      oneOf: true,
      help: 'No Banco do Brasil, a variação; no Sicoob, a modalidade',
      when: asked('variation'),
    }),
    transmission_code: text('Código de transmissão', {
      oneOf: true,
      help: 'No Banco do Brasil, o convênio líder, se há um',
      when: asked('transmission_code'),
    }),
    post: text('Posto', { oneOf: true, when: asked('post') }),
    write_off_code: text('Código de baixa', {
      help: 'Do manual que o banco dá; em branco, peça a baixa no site dele',
      when: asked('write_off_code'),
    }),
    due_date_code: text('Código de vencimento', { help: 'O que muda o vencimento, do mesmo manual', when: asked('due_date_code') }),
    first_number: count('Primeiro nosso número', { start: '1', help: 'Quem vem de outro sistema continua a contagem' }),
    first_file: count('Primeira remessa', { start: '1', help: 'O número do primeiro arquivo feito aqui' }),
    interest_rate: rate<number>('Juros ao mês (%)', { title: 'Juros ao mês', most: 9999, empty: 0 }),
    fine_rate: rate<number>('Multa (%)', { title: 'Multa', most: 9999, empty: 0 }),
    approved: flag('O banco aprovou os arquivos', {
      title: 'Homologação',
      yes: 'Aprovado pelo banco',
      no: 'Em teste',
      help: 'Até lá os arquivos saem como teste: envie o primeiro ao banco e espere a resposta',
      looks: [
        { tone: 'ok', icon: 'circle-check' },
        { tone: 'warning', icon: 'triangle-alert' },
      ],
      column: { width: 164 },
    }),
    waiting_count: count('A enviar', { zero: '', column: { width: 92 } }),
  },
  told: {
    place: told(
      'Agência e conta',
      (one: { branch: string; branch_digit: string; account: string; account_digit: string }) =>
        `${dashed(one.branch, one.branch_digit)} / ${dashed(one.account, one.account_digit)}`,
    ),
  },
  columns: ['name', 'bank_code', 'layout', 'code', 'wallet', 'waiting_count', 'approved'],
  form: [
    ['bank_account_id', 'bank_code'],
    ['layout'],
    ['branch', 'branch_digit'],
    ['account', 'account_digit'],
    ['code', 'wallet'],
    ['variation', 'transmission_code'],
    ['post'],
    ['write_off_code', 'due_date_code'],
    ['first_number', 'first_file'],
    ['interest_rate', 'fine_rate'],
    ['approved'],
  ],
  title: 'name',
  lead: one =>
    one.approved ? '' : 'Escrito pelos layouts publicados e ainda não experimentado com este banco: os arquivos saem como teste.',
  drawer: {
    'No banco': [
      'bank_code',
      'layout',
      'place',
      'code',
      'wallet',
      'variation',
      'transmission_code',
      'post',
      'write_off_code',
      'due_date_code',
    ],
    'Nos boletos': ['interest_rate', 'fine_rate', 'first_number', 'first_file', 'waiting_count', 'approved'],
  },
  card: [['bank_code'], ['layout'], ['approved']],
  placeholder: 'Filtrar por conta, banco ou convênio',
  about:
    'O convênio de cobrança da conta com o banco: com ele as contas a receber viram boletos, registrados por um arquivo que você envia ao banco.',
  stays: 'Os boletos já feitos guardam o que ele era. Dá para desfazer.',
})
