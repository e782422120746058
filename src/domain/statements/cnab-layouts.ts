// Where each field stands in a bank's return file, 1-based and inclusive as in the banks' manuals.

export type Span = readonly [from: number, to: number]

/** A detail record of CNAB 400. Amounts in cents, days DDMMYY. */
export interface Layout400 {
  /** The first character of detail records. */
  detail: '1' | '7'
  our_number: Span
  occurrence: Span
  occurrence_day: Span
  document: Span
  due_day: Span
  amount: Span
  fee: Span
  paid: Span
  credit_day: Span
}

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
}

/** Banks whose returns can be read, by COMPE code; any other bank's file is refused rather than misread. */
export const LAYOUTS_400: Readonly<Record<string, Layout400>> = {
  '001': { ...USUAL_400, detail: '7', our_number: [64, 80], credit_day: [176, 181], fee: [182, 188] },
  '033': { ...USUAL_400, our_number: [63, 70] },
  '041': { ...USUAL_400, our_number: [63, 72] },
  '077': { ...USUAL_400, our_number: [71, 81] },
  '104': { ...USUAL_400, our_number: [57, 73] },
  '237': { ...USUAL_400, our_number: [71, 82] },
  '341': { ...USUAL_400, our_number: [86, 94] },
  '748': { ...USUAL_400, our_number: [48, 62] },
}

/** In CNAB 240 the T segment names the title and the U segment after it the money. Days DDMMYYYY. */
export interface Layout240 {
  our_number: Span
  document: Span
  due_day: Span
  amount: Span
  payer: Span
  fee: Span
}

const USUAL_240: Layout240 = {
  our_number: [38, 57],
  document: [59, 73],
  due_day: [74, 81],
  amount: [82, 96],
  payer: [149, 188],
  fee: [199, 213],
}

/** Where a bank deviates from FEBRABAN's layout. */
const OWN_240: Readonly<Record<string, Layout240>> = {
  '033': { our_number: [41, 53], document: [55, 69], due_day: [70, 77], amount: [78, 92], payer: [144, 183], fee: [194, 208] },
}

export const layout240Of = (bank: string): Layout240 => OWN_240[bank] ?? USUAL_240

/** The U segment is the same everywhere. */
export const MONEY_240 = { paid: [78, 92], net: [93, 107], occurrence_day: [138, 145], credit_day: [146, 153] } as const satisfies Record<
  string,
  Span
>

/** 06 settled, 17 settled after write-off or without registration: the occurrences that bring money. */
export const SETTLED_OCCURRENCES: ReadonlySet<string> = new Set(['06', '17'])
