// A transfer between two accounts of the company, as it is asked for. Its list shows pairs of statement lines too, and is drawn by hand.
import { Transfer, TransferFields } from '#contract/transfers.ts'
import { defineForm } from './kit/form.ts'
import { day, money, ref, text } from './kit/kinds.ts'

export const transfer = defineForm(Transfer, TransferFields, {
  fields: {
    from_bank_account_id: ref<string>('Da conta', 'account', { missing: 'Escolha a conta de origem', after: ['do', 'da', 'de'] }),
    to_bank_account_id: ref<string>('Para a conta', 'account', {
      missing: 'Escolha a conta de destino',
      after: ['para', 'pra', 'pro', 'no', 'na'],
    }),
    amount_cents: money('Valor', { missing: 'Informe o valor' }),
    date: day<string>('Data', {
      bias: 'past',
      missing: 'Informe a data',
      help: 'Em dia futuro, a transferência fica em aberto até lá.',
    }),
    additional_information: text('Descrição'),
  },
  form: [['from_bank_account_id'], ['to_bank_account_id'], ['amount_cents', 'date'], ['additional_information']],
  wrong: ({ from_bank_account_id, to_bank_account_id }) =>
    from_bank_account_id === to_bank_account_id ? ['to_bank_account_id', 'Escolha duas contas diferentes'] : undefined,
})
