// CNAB 240 of charges, as each bank takes it: header, lot, segments P, Q and R of each slip, trailers. Positions as in the banks' manuals.
import type { Row } from '../fixed.ts'
import type { RemessaLayout } from './layout.ts'

const start = (literal: string): readonly Row[] => [
  [1, 3, 'num', 'bank_code'],
  [4, 17, 'is', literal],
]
const detail = (segment: string): readonly Row[] => [
  [1, 3, 'num', 'bank_code'],
  [4, 8, 'is', '00013'],
  [9, 13, 'num', 'line'],
  [14, 15, 'is', `${segment} `],
  [16, 17, 'num', 'movement'],
]
const COMPANY_14: readonly Row[] = [
  [18, 18, 'as', 'company_kind'],
  [19, 32, 'num', 'company_document'],
]
const COMPANY_15: readonly Row[] = [
  [18, 18, 'as', 'company_kind'],
  [19, 33, 'num', 'company_document'],
]
const NAME: Row = [73, 102, 'text', 'company_name']
const bankName = (name: string): readonly Row[] => [
  [103, 132, 'is', name.padEnd(30)],
  [133, 142, 'blank'],
  [143, 143, 'is', '1'],
  [144, 151, 'day8', 'day'],
]
const TIMED: readonly Row[] = [
  [152, 157, 'num', 'time'],
  [158, 163, 'num', 'sequence'],
]
const LOT_END: readonly Row[] = [
  [74, 103, 'text', 'company_name'],
  [104, 183, 'blank'],
  [184, 191, 'num', 'sequence'],
  [192, 199, 'day8', 'day'],
  [200, 207, 'zeros'],
  [208, 240, 'blank'],
]
/** Due, amount and kind of the title. */
const title = (before: string, kind: string): readonly Row[] => [
  [78, 85, 'day8', 'due'],
  [86, 100, 'num', 'amount_cents'],
  [101, 105, 'zeros'],
  [106, 106, 'is', before],
  [107, 109, 'is', `${kind}N`],
  [110, 117, 'day8', 'issued'],
  [118, 118, 'as', 'interest_kind'],
  [119, 126, 'day8', 'interest_day'],
  [127, 141, 'num', 'interest_cents'],
]
const NO_DISCOUNT: readonly Row[] = [
  [142, 180, 'zeros'],
  [181, 195, 'num', 'rebate_cents'],
]
const PROTEST: readonly Row[] = [
  [221, 221, 'as', 'protest_kind'],
  [222, 223, 'num', 'protest_days'],
]
const REAL: readonly Row[] = [
  [228, 229, 'is', '09'],
  [230, 239, 'zeros'],
  [240, 240, 'blank'],
]
const payer = (zeros: number): readonly Row[] => [
  ...detail('Q'),
  [18, 18, 'as', 'payer_kind'],
  [19, 33, 'num', 'payer_document'],
  [34, 73, 'text', 'payer_name'],
  [74, 113, 'text', 'payer_address'],
  [114, 128, 'text', 'payer_district'],
  [129, 136, 'num', 'payer_postal_code'],
  [137, 151, 'text', 'payer_city'],
  [152, 153, 'text', 'payer_state'],
  [154, 169, 'zeros'],
  [170, 209, 'blank'],
  [210, zeros, 'zeros'],
  [zeros + 1, 240, 'blank'],
]
const FINE: readonly Row[] = [
  ...detail('R'),
  [18, 65, 'zeros'],
  [66, 66, 'as', 'fine_kind'],
  [67, 74, 'day8', 'fine_day'],
  [75, 89, 'num', 'fine_rate'],
]
const FINE_BLANK: readonly Row[] = [...FINE, [90, 240, 'blank']]
/** With a debit account that nobody uses. */
const FINE_DEBIT: readonly Row[] = [
  ...FINE,
  [90, 199, 'blank'],
  [200, 215, 'zeros'],
  [216, 216, 'blank'],
  [217, 228, 'zeros'],
  [229, 230, 'blank'],
  [231, 231, 'zeros'],
  [232, 240, 'blank'],
]
const LOT_TRAILER: readonly Row[] = [...start('00015         '), [18, 23, 'num', 'lot_records']]
const fileTrailer = (filler: 'blank' | 'zeros'): readonly Row[] => [
  ...start('99999         '),
  [18, 23, 'is', '000001'],
  [24, 29, 'num', 'records'],
  [30, 35, filler],
  [36, 240, 'blank'],
]
const ACCOUNT_P: readonly Row[] = [
  [24, 35, 'num', 'account'],
  [36, 36, 'as', 'account_digit'],
  [37, 37, 'blank'],
]

