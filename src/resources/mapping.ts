// Which account of the office's chart a category, bank account or contact is, and the text of its history.
import { MappingFields, mappings } from '#contract/chart-accounts.ts'
import { HISTORY_WORDS, leafFirst, MAPPING_SUBJECT_LABELS, SUBJECT_FIELDS } from '#domain/handover/mapping.ts'
import { choice, ref, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

export const mapping = defineResource(mappings, MappingFields, {
  ...names.mapping,
  fields: {
    subject: choice('O que é', MAPPING_SUBJECT_LABELS, { start: 'CATEGORY', radio: true, column: { width: 136, leaves: 2 } }),
    category_id: ref('Categoria', 'category', { when: ['subject', ['CATEGORY']], oneOf: true }),
    bank_account_id: ref('Conta bancária', 'account', { when: ['subject', ['ACCOUNT']], oneOf: true }),
    contact_id: ref('Contato', 'contact', { when: ['subject', ['CONTACT']], oneOf: true }),
    chart_account_id: ref<string>('Conta contábil', 'chart_account', { missing: 'Escolha a conta contábil' }),
    history_code: text('Código do histórico', { help: 'Do histórico padrão do escritório, se ele usa', column: { width: 132, leaves: 3 } }),
    history: text('Histórico', { help: `Vazio, o de costume. Pode levar ${HISTORY_WORDS.join(', ')}`, column: { least: 160, leaves: 1 } }),
    subject_name: text('De', { search: true }),
    chart_account_code: text('Classificação', { column: { width: 150 }, search: true }),
    chart_account_name: text('Para', { column: { least: 200 }, search: true }),
  },
  told: {
    from: told('De', ({ subject_name }) => leafFirst(subject_name), { column: { least: 260 } }),
    standing: told(
      'Situação',
      ({ suggested, chart_account_missing }) => (chart_account_missing ? 'Fora do plano' : suggested ? 'Confira' : ''),
      {
        column: { width: 120 },
        look: ({ suggested, chart_account_missing }) =>
          chart_account_missing
            ? { tone: 'danger', icon: 'triangle-alert' }
            : suggested
              ? { tone: 'warning', icon: 'circle-dashed' }
              : undefined,
      },
    ),
  },
  wrong: written => {
    const field = SUBJECT_FIELDS[written.subject]
    return written[field] === null ? [field, 'Diga de qual é a conta contábil'] : undefined
  },
  columns: ['from', 'subject', 'chart_account_code', 'chart_account_name', 'history', 'history_code', 'standing'],
  form: [
    ['subject'],
    ['category_id'],
    ['bank_account_id'],
    ['contact_id'],
    ['chart_account_id'],
    'Histórico',
    ['history_code'],
    ['history'],
  ],
  title: 'subject_name',
  drawer: { Dados: ['subject', 'chart_account_code', 'chart_account_name', 'history_code', 'history', 'standing'] },
  card: [['chart_account_code', 'chart_account_name'], ['standing']],
  own: ['category_id', 'bank_account_id', 'contact_id'],
  placeholder: 'Filtrar por categoria, conta ou código',
  about:
    'Diz que conta contábil é cada categoria, cada conta bancária e, onde se quer, cada contato. Uma categoria sem a sua usa a da de cima.',
  stays: 'Os arquivos já entregues ficam como são. Dá para desfazer.',
})
