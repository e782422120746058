// Payments in CNAB 240 as FEBRABAN draws them: header, lots, segments A and B of transfers and Pix, J and J-52 of slips, O of guides,
// N of a DARF without a bar code. Each bank says only where it differs.
import type { Row, Values } from '../../collection/fixed.ts'
import type { PayingAgreement } from '../agreement.ts'
import type { BankLayout, Places, Rows, Segment } from './layout.ts'

/** The rows, with those of a bank in the place of the standard's. The writer refuses a gap or an overlap. */
export const over = (base: Rows, ...own: Rows): Rows =>
  [...base.filter(([from, to]) => !own.some(one => one[0] <= to && one[1] >= from)), ...own].sort((a, b) => a[0] - b[0])

/** How every record of a payment begins. */
export const detail = (segment: string): Rows => [
  [1, 3, 'num', 'bank_code'],
  [4, 7, 'num', 'lot'],
  [8, 8, 'is', '3'],
  [9, 13, 'num', 'record'],
  [14, 14, 'is', segment],
]
/** Tipo de movimento and instrução: an inclusion, set free. */
const INCLUDED: Row = [15, 17, 'zeros']
const OCCURRENCES: Row = [231, 240, 'blank']

/** The company, its agreement and the account that pays. */
const PAYER: Rows = [
  [18, 18, 'as', 'company_kind'],
  [19, 32, 'num', 'company_document'],
  [33, 52, 'text', 'code'],
  [53, 57, 'num', 'branch'],
  [58, 58, 'text', 'branch_digit'],
  [59, 70, 'num', 'account'],
  [71, 71, 'as', 'account_digit'],
  [72, 72, 'blank'],
  [73, 102, 'text', 'company_name'],
]

export const HEADER: Rows = [
  [1, 3, 'num', 'bank_code'],
  [4, 8, 'is', '00000'],
  [9, 17, 'blank'],
  ...PAYER,
  [103, 132, 'text', 'bank_name'],
  [133, 142, 'blank'],
  [143, 143, 'is', '1'],
  [144, 151, 'day8', 'day'],
  [152, 157, 'num', 'time'],
  [158, 163, 'num', 'sequence'],
  [164, 166, 'num', 'file_version'],
  [167, 171, 'num', 'density'],
  [172, 240, 'blank'],
]

/** The company's address is left out: banks do not ask for it. */
export const LOT: Rows = [
  [1, 3, 'num', 'bank_code'],
  [4, 7, 'num', 'lot'],
  [8, 9, 'is', '1C'],
  [10, 11, 'num', 'service'],
  [12, 13, 'num', 'form'],
  [14, 16, 'num', 'version'],
  [17, 17, 'blank'],
  ...PAYER,
  [103, 172, 'blank'],
  [173, 177, 'zeros'],
  [178, 212, 'blank'],
  [213, 220, 'zeros'],
  [221, 222, 'blank'],
  [223, 224, 'text', 'indicator'],
  [225, 230, 'blank'],
  OCCURRENCES,
]

/** `chamber`, `ted_purpose` and `ted_account` are those of a TED, and empty in a credit at the own bank. */
export const SEGMENT_A: Rows = [
  ...detail('A'),
  INCLUDED,
  [18, 20, 'num', 'chamber'],
  [21, 23, 'num', 'payee_bank'],
  [24, 28, 'num', 'payee_branch'],
  [29, 29, 'text', 'payee_branch_digit'],
  [30, 41, 'num', 'payee_account'],
  [42, 42, 'text', 'payee_digit'],
  [43, 43, 'blank'],
  [44, 73, 'text', 'payee_name'],
  [74, 93, 'text', 'our_number'],
  [94, 101, 'day8', 'pay_on'],
  [102, 104, 'is', 'BRL'],
  [105, 119, 'zeros'],
  [120, 134, 'num', 'amount_cents'],
  [135, 154, 'blank'],
  [155, 177, 'zeros'],
  [178, 217, 'blank'],
  [218, 219, 'blank'],
  [220, 224, 'text', 'ted_purpose'],
  [225, 226, 'blank'],
  [227, 229, 'blank'],
  [230, 230, 'is', '0'],
  OCCURRENCES,
]

/** Beside a transfer: who receives, when and how much. */
export const SEGMENT_B: Rows = [
  ...detail('B'),
  [15, 17, 'blank'],
  [18, 18, 'as', 'payee_kind'],
  [19, 32, 'num', 'payee_document'],
  [33, 62, 'blank'],
  [63, 67, 'zeros'],
  [68, 117, 'blank'],
  [118, 125, 'zeros'],
  [126, 127, 'blank'],
  [128, 135, 'day8', 'pay_on'],
  [136, 150, 'num', 'amount_cents'],
  [151, 210, 'zeros'],
  [211, 225, 'blank'],
  [226, 226, 'is', '0'],
  [227, 232, 'zeros'],
  [233, 240, 'blank'],
]

/** Beside a Pix: how it is begun (G100), and its key. */
export const SEGMENT_B_PIX: Rows = [
  ...detail('B'),
  [15, 16, 'num', 'key_kind'],
  [17, 17, 'blank'],
  [18, 18, 'as', 'payee_kind'],
  [19, 32, 'num', 'payee_document'],
  [33, 127, 'blank'],
  [128, 226, 'raw', 'pix_key'],
  [227, 232, 'zeros'],
  [233, 240, 'zeros'],
]

