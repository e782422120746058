// A layout of the file for the accounting office's program.
import { HandoverLayoutFields, handoverLayouts } from '#contract/handovers.ts'
import { SECTION_FIELDS, SECTION_NAMES } from '#domain/handover/layout.ts'
import { PRESETS } from '#domain/handover/presets.ts'
import { area, choice, flag, text } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

const start = PRESETS.GENERIC
const fieldsOf = (section: 'entry' | 'header') => SECTION_FIELDS[section].map(name => `{${name}}`).join(' ')

const lines = (section: 'header' | 'account' | 'entry' | 'trailer', help: string) =>
  area(SECTION_NAMES[section], { help, start: start[section] })

export const layout = defineResource(handoverLayouts, HandoverLayoutFields, {
  ...names.layout,
  fields: {
    name: text('Nome', { help: 'O do programa do escritório', column: { least: 200 }, search: true }),
    kind: choice('Arquivo', { TEXT: 'Texto', XLSX: 'Planilha XLSX' }, { start: 'TEXT', column: { width: 132 } }),
    header: lines('header', `Linhas antes dos lançamentos, como no arquivo. Campos: ${fieldsOf('header')}`),
    entry: lines(
      'entry',
      `Uma linha por lançamento, ou duas, uma por lado. Campos: ${fieldsOf('entry')}. Largura: {historico:40}; com zeros à esquerda: {valor:015}; à direita: {valor:>15}`,
    ),
    account: lines('account', 'Só para programas que querem o plano junto; vazio nos outros'),
    trailer: lines('trailer', 'Linhas depois de tudo; quase sempre vazio'),
    separator: choice(
      'Separador',
      {
        SEMICOLON: 'Ponto e vírgula',
        PIPE: 'Barra |',
        COMMA: 'Vírgula',
        TAB: 'Tabulação ({tab} na linha)',
        NONE: 'Nenhum: posições fixas',
      },
      { start: start.separator, column: { width: 180, leaves: 2 } },
    ),
    quoted: flag('Aspas quando preciso', {
      yes: 'Entre aspas',
      start: start.quoted,
      help: 'Sem aspas, o separador dentro de um texto vira espaço',
    }),
    code_set: choice(
      'Codificação',
      { WINDOWS_1252: 'Windows-1252 (Latin-1)', UTF_8: 'UTF-8', ASCII: 'ASCII, sem acentos' },
      { start: start.code_set, column: { width: 180, leaves: 1 } },
    ),
    line_end: choice('Fim de linha', { CRLF: 'CRLF (Windows)', LF: 'LF' }, { start: start.line_end }),
    day_format: choice(
      'Datas',
      { 'dd/mm/aaaa': '31/12/2026', ddmmaaaa: '31122026', aaaammdd: '20261231', 'aaaa-mm-dd': '2026-12-31' },
      { start: start.day_format },
    ),
    amount_format: choice('Valores', { COMMA: '1234,56', POINT: '1234.56', CENTS: '123456, em centavos' }, { start: start.amount_format }),
    account_code: choice('Número da conta', { REDUCED: 'Código reduzido', CLASSIFICATION: 'Classificação' }, { start: start.account_code }),
    company_code: text('Código da empresa', { help: 'No programa do escritório: {empresa}' }),
    user_name: text('Usuário', { help: 'Quem o programa anota como autor: {usuario}' }),
  },
  columns: ['name', 'kind', 'separator', 'code_set'],
  form: [
    ['name'],
    ['kind'],
    'As linhas',
    ['header'],
    ['entry'],
    ['trailer'],
    ['account'],
    'Como se escreve',
    ['separator'],
    ['quoted'],
    ['code_set', 'line_end'],
    ['day_format', 'amount_format'],
    ['account_code'],
    ['company_code', 'user_name'],
  ],
  title: 'name',
  drawer: {
    Linhas: ['header', 'entry', 'trailer', 'account'],
    'Como se escreve': ['kind', 'separator', 'quoted', 'code_set', 'line_end', 'day_format', 'amount_format', 'account_code'],
    Empresa: ['company_code', 'user_name'],
  },
  card: [['kind', 'separator'], ['code_set']],
  placeholder: 'Filtrar por nome',
  about: 'O arquivo como o programa do escritório o lê: copie um dos que vêm prontos e ajuste colunas, posições e formatos.',
  stays: 'Os arquivos já entregues ficam. Dá para desfazer.',
})