export const BANCO_DO_BRASIL_240: RemessaLayout = {
  width: 240,
  header: [
    ...start('00000         '),
    ...COMPANY_14,
    [33, 41, 'num', 'code'],
    [42, 45, 'is', '0014'],
    [46, 47, 'num', 'wallet'],
    [48, 50, 'num', 'variation'],
    [51, 52, 'blank'],
    [53, 57, 'num', 'branch'],
    [58, 58, 'as', 'branch_digit'],
    [59, 70, 'num', 'account'],
    [71, 71, 'as', 'account_digit'],
    [72, 72, 'blank'],
    NAME,
    ...bankName('BANCO DO BRASIL SA'),
    ...TIMED,
    [164, 171, 'is', '08300000'],
    [172, 211, 'zeros'],
    [212, 240, 'blank'],
  ],
  lot: [
    ...start('00011R01  042 '),
    ...COMPANY_15,
    [34, 42, 'num', 'code'],
    [43, 46, 'is', '0014'],
    [47, 48, 'num', 'wallet'],
    [49, 51, 'num', 'variation'],
    [52, 53, 'blank'],
    [54, 58, 'num', 'branch'],
    [59, 59, 'as', 'branch_digit'],
    [60, 71, 'num', 'account'],
    [72, 72, 'as', 'account_digit'],
    [73, 73, 'blank'],
    ...LOT_END,
  ],
  details: [
    [
      ...detail('P'),
      [18, 22, 'num', 'branch'],
      [23, 23, 'as', 'branch_digit'],
      ...ACCOUNT_P,
      [38, 57, 'text', 'our_number'],
      [58, 62, 'is', '71 00'],
      [63, 77, 'num', 'document'],
      ...title(' ', '02'),
      ...NO_DISCOUNT,
      [196, 220, 'end', 'control'],
      ...PROTEST,
      [224, 227, 'zeros'],
      ...REAL,
    ],
    payer(212),
    FINE_DEBIT,
  ],
  lotTrailer: [...LOT_TRAILER, [24, 240, 'zeros']],
  trailer: fileTrailer('blank'),
  codes: { REGISTER: '01', WRITE_OFF: '02', REBATE: '04', DUE_DATE: '06', PROTEST: '09', STOP_PROTEST: '10' },
  says: { noInterest: '3', noProtest: '3' },
}

export const SANTANDER_240: RemessaLayout = {
  width: 240,
  header: [
    [1, 3, 'num', 'bank_code'],
    [4, 8, 'is', '00000'],
    [9, 16, 'blank'],
    [17, 17, 'as', 'company_kind'],
    [18, 32, 'num', 'company_document'],
    [33, 47, 'num', 'transmission_code'],
    [48, 72, 'blank'],
    NAME,
    ...bankName('BANCO SANTANDER'),
    [152, 157, 'blank'],
    [158, 163, 'num', 'sequence'],
    [164, 166, 'is', '040'],
    [167, 240, 'blank'],
  ],
  lot: [...start('00011R01  030 '), ...COMPANY_15, [34, 53, 'blank'], [54, 68, 'num', 'transmission_code'], [69, 73, 'blank'], ...LOT_END],
  details: [
    [
      ...detail('P'),
      [18, 21, 'num', 'branch'],
      [22, 22, 'as', 'branch_digit'],
      [23, 31, 'num', 'account'],
      [32, 32, 'as', 'account_digit'],
      [33, 41, 'num', 'account'],
      [42, 42, 'as', 'account_digit'],
      [43, 44, 'blank'],
      [45, 57, 'num', 'our_number_whole'],
      [58, 62, 'is', '112  '],
      [63, 77, 'text', 'document'],
      ...title(' ', '02'),
      ...NO_DISCOUNT,
      [196, 220, 'text', 'control'],
      ...PROTEST,
      [224, 224, 'as', 'write_off_kind'],
      [225, 227, 'num', 'write_off_days'],
      [228, 229, 'zeros'],
      [230, 240, 'blank'],
    ],
    payer(221),
    FINE_BLANK,
  ],
  lotTrailer: [...LOT_TRAILER, [24, 240, 'blank']],
  trailer: fileTrailer('blank'),
  codes: { REGISTER: '01', WRITE_OFF: '02', REBATE: '04', DUE_DATE: '06', PROTEST: '09', STOP_PROTEST: '18' },
  says: { noInterest: '3', noProtest: '0' },
}

export const CAIXA_240: RemessaLayout = {
  width: 240,
  header: [
    ...start('00000         '),
    ...COMPANY_14,
    [33, 52, 'zeros'],
    [53, 57, 'num', 'branch'],
    [58, 58, 'as', 'branch_digit'],
    [59, 64, 'num', 'code'],
    [65, 72, 'zeros'],
    NAME,
    ...bankName('CAIXA ECONOMICA FEDERAL'),
    ...TIMED,
    [164, 171, 'is', '05000000'],
    [172, 191, 'blank'],
    [192, 211, 'text', 'phase'],
    [212, 215, 'as', 'software'],
    [216, 240, 'blank'],
  ],
  lot: [
    ...start('00011R0100030 '),
    ...COMPANY_15,
    [34, 39, 'num', 'code'],
    [40, 53, 'zeros'],
    [54, 58, 'num', 'branch'],
    [59, 59, 'as', 'branch_digit'],
    [60, 65, 'num', 'code'],
    [66, 73, 'zeros'],
    ...LOT_END,
  ],
  details: [
    [
      ...detail('P'),
      [18, 22, 'num', 'branch'],
      [23, 23, 'as', 'branch_digit'],
      [24, 29, 'num', 'code'],
      [30, 40, 'zeros'],
      [41, 57, 'num', 'our_number'],
      [58, 62, 'is', '11220'],
      [63, 73, 'num', 'document'],
      [74, 77, 'blank'],
      ...title('0', '99'),
      ...NO_DISCOUNT,
      [196, 206, 'num', 'control'],
      [207, 220, 'blank'],
      ...PROTEST,
      [224, 224, 'is', '1'],
      [225, 227, 'num', 'write_off_days'],
      ...REAL,
    ],
    payer(212),
    FINE_BLANK,
  ],
  lotTrailer: [...LOT_TRAILER, [24, 92, 'zeros'], [93, 240, 'blank']],
  trailer: fileTrailer('blank'),
  codes: { REGISTER: '01', WRITE_OFF: '02', REBATE: '04', DUE_DATE: '06', PROTEST: '09', STOP_PROTEST: '11' },
  says: { noInterest: '3', noProtest: '3', writeOffDays: 120 },
}

