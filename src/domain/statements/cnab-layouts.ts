// Where each field stands in a bank's return file, 1-based and inclusive as in the banks' manuals, and which occurrences bring money.

export type Span = readonly [from: number, to: number]

/** A field of several codes, each as wide. */
export interface Pieces {
  span: Span
  width: number
}

/** A detail record of CNAB 400. Amounts in cents, days DDMMYY or, where the field has eight digits, YYYYMMDD. */
export interface Layout400 {
  /** The first character of detail records. */
  detail: '1' | '7'
  our_number: Span
  occurrence: Span
  occurrence_day: Span
  document: Span
  due_day: Span
  amount: Span
  /** Absent where the record has no field for it. */
  fee?: Span
  paid: Span
  credit_day: Span
  settled: ReadonlySet<string>
  /** Why the bank refused; absent where we do not know its place. */
  reasons?: Pieces
}

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** 06 settled, 17 settled after write-off or without registration: what FEBRABAN's codes say where a bank says nothing else. */
const USUALLY_SETTLED = codes('06 17')

const USUAL_400: Omit<Layout400, 'our_number'> = {
  detail: '1',
  occurrence: [109, 110],
  occurrence_day: [111, 116],
  document: [117, 126],
  due_day: [147, 152],
  amount: [153, 165],
  fee: [176, 188],
  paid: [254, 266],
  credit_day: [296, 301],
  settled: USUALLY_SETTLED,
}

/** Banks whose returns can be read, by COMPE code; any other bank's file is refused rather than misread. */
export const LAYOUTS_400: Readonly<Record<string, Layout400>> = {
  '001': {
    ...USUAL_400,
    detail: '7',
    our_number: [64, 80],
    credit_day: [176, 181],
    fee: [182, 188],
    settled: codes('05 06 07 08 15'),
    reasons: { span: [87, 88], width: 2 },
  },
  '033': { ...USUAL_400, our_number: [63, 70], settled: codes('06 07 08 16 17'), reasons: { span: [137, 145], width: 3 } },
  '041': { ...USUAL_400, our_number: [63, 72] },
  '077': {
    detail: '1',
    our_number: [71, 81],
    occurrence: [90, 91],
    occurrence_day: [92, 97],
    document: [98, 107],
    due_day: [119, 124],
    amount: [125, 137],
    paid: [160, 172],
    credit_day: [173, 178],
    settled: codes('06'),
  },
  '104': { ...USUAL_400, our_number: [57, 73], credit_day: [294, 299], settled: codes('21 22') },
  '237': { ...USUAL_400, our_number: [71, 82], settled: codes('06 15 17'), reasons: { span: [319, 328], width: 2 } },
  '341': { ...USUAL_400, our_number: [86, 94], settled: codes('06 07 08 10 59'), reasons: { span: [378, 385], width: 2 } },
  '748': { ...USUAL_400, our_number: [48, 62], credit_day: [329, 336], settled: codes('06 15 16') },
  '756': { ...USUAL_400, our_number: [63, 73], credit_day: [176, 181], fee: [182, 188], settled: codes('05 06') },
}

/** In CNAB 240 the T segment names the title and the U segment after it the money. Days DDMMYYYY. */
export interface Layout240 {
  our_number: Span
  document: Span
  due_day: Span
  amount: Span
  payer: Span
  fee: Span
  settled: ReadonlySet<string>
  reasons: Pieces
}

const USUAL_240: Layout240 = {
  our_number: [38, 57],
  document: [59, 73],
  due_day: [74, 81],
  amount: [82, 96],
  payer: [149, 188],
  fee: [199, 213],
  settled: USUALLY_SETTLED,
  reasons: { span: [214, 223], width: 2 },
}

/** What is known of each bank's returns, most of which follow FEBRABAN's layout. */
const OWN_240: Readonly<Record<string, Partial<Layout240>>> = {
  '001': {},
  '033': {
    our_number: [41, 53],
    document: [55, 69],
    due_day: [70, 77],
    amount: [78, 92],
    payer: [144, 183],
    fee: [194, 208],
    reasons: { span: [209, 218], width: 2 },
  },
  '104': { our_number: [40, 56], document: [59, 69], settled: codes('06 46') },
  '237': {},
  '341': { our_number: [41, 48], document: [59, 68], payer: [149, 178], settled: codes('06 08 10') },
  '748': {},
  // Instalment, modality and form stand right behind the number, within FEBRABAN's field for it.
  '756': { our_number: [38, 47], settled: codes('06 17 50') },
}

export const layout240Of = (bank: string): Layout240 => ({ ...USUAL_240, ...OWN_240[bank] })

/** A bank nobody has read a return of: it is taken to follow FEBRABAN's layout, and the person is told. */
export const isUnknown240 = (bank: string): boolean => !(bank in OWN_240)

/** The U segment is the same everywhere. */
export const MONEY_240 = { paid: [78, 92], occurrence_day: [138, 145], credit_day: [146, 153] } as const satisfies Record<string, Span>
