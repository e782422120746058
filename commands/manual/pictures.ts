// The pages of the manual that show their screen, and what the picture says to who does not see it. `E2E_PICTURES=take` takes them anew.
import type { CompanyScreen } from '../screens.ts'

export const PICTURES: Readonly<Partial<Record<CompanyScreen, string>>> = {
  dashboard:
    'O Início: o mês em uma frase, a curva do saldo antes e depois de hoje, as maiores despesas, os atrasos e o que vence na semana.',
  bills: 'As contas a pagar em grupos: vencidas, desta semana e depois, cada grupo com a sua soma e as pagas recolhidas no fim.',
  receivables: 'As contas a receber em grupos, com o cliente, o valor e há quantos dias cada uma venceu.',
  entries: 'O fluxo de caixa: entradas e saídas do mês, uma por linha, com o saldo depois de cada uma.',
  conciliation: 'A conciliação: as linhas do extrato à esquerda e, à direita, a conta que a linha escolhida paga e o porquê.',
  accounts: 'As contas bancárias com o saldo dos livros, o saldo do banco, a diferença e quantas linhas esperam conferência.',
  wallet: 'A conta digital: saldo, botões de Pix, boleto e recebimento, e o extrato abaixo.',
  capture: 'As notas recebidas: fornecedor, valor e se a nota já virou conta a pagar.',
  billings: 'As cobranças enviadas a clientes, com forma, vencimento, valor e situação.',
  taxes: 'Os impostos do mais novo ao mais antigo, com vencimento, valor e se já foram pagos.',
  contacts: 'Os contatos: clientes e fornecedores, com documento, e-mail, telefone e cidade.',
  documents: 'Os documentos da empresa, com a conta ou a nota a que cada arquivo pertence.',
  reports: 'Os relatórios: a miniatura do mês em uma página e, abaixo, cada relatório com o seu número e um pequeno gráfico.',
  'reports.month': 'O mês em uma página: a frase do resultado, o gráfico dos meses e o resultado linha por linha.',
  'reports.close': 'O fechamento do mês: o que ainda falta conferir, com quantidade, valor e o que fazer.',
  users: 'As pessoas da empresa, com cargo, situação e desde quando têm acesso.',
}

export const pictureOf = (id: string): string | undefined => (PICTURES as Readonly<Record<string, string>>)[id]

/** Where the product serves it. */
export const pictureAddress = (id: string): string => `/pictures/${id}.webp`

/** Of every picture, in the manual's own measure. */
export const PICTURE_WIDTH = 960
export const PICTURE_HEIGHT = 600