export const SEGMENT_J: Rows = [
  ...detail('J'),
  INCLUDED,
  [18, 61, 'as', 'barcode'],
  [62, 91, 'text', 'payee_name'],
  [92, 99, 'day8', 'due'],
  [100, 114, 'num', 'nominal_cents'],
  [115, 129, 'num', 'discount_cents'],
  [130, 144, 'num', 'addition_cents'],
  [145, 152, 'day8', 'pay_on'],
  [153, 167, 'num', 'amount_cents'],
  [168, 182, 'zeros'],
  [183, 202, 'text', 'our_number'],
  [203, 222, 'blank'],
  [223, 224, 'is', '09'],
  [225, 230, 'blank'],
  OCCURRENCES,
]

export const SEGMENT_J_52: Rows = [
  ...detail('J'),
  [15, 15, 'blank'],
  [16, 17, 'is', '00'],
  [18, 19, 'is', '52'],
  [20, 20, 'as', 'company_kind'],
  [21, 35, 'num', 'company_document'],
  [36, 75, 'text', 'company_name'],
  [76, 76, 'as', 'payee_kind'],
  [77, 91, 'num', 'payee_document'],
  [92, 131, 'text', 'payee_name'],
  [132, 147, 'zeros'],
  [148, 240, 'blank'],
]

export const SEGMENT_O: Rows = [
  ...detail('O'),
  INCLUDED,
  [18, 61, 'as', 'barcode'],
  [62, 91, 'text', 'payee_name'],
  [92, 99, 'day8', 'due'],
  [100, 107, 'day8', 'pay_on'],
  [108, 122, 'num', 'amount_cents'],
  [123, 142, 'text', 'our_number'],
  [143, 230, 'blank'],
  OCCURRENCES,
]

/**
 * A DARF without a bar code: segment N with what N2 adds from 111 on. The kind of taxpayer (N003) is 1 for a CNPJ and 2 for a CPF, the other way
 * round than everywhere else in the file.
 */
export const SEGMENT_N_DARF: Rows = [
  ...detail('N'),
  INCLUDED,
  [18, 37, 'text', 'our_number'],
  [38, 57, 'blank'],
  [58, 87, 'text', 'company_name'],
  [88, 95, 'day8', 'pay_on'],
  [96, 110, 'num', 'amount_cents'],
  [111, 116, 'text', 'revenue_code'],
  [117, 118, 'num', 'taxpayer_kind'],
  [119, 132, 'num', 'company_document'],
  [133, 134, 'is', '16'],
  [135, 142, 'day8', 'assessment_date'],
  [143, 159, 'num', 'reference_number'],
  [160, 174, 'num', 'principal_cents'],
  [175, 189, 'num', 'fine_cents'],
  [190, 204, 'num', 'interest_cents'],
  [205, 212, 'day8', 'due'],
  [213, 230, 'blank'],
  OCCURRENCES,
]

export const LOT_TRAILER: Rows = [
  [1, 3, 'num', 'bank_code'],
  [4, 7, 'num', 'lot'],
  [8, 8, 'is', '5'],
  [9, 17, 'blank'],
  [18, 23, 'num', 'lot_records'],
  [24, 41, 'num', 'total_cents'],
  [42, 65, 'zeros'],
  [66, 240, 'blank'],
]
/** Of a lot of taxes: it counts no currency and names no notice of debit. */
const LOT_TRAILER_TAXES = over(LOT_TRAILER, [42, 240, 'blank'])
export const TRAILER: Rows = [
  [1, 3, 'num', 'bank_code'],
  [4, 8, 'is', '99999'],
  [9, 17, 'blank'],
  [18, 23, 'num', 'lots'],
  [24, 29, 'num', 'records'],
  [30, 35, 'zeros'],
  [36, 240, 'blank'],
]

/** Where a return has what the bank says of a payment. */
export const PLACES: Readonly<Record<Segment, Places>> = {
  A: {
    number: [74, 93],
    days: [155, 94],
    amounts: [
      [163, 177],
      [120, 134],
    ],
  },
  J: { number: [183, 202], days: [145], amounts: [[153, 167]] },
  O: { number: [123, 142], days: [100], amounts: [[108, 122]] },
  N: { number: [18, 37], days: [88], amounts: [[96, 110]] },
}

/** Contas e tributos com código de barras. */
const WITH_BARCODE = '11'

interface Own
  extends Pick<BankLayout, 'bank_name' | 'records' | 'lotting'>,
    Partial<Pick<BankLayout, 'header' | 'lot' | 'taxTrailer' | 'number' | 'places'>> {
  readonly file_version: string
  readonly density: string
  agreed?(agreement: PayingAgreement, isTest: boolean): Values
}

/** The standard, where the bank says nothing else. */
export const febraban = ({ file_version, density, agreed, ...own }: Own): BankLayout => ({
  header: HEADER,
  lot: LOT,
  lotTrailer: LOT_TRAILER,
  taxTrailer: LOT_TRAILER_TAXES,
  trailer: TRAILER,
  places: PLACES,
  digitAt: 71,
  collectionForm: () => WITH_BARCODE,
  ...own,
  agreed: (agreement, isTest) => ({ file_version, density, ...agreed?.(agreement, isTest) }),
})

/** A return of a bank that nobody here writes for. */
export const UNKNOWN_BANK = febraban({
  bank_name: '',
  file_version: '0',
  density: '0',
  records: {},
  lotting: () => ({ service: '20', version: '0' }),
})
