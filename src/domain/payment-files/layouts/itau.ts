// Itaú's SISPAG in CNAB 240 (file 081), where it differs from the standard: a transfer has no segment B, guides and DARFs have their own records.
import {
  detail,
  over,
  PLACES,
  SEGMENT_B_PIX,
  SEGMENT_A as STANDARD_A,
  HEADER as STANDARD_HEADER,
  SEGMENT_J as STANDARD_J,
  SEGMENT_J_52 as STANDARD_J_52,
  LOT as STANDARD_LOT,
  LOT_TRAILER as STANDARD_LOT_TRAILER,
  TRAILER as STANDARD_TRAILER,
} from './febraban.ts'
import type { BankLayout, Rows } from './layout.ts'

/** The account that pays, without an agreement's number. */
const PAYER: Rows = [
  [33, 52, 'blank'],
  [58, 58, 'blank'],
  [71, 71, 'blank'],
  [72, 72, 'as', 'account_digit'],
]
const HEADER = over(STANDARD_HEADER, ...PAYER, [9, 14, 'blank'], [15, 17, 'is', '081'], [158, 171, 'zeros'])
const LOT = over(STANDARD_LOT, ...PAYER, [103, 240, 'blank'])

/** A transfer, as in the published example. */
const SEGMENT_A_TRANSFER = over(
  STANDARD_A,
  [18, 20, 'zeros'],
  [29, 29, 'blank'],
  [42, 42, 'blank'],
  [43, 43, 'as', 'payee_digit'],
  [102, 104, 'is', 'REA'],
  [178, 197, 'blank'],
  [198, 203, 'zeros'],
  [204, 217, 'num', 'payee_document'],
  [218, 219, 'text', 'purpose'],
  [220, 240, 'blank'],
)
/** A Pix by key names no bank nor account: the key stands in segment B. */
const SEGMENT_A = over(
  SEGMENT_A_TRANSFER,
  [18, 20, 'is', '009'],
  [21, 28, 'zeros'],
  [30, 41, 'zeros'],
  [43, 43, 'zeros'],
  [105, 112, 'zeros'],
  [113, 114, 'is', '04'],
  [115, 119, 'zeros'],
  [218, 240, 'blank'],
)
const SEGMENT_B = over(SEGMENT_B_PIX, [128, 227, 'raw', 'pix_key'], [228, 240, 'blank'])
const SEGMENT_J = over(STANDARD_J, [203, 240, 'blank'])
const SEGMENT_J_52 = over(STANDARD_J_52, [15, 17, 'zeros'])
const SEGMENT_O: Rows = [
  ...detail('O'),
  [15, 17, 'zeros'],
  [18, 65, 'as', 'digitable_line'],
  [66, 95, 'text', 'payee_name'],
  [96, 103, 'day8', 'due'],
  [104, 106, 'is', 'REA'],
  [107, 121, 'zeros'],
  [122, 136, 'num', 'amount_cents'],
  [137, 144, 'day8', 'pay_on'],
  [145, 159, 'zeros'],
  [160, 162, 'blank'],
  [163, 171, 'zeros'],
  [172, 174, 'blank'],
  [175, 194, 'text', 'our_number'],
  [195, 240, 'blank'],
]
/** A DARF: whose tax it is stands where others name who receives. */
const SEGMENT_N_DARF: Rows = [
  ...detail('N'),
  [15, 17, 'zeros'],
  [18, 19, 'is', '02'],
  [20, 23, 'num', 'revenue_code'],
  [24, 24, 'as', 'company_kind'],
  [25, 38, 'num', 'company_document'],
  [39, 46, 'day8', 'assessment_date'],
  [47, 63, 'num', 'reference_number'],
  [64, 77, 'num', 'principal_cents'],
  [78, 91, 'num', 'fine_cents'],
  [92, 105, 'num', 'interest_cents'],
  [106, 119, 'num', 'amount_cents'],
  [120, 127, 'day8', 'due'],
  [128, 135, 'day8', 'pay_on'],
  [136, 165, 'blank'],
  [166, 195, 'text', 'company_name'],
  [196, 215, 'text', 'our_number'],
  [216, 240, 'blank'],
]
const LOT_TRAILER = over(STANDARD_LOT_TRAILER, [42, 59, 'zeros'], [60, 240, 'blank'])
/** Of a lot of taxes without a bar code: the sums apart. */
const LOT_TRAILER_TAXES = over(
  STANDARD_LOT_TRAILER,
  [24, 37, 'num', 'principal_cents'],
  [38, 51, 'zeros'],
  [52, 65, 'num', 'charges_cents'],
  [66, 79, 'num', 'total_cents'],
  [80, 240, 'blank'],
)
const TRAILER = over(STANDARD_TRAILER, [30, 240, 'blank'])

/** Forms of payment of a guide, by the segment its barcode names in its second digit; the others are utilities. */
const COLLECTION_FORMS: Readonly<Record<string, string>> = { '1': '19', '5': '91', '7': '91' }
const UTILITY = '13'
const TAX = '22'
const SUPPLIERS = '20'

export const ITAU: BankLayout = {
  bank_name: 'BANCO ITAU',
  header: HEADER,
  lot: LOT,
  lotTrailer: LOT_TRAILER,
  taxTrailer: LOT_TRAILER_TAXES,
  trailer: TRAILER,
  records: {
    PIX: [SEGMENT_A, SEGMENT_B],
    TRANSFER: [SEGMENT_A_TRANSFER],
    SLIP: [SEGMENT_J, SEGMENT_J_52],
    COLLECTION: [SEGMENT_O],
    DARF: [SEGMENT_N_DARF],
  },
  lotting: (kind, form) => ({
    service: kind === 'DARF' || Object.values(COLLECTION_FORMS).includes(form) ? TAX : SUPPLIERS,
    version: kind === 'PIX' || kind === 'TRANSFER' ? '040' : '030',
  }),
  collectionForm: barcode => COLLECTION_FORMS[barcode[1] ?? ''] ?? UTILITY,
  agreed: () => ({}),
  places: {
    A: PLACES.A,
    J: PLACES.J,
    O: {
      number: [175, 194],
      days: [137],
      amounts: [
        [145, 159],
        [122, 136],
      ],
    },
    N: { number: [196, 215], days: [128], amounts: [[106, 119]] },
  },
  digitAt: 72,
}
