// Sheets to begin with, one of each kind of record: right in every row, so that what is typed over them goes in.
import type { Cell } from './sheets.ts'

export interface SheetSample {
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

const text = (value: string): Cell => ({ text: value })
const texts = (...values: string[]): Cell[] => values.map(text)

const entries = (...kinds: readonly string[]): SheetSample => ({
  header: ['Vencimento', 'Valor', 'Descrição', 'Contato', 'Categoria', 'Documento', 'Competência', ...(kinds.length > 0 ? ['Tipo'] : [])],
  rows: [
    [{ day: '2026-12-05' }, { cents: 350_000 }, ...texts('Aluguel de dezembro', 'Imobiliária Central', '', 'ALG-12', '01/12/2026')],
    [{ day: '2026-12-10' }, { cents: 48_990 }, ...texts('Manutenção', 'Oficina São José', '', 'NF 1024', '')],
  ].map((row, at) => [...row, ...(kinds[at] === undefined ? [] : [text(kinds[at])])]),
})

export const SHEET_SAMPLES = {
  contacts: {
    header: ['Nome', 'Tipo', 'CPF ou CNPJ', 'Apelido', 'E-mail', 'Telefone'],
    rows: [
      texts('Moinho Sul Ltda.', 'Fornecedor', '11.222.333/0001-81', 'Moinho', 'vendas@moinhosul.com.br', '(11) 3333-4444'),
      texts('Carla Menezes', 'Cliente', '111.444.777-35', '', 'carla@exemplo.com.br', '(11) 98888-7777'),
      texts('Mercado Aurora', 'Ambos', '', '', '', ''),
    ],
  },
  products: {
    header: ['Código', 'Nome', 'Preço', 'NCM', 'Unidade', 'CFOP', 'Descrição'],
    rows: [
      [...texts('PAO-01', 'Pão francês'), { cents: 1_890 }, ...texts('19059090', 'KG', '5102', 'Assado no dia')],
      [...texts('CAF-01', 'Café torrado'), { cents: 3_200 }, ...texts('09012100', 'UN', '5102', '')],
    ],
  },
  chart: {
    header: ['Classificação', 'Código reduzido', 'Nome', 'Natureza', 'Tipo'],
    rows: [
      texts('1', '', 'Ativo', 'D', 'S'),
      texts('1.1', '', 'Disponível', 'D', 'S'),
      texts('1.1.01', '11', 'Banco Itaú', 'D', 'A'),
      texts('4', '', 'Despesas', 'D', 'S'),
      texts('4.1', '410', 'Aluguéis', 'D', 'A'),
    ],
  },
  entries: entries('Saída', 'Entrada'),
  bills: entries(),
  receivables: entries(),
} as const satisfies Record<string, SheetSample>