const BRANCH_ACCOUNT_HEADER = (digit: Row): readonly Row[] => [
  [33, 52, 'blank'],
  [53, 57, 'num', 'branch'],
  digit,
  [59, 70, 'num', 'account'],
  [71, 71, 'as', 'account_digit'],
  [72, 72, 'blank'],
]
const BRANCH_ACCOUNT_LOT = (digit: Row): readonly Row[] => [
  [34, 53, 'blank'],
  [54, 58, 'num', 'branch'],
  digit,
  [60, 71, 'num', 'account'],
  [72, 72, 'as', 'account_digit'],
  [73, 73, 'blank'],
]

export const SICREDI_240: RemessaLayout = {
  width: 240,
  header: [
    ...start('00000         '),
    ...COMPANY_14,
    ...BRANCH_ACCOUNT_HEADER([58, 58, 'blank']),
    NAME,
    ...bankName('SICREDI'),
    ...TIMED,
    [164, 171, 'is', '08101600'],
    [172, 240, 'blank'],
  ],
  lot: [...start('00011R01  040 '), ...COMPANY_15, ...BRANCH_ACCOUNT_LOT([59, 59, 'blank']), ...LOT_END],
  details: [
    [
      ...detail('P'),
      [18, 22, 'num', 'branch'],
      [23, 23, 'blank'],
      ...ACCOUNT_P,
      [38, 57, 'text', 'our_number_whole'],
      [58, 62, 'is', '11122'],
      [63, 77, 'num', 'document'],
      ...title(' ', '03'),
      [142, 142, 'is', '1'],
      [143, 180, 'zeros'],
      [181, 195, 'num', 'rebate_cents'],
      [196, 220, 'end', 'control'],
      ...PROTEST,
      [224, 227, 'is', '1060'],
      ...REAL,
    ],
    payer(212),
    FINE_DEBIT,
  ],
  lotTrailer: [...LOT_TRAILER, [24, 115, 'zeros'], [116, 240, 'blank']],
  trailer: fileTrailer('zeros'),
  codes: { REGISTER: '01', WRITE_OFF: '02', REBATE: '04', DUE_DATE: '06', PROTEST: '09', STOP_PROTEST: '11' },
  says: { noInterest: '3', noProtest: '3' },
}

export const SICOOB_240: RemessaLayout = {
  width: 240,
  header: [
    ...start('00000         '),
    ...COMPANY_14,
    ...BRANCH_ACCOUNT_HEADER([58, 58, 'as', 'branch_digit']),
    NAME,
    ...bankName('SICOOB'),
    ...TIMED,
    [164, 171, 'is', '08100000'],
    [172, 240, 'blank'],
  ],
  lot: [...start('00011R01  040 '), ...COMPANY_15, ...BRANCH_ACCOUNT_LOT([59, 59, 'as', 'branch_digit']), ...LOT_END],
  details: [
    [
      ...detail('P'),
      [18, 22, 'num', 'branch'],
      [23, 23, 'as', 'branch_digit'],
      ...ACCOUNT_P,
      [38, 47, 'num', 'our_number_whole'],
      [48, 49, 'is', '01'],
      [50, 51, 'num', 'variation'],
      [52, 52, 'is', '4'],
      [53, 57, 'blank'],
      [58, 58, 'num', 'wallet'],
      [59, 62, 'is', '0 22'],
      [63, 77, 'num', 'document'],
      ...title(' ', '02'),
      ...NO_DISCOUNT,
      [196, 220, 'end', 'control'],
      ...PROTEST,
      [224, 224, 'zeros'],
      [225, 227, 'blank'],
      ...REAL,
    ],
    payer(212),
    FINE_DEBIT,
  ],
  lotTrailer: [...LOT_TRAILER, [24, 29, 'num', 'slips'], [30, 46, 'num', 'total_cents'], [47, 115, 'zeros'], [116, 240, 'blank']],
  trailer: fileTrailer('zeros'),
  codes: { REGISTER: '01', WRITE_OFF: '02', REBATE: '04', DUE_DATE: '06', PROTEST: '09', STOP_PROTEST: '18' },
  says: { noInterest: '0', noProtest: '3' },
}
