// What the guide says of each step: before it is done, and what was learnt once it is.
import type { FirstStepsState } from '#contract/first-steps.ts'
import type { FirstStep } from '#domain/first-steps.ts'
import { labels, openTable } from '#domain/open-table.ts'
import { counted } from '#domain/text.ts'

export const STEP_TITLES = labels<FirstStep>({
  company: 'Sua empresa',
  bank: 'Seu banco',
  bills: 'O que você tem para pagar',
  conciliation: 'Conferir com o banco',
  accountant: 'Chamar o contador',
})

export const STEP_PURPOSES = openTable<FirstStep, string>(
  {
    company: 'Os dados dela vêm da Receita pelo CNPJ.',
    bank: 'Ligue o banco ou traga o extrato dele. Ninguém precisa digitar.',
    bills: 'Traga as contas do jeito que elas estão. Ninguém precisa digitar.',
    conciliation: 'Nós ligamos cada conta à linha do extrato; você só diz sim.',
    accountant: 'Ele entra pelo convite e vê só o que precisa.',
  },
  () => '',
)

export const linhas = (count: number): string => counted(count, ['linha', 'linhas'])

/** What the books show of a step that is done. */
export function learnt(step: Exclude<FirstStep, 'company'>, state: FirstStepsState, bank: string | undefined): string {
  const { lines_count, pending_lines_count, bills_count } = state
  switch (step) {
    case 'bank':
      if (lines_count === 0) return `${bank ?? 'Banco'} conectado. As linhas chegam sozinhas.`
      return `${bank ?? 'Banco'}: ${counted(lines_count, ['linha chegou', 'linhas chegaram'])}.`
    case 'bills':
      return `${counted(bills_count, ['conta lançada', 'contas lançadas'])}.`
    case 'conciliation':
      if (pending_lines_count === 0) return 'Todas as linhas do extrato têm resposta.'
      return `Já começou. ${counted(pending_lines_count, ['linha ainda espera', 'linhas ainda esperam'])} por você.`
    case 'accountant':
      return 'Mais alguém tem acesso ou convite.'
  }
}
