// The layouts that come with the product. An office whose program reads another one copies the nearest and changes it.
import type { Layout } from './layout.ts'

export const PRESET_IDS = ['DOMINIO', 'DOMINIO_FIXED', 'ALTERDATA', 'GENERIC', 'QUESTOR', 'ECD'] as const
export type PresetId = (typeof PRESET_IDS)[number]

export interface Preset extends Layout {
  name: string
  /** What the office must know or set up in its program, in pt-BR. */
  about: string
  /** Without the dot. */
  extension: 'txt' | 'csv' | 'xlsx'
}

const DOMINIO = {
  kind: 'TEXT',
  account: '',
  quoted: false,
  code_set: 'WINDOWS_1252',
  line_end: 'CRLF',
  day_format: 'dd/mm/aaaa',
  account_code: 'REDUCED',
  company_code: null,
  user_name: null,
  extension: 'txt',
} as const

/** Columns that an office maps in its own program. */
const COLUMNS = {
  ...DOMINIO,
  trailer: '',
  separator: 'SEMICOLON',
  quoted: true,
  amount_format: 'COMMA',
} as const

export const PRESETS: Readonly<Record<PresetId, Preset>> = {
  DOMINIO: {
    ...DOMINIO,
    name: 'Domínio, com separador',
    about:
      'Importação de lançamentos em arquivo com separador “|”: um registro 6000 do tipo X e um 6100 por lançamento, com contas reduzidas. Os campos vazios do fim do 6100 variam entre programas: faça a primeira importação em teste.',
    header: '|0000|{cnpj}|',
    entry: '|6000|X||||\n|6100|{data}|{debito}|{credito}|{valor}|{codigo_historico}|{historico}|{usuario}|||',
    trailer: '',
    separator: 'PIPE',
    amount_format: 'COMMA',
  },
  DOMINIO_FIXED: {
    ...DOMINIO,
    name: 'Domínio, posições fixas',
    about:
      'Registros 01, 02 e 99 em posições fixas. Precisa do código da empresa no Domínio: copie o layout e preencha-o. O tipo de nota do registro 01 vai como 05: confirme com o escritório.',
    header: '01{empresa:07}{cnpj:014}{inicio:10}{fim:10}N05000001',
    entry: '02{sequencia:07}{data:10}{valor:015}{debito:07}{credito:07}{historico:512}12{usuario:30}',
    trailer: '9'.repeat(100),
    separator: 'NONE',
    amount_format: 'CENTS',
  },
  ALTERDATA: {
    ...COLUMNS,
    kind: 'XLSX',
    name: 'Alterdata, planilha XLSX',
    about:
      'No Alterdata, crie o layout de importação sobre esta planilha: valor, dia, conta de crédito, conta de débito e complemento do histórico.',
    header: 'Valor;Data;Crédito;Débito;Complemento do histórico',
    entry: '{valor};{data};{credito};{debito};{historico}',
    extension: 'xlsx',
  },
  GENERIC: {
    ...COLUMNS,
    name: 'CSV genérico',
    about: 'Uma linha por lançamento, para qualquer programa em que o escritório configura as colunas.',
    header: 'Número;Data;Débito;Crédito;Valor;Código do histórico;Histórico;Documento',
    entry: '{numero};{data};{debito};{credito};{valor};{codigo_historico};{historico};{documento}',
    extension: 'csv',
  },
  QUESTOR: {
    ...COLUMNS,
    name: 'Questor, delimitado',
    about:
      'O Questor não tem um layout fixo: no programa, crie um layout de importação delimitado por ponto e vírgula, sem linha de títulos, com data, débito, crédito, valor, código do histórico, histórico e documento, nesta ordem.',
    header: '',
    entry: '{data};{debito};{credito};{valor};{codigo_historico};{historico};{documento}',
    extension: 'txt',
  },
  ECD: {
    ...DOMINIO,
    name: 'Extrato no formato da ECD',
    about:
      'Registros I050, I200 e I250 das contas e dos lançamentos do período, para programas que leem a ECD. Não é uma ECD: faltam saldos, termos e assinaturas, e não serve para transmitir. Entregue só o que o contador pediu.',
    header: '',
    account: '|I050|{inicio}|{natureza_ecd}|{tipo}|{nivel}|{conta}|{conta_superior}|{nome}|',
    entry:
      '|I200|{numero}|{data}|{valor}|N||\n|I250|{debito}||{valor}|D|{documento}|{codigo_historico}|{historico}||\n|I250|{credito}||{valor}|C|{documento}|{codigo_historico}|{historico}||',
    trailer: '',
    separator: 'PIPE',
    day_format: 'ddmmaaaa',
    amount_format: 'COMMA',
    account_code: 'CLASSIFICATION',
  },
}
