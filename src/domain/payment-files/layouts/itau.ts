// Itaú's SISPAG in CNAB 240 (file 081): header, lots by form of payment, segments A and B of a Pix, A of a transfer, J and J-52 of a slip, O of a guide, N of a DARF.
import type { Row } from '../../collection/fixed.ts'
import { PLACES_A, PLACES_J } from './febraban.ts'
import type { BankLayout } from './layout.ts'

const detail = (segment: string): readonly Row[] => [
  [1, 3, 'num', 'bank_code'],
  [4, 7, 'num', 'lot'],
  [8, 8, 'is', '3'],
  [9, 13, 'num', 'record'],
  [14, 14, 'is', segment],
]
/** The company and the account that pays. */
const PAYER: readonly Row[] = [
  [18, 18, 'as', 'company_kind'],
  [19, 32, 'num', 'company_document'],
  [33, 52, 'blank'],
  [53, 57, 'num', 'branch'],
  [58, 58, 'blank'],
  [59, 70, 'num', 'account'],
  [71, 71, 'blank'],
  [72, 72, 'as', 'account_digit'],
  [73, 102, 'text', 'company_name'],
]

const HEADER: readonly Row[] = [
  [1, 3, 'num', 'bank_code'],
  [4, 8, 'is', '00000'],
  [9, 14, 'blank'],
  [15, 17, 'is', '081'],
  ...PAYER,
  [103, 132, 'text', 'bank_name'],
  [133, 142, 'blank'],
  [143, 143, 'is', '1'],
  [144, 151, 'day8', 'day'],
  [152, 157, 'num', 'time'],
  [158, 171, 'zeros'],
  [172, 240, 'blank'],
]
const LOT: readonly Row[] = [
  [1, 3, 'num', 'bank_code'],
  [4, 7, 'num', 'lot'],
  [8, 9, 'is', '1C'],
  [10, 11, 'num', 'service'],
  [12, 13, 'num', 'form'],
  [14, 16, 'num', 'version'],
  [17, 17, 'blank'],
  ...PAYER,
  [103, 240, 'blank'],
]
/** A Pix by key names no bank nor account: the key stands in segment B. */
const SEGMENT_A: readonly Row[] = [
  ...detail('A'),
  [15, 17, 'zeros'],
  [18, 20, 'is', '009'],
  [21, 28, 'zeros'],
  [29, 29, 'blank'],
  [30, 41, 'zeros'],
  [42, 42, 'blank'],
  [43, 43, 'zeros'],
  [44, 73, 'text', 'payee_name'],
  [74, 93, 'text', 'our_number'],
  [94, 101, 'day8', 'pay_on'],
  [102, 104, 'is', 'REA'],
  [105, 112, 'zeros'],
  [113, 114, 'is', '04'],
  [115, 119, 'zeros'],
  [120, 134, 'num', 'amount_cents'],
  [135, 154, 'blank'],
  [155, 177, 'zeros'],
  [178, 197, 'blank'],
  [198, 203, 'zeros'],
  [204, 217, 'num', 'payee_document'],
  [218, 240, 'blank'],
]
/** A transfer, as in the published example. */
const SEGMENT_A_TRANSFER: readonly Row[] = [
  ...detail('A'),
  [15, 20, 'zeros'],
  [21, 23, 'num', 'payee_bank'],
  [24, 28, 'num', 'payee_branch'],
  [29, 29, 'blank'],
  [30, 41, 'num', 'payee_account'],
  [42, 42, 'blank'],
  [43, 43, 'as', 'payee_digit'],
  [44, 73, 'text', 'payee_name'],
  [74, 93, 'text', 'our_number'],
  [94, 101, 'day8', 'pay_on'],
  [102, 104, 'is', 'REA'],
  [105, 119, 'zeros'],
  [120, 134, 'num', 'amount_cents'],
  [135, 154, 'blank'],
  [155, 177, 'zeros'],
  [178, 197, 'blank'],
  [198, 203, 'zeros'],
  [204, 217, 'num', 'payee_document'],
  [218, 219, 'text', 'purpose'],
  [220, 240, 'blank'],
]
const SEGMENT_B: readonly Row[] = [
  ...detail('B'),
  [15, 16, 'num', 'key_kind'],
  [17, 17, 'blank'],
  [18, 18, 'as', 'payee_kind'],
  [19, 32, 'num', 'payee_document'],
  [33, 127, 'blank'],
  [128, 227, 'raw', 'pix_key'],
  [228, 240, 'blank'],
]
const SEGMENT_J: readonly Row[] = [
  ...detail('J'),
  [15, 17, 'zeros'],
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
  [203, 240, 'blank'],
]
const SEGMENT_J_52: readonly Row[] = [
  ...detail('J'),
  [15, 17, 'zeros'],
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
const SEGMENT_O: readonly Row[] = [
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
const SEGMENT_N_DARF: readonly Row[] = [
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
const LOT_END: readonly Row[] = [
  [1, 3, 'num', 'bank_code'],
  [4, 7, 'num', 'lot'],
  [8, 8, 'is', '5'],
  [9, 17, 'blank'],
  [18, 23, 'num', 'lot_records'],
]
/** Of a lot of taxes without a bar code: the sums apart. */
const LOT_TRAILER_TAXES: readonly Row[] = [
  ...LOT_END,
  [24, 37, 'num', 'principal_cents'],
  [38, 51, 'zeros'],
  [52, 65, 'num', 'charges_cents'],
  [66, 79, 'num', 'total_cents'],
  [80, 240, 'blank'],
]
const LOT_TRAILER: readonly Row[] = [...LOT_END, [24, 41, 'num', 'total_cents'], [42, 59, 'zeros'], [60, 240, 'blank']]
const TRAILER: readonly Row[] = [
  [1, 3, 'num', 'bank_code'],
  [4, 8, 'is', '99999'],
  [9, 17, 'blank'],
  [18, 23, 'num', 'lots'],
  [24, 29, 'num', 'records'],
  [30, 240, 'blank'],
]

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
    A: PLACES_A,
    J: PLACES_J,
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
