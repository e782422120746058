// An account of the accounting office's chart: where entries of the company are posted.
import { ChartAccountFields, chartAccounts } from '#contract/chart-accounts.ts'
import { choice, flag, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

export const chartAccount = defineResource(chartAccounts, ChartAccountFields, {
  ...names.chartAccount,
  fields: {
    code: text('Classificação', {
      help: 'Como o escritório a escreve: 1.1.1.02.001',
      column: { width: 168 },
      search: true,
      sheet: ['classificacao', 'codigo', 'conta', 'codigo da conta', 'cod_cta', 'estrutura'],
    }),
    reduced: text('Código reduzido', {
      help: 'O número curto pelo qual o programa importa',
      column: { width: 136 },
      search: true,
      sheet: ['codigo reduzido', 'reduzido', 'cod. reduzido', 'cod reduzido', 'apelido'],
    }),
    name: text('Nome', { column: { least: 240 }, search: true, sheet: ['nome', 'descricao', 'nome da conta', 'descricao da conta'] }),
    analytic: flag('Analítica', {
      title: 'Tipo',
      yes: 'Analítica',
      no: 'Sintética',
      start: true,
      help: 'Recebe lançamentos; a sintética só soma as de baixo',
      column: { width: 112, leaves: 2 },
      sheet: ['tipo', 'analitica', 'ind_cta', 'tipo da conta'],
    }),
    nature: choice<'D' | 'C' | null>(
      'Natureza',
      { D: 'Devedora', C: 'Credora' },
      {
        none: 'não informada',
        column: { width: 112, leaves: 1 },
        sheet: ['natureza', 'd/c', 'natureza da conta'],
      },
    ),
    ecd_nature: text('Natureza na ECD', { help: 'De 01 a 09, só para o extrato da ECD', sheet: ['natureza ecd', 'cod_nat'] }),
    referential: text('Conta referencial', {
      help: 'Do plano da Receita',
      sheet: ['referencial', 'conta referencial', 'plano referencial'],
    }),
  },
  told: {
    missing: told('Situação', ({ missing_since }) => (missing_since === null ? '' : 'Fora do plano novo'), {
      column: { width: 160 },
      look: ({ missing_since }) => (missing_since === null ? undefined : { tone: 'warning', icon: 'triangle-alert' }),
    }),
  },
  columns: ['code', 'reduced', 'name', 'analytic', 'nature', 'missing'],
  form: [['code', 'reduced'], ['name'], ['analytic'], ['nature'], 'Se o escritório pede', ['ecd_nature', 'referential']],
  title: 'name',
  lead: ({ code, reduced }) => [code, reduced && `reduzido ${reduced}`].filter(Boolean).join(' · '),
  drawer: { Dados: ['code', 'reduced', 'analytic', 'nature', 'ecd_nature', 'referential', 'missing'] },
  card: [
    ['code', 'reduced'],
    ['analytic', 'missing'],
  ],
  own: ['code', 'reduced'],
  muted: ({ analytic }) => !analytic,
  placeholder: 'Filtrar por classificação, código ou nome',
  about: 'O plano de contas do escritório de contabilidade, para os lançamentos chegarem prontos ao programa dele.',
  stays: 'Dá para desfazer. Uma conta que o de-para usa não pode ser excluída.',
  sheetNote: 'Serve também o arquivo da ECD (I050) e o PLANO.TXT do SGC.',
})
