// The banks beside the standard: each says where it differs. Kinds of which no file of the bank was seen are as the standard has them.
import type { FilePaymentKind } from '../states.ts'
import {
  febraban,
  HEADER,
  LOT,
  LOT_TRAILER,
  over,
  PLACES,
  SEGMENT_A,
  SEGMENT_B,
  SEGMENT_B_PIX,
  SEGMENT_J,
  SEGMENT_J_52,
  SEGMENT_N_DARF,
  SEGMENT_O,
  UNKNOWN_BANK,
} from './febraban.ts'
import { ITAU } from './itau.ts'
import type { BankLayout, Lotting, Rows } from './layout.ts'

const SUPPLIERS = '20'
const GUIDES = '22'
const SLIPS = '03'

const byKind = (lots: Readonly<Record<FilePaymentKind, Lotting>>) => (kind: FilePaymentKind) => lots[kind]

/** A TED says the kind of account it goes to. */
const A_WITH_ACCOUNT_KIND = over(SEGMENT_A, [225, 226, 'text', 'ted_account'])
/** A Pix by key names no bank nor account. */
const A_PIX: Rows = over(
  SEGMENT_A,
  [18, 20, 'is', '009'],
  [21, 28, 'zeros'],
  [29, 29, 'blank'],
  [30, 41, 'zeros'],
  [42, 42, 'blank'],
  [220, 224, 'blank'],
)
/** The movement that a slip's complement is of: an entry. */
const J_52_ENTRY = over(SEGMENT_J_52, [16, 17, 'is', '01'])

/** Its convênio of nine digits with the product's mark, and TS in what is a test. Of versions it only wants that they go together. */
const BB_PAYER: Rows = [
  [33, 41, 'num', 'code'],
  [42, 45, 'is', '0126'],
  [46, 50, 'blank'],
  [51, 52, 'text', 'test_mark'],
  [72, 72, 'is', '0'],
]
const BANCO_DO_BRASIL = febraban({
  bank_name: 'BANCO DO BRASIL',
  file_version: '050',
  density: '0',
  header: over(HEADER, ...BB_PAYER, [172, 225, 'blank'], [226, 228, 'zeros'], [229, 240, 'blank']),
  lot: over(LOT, ...BB_PAYER),
  records: {
    PIX: [A_PIX, SEGMENT_B_PIX],
    TRANSFER: [SEGMENT_A, over(SEGMENT_B, [63, 67, 'blank'], [118, 125, 'blank'], [128, 210, 'blank'], [226, 232, 'blank'])],
    SLIP: [SEGMENT_J, SEGMENT_J_52],
    COLLECTION: [SEGMENT_O],
    DARF: [SEGMENT_N_DARF],
  },
  taxTrailer: LOT_TRAILER,
  lotting: kind => ({ service: kind === 'DARF' ? GUIDES : SUPPLIERS, version: '031' }),
  agreed: (_, isTest) => ({ test_mark: isTest ? 'TS' : '' }),
})

const SANTANDER = febraban({
  bank_name: 'BANCO SANTANDER',
  file_version: '060',
  density: '0',
  records: {
    PIX: [over(A_PIX, [218, 219, 'is', '01']), over(SEGMENT_B_PIX, [227, 232, 'blank'])],
    TRANSFER: [A_WITH_ACCOUNT_KIND, over(SEGMENT_B, [211, 214, 'zeros'], [215, 225, 'blank'], [226, 230, 'zeros'], [231, 240, 'blank'])],
    SLIP: [over(SEGMENT_J, [223, 224, 'zeros']), SEGMENT_J_52],
    COLLECTION: [SEGMENT_O],
    // Its manual draws the revenue code as a number.
    DARF: [over(SEGMENT_N_DARF, [111, 116, 'num', 'revenue_code'])],
  },
  lotting: byKind({
    PIX: { service: SUPPLIERS, version: '031' },
    TRANSFER: { service: SUPPLIERS, version: '031' },
    SLIP: { service: SUPPLIERS, version: '030' },
    COLLECTION: { service: SUPPLIERS, version: '010' },
    DARF: { service: GUIDES, version: '030' },
  }),
})

/** The contract tells the versions of the file and of its lots. */
const INTER = febraban({
  bank_name: 'BANCO INTER',
  file_version: '',
  density: '0',
  lot: over(LOT, [14, 16, 'num', 'lot_version']),
  records: {
    PIX: [A_PIX, SEGMENT_B_PIX],
    TRANSFER: [SEGMENT_A, SEGMENT_B],
    SLIP: [SEGMENT_J, SEGMENT_J_52],
    COLLECTION: [SEGMENT_O],
    DARF: [SEGMENT_N_DARF],
  },
  lotting: kind => ({ service: kind === 'DARF' ? GUIDES : SUPPLIERS, version: '' }),
  agreed: ({ file_version }) => ({ file_version }),
})

/** Our number in six digits, with what its segment A asks of any credit beside it. */
const CAIXA_A: Rows = [
  [74, 79, 'num', 'our_number'],
  [80, 92, 'blank'],
  [135, 143, 'zeros'],
  [144, 146, 'blank'],
  [147, 148, 'is', '01'],
  [149, 149, 'is', 'N'],
  [150, 150, 'is', '1'],
  [151, 154, 'zeros'],
  [218, 219, 'zeros'],
  [220, 229, 'blank'],
]
const CAIXA = febraban({
  bank_name: 'CAIXA',
  file_version: '080',
  density: '01600',
  header: over(
    HEADER,
    [33, 38, 'num', 'code'],
    [39, 40, 'num', 'transmission_code'],
    [41, 41, 'as', 'environment'],
    [42, 45, 'blank'],
    [46, 49, 'zeros'],
    [50, 52, 'blank'],
    [172, 225, 'blank'],
    [226, 228, 'zeros'],
    [229, 240, 'blank'],
  ),
  lot: over(
    LOT,
    [33, 38, 'num', 'code'],
    [39, 40, 'is', '01'],
    [41, 44, 'num', 'commitment_code'],
    [45, 46, 'num', 'transmission_code'],
    [47, 52, 'blank'],
    [213, 217, 'zeros'],
    [218, 220, 'blank'],
  ),
  records: {
    PIX: [over(A_PIX, ...CAIXA_A, [93, 93, 'blank']), SEGMENT_B_PIX],
    TRANSFER: [
      over(SEGMENT_A, ...CAIXA_A, [93, 93, 'is', '1']),
      over(SEGMENT_B, [118, 122, 'zeros'], [123, 125, 'blank'], [136, 210, 'zeros'], [226, 240, 'blank']),
    ],
    SLIP: [over(SEGMENT_J, [183, 188, 'num', 'our_number'], [189, 202, 'blank']), over(SEGMENT_J_52, [16, 17, 'blank'])],
    COLLECTION: [over(SEGMENT_O, [123, 128, 'num', 'our_number'], [129, 142, 'blank'])],
    DARF: [over(SEGMENT_N_DARF, [18, 23, 'num', 'our_number'], [24, 37, 'blank'])],
  },
  lotting: kind => ({ service: kind === 'DARF' ? GUIDES : SUPPLIERS, version: '041' }),
  agreed: (_, isTest) => ({ environment: isTest ? 'T' : 'P' }),
  number: {
    written: ours => ours.replace(/^\D+0*/, ''),
    read: written => (/^\d{6}$/.test(written) ? `RZ${written.padStart(10, '0')}` : written),
  },
  places: {
    A: { ...PLACES.A, number: [74, 79] },
    J: { ...PLACES.J, number: [183, 188] },
    O: { ...PLACES.O, number: [123, 128] },
    N: { ...PLACES.N, number: [18, 23] },
  },
})

/** A file of Pix says so, and holds nothing else. */
const BRADESCO = febraban({
  bank_name: 'BRADESCO',
  file_version: '089',
  density: '01600',
  header: over(HEADER, [172, 174, 'text', 'pix_mark'], [175, 240, 'blank']),
  records: {
    PIX: [A_PIX, SEGMENT_B_PIX],
    TRANSFER: [A_WITH_ACCOUNT_KIND, SEGMENT_B],
    SLIP: [SEGMENT_J, SEGMENT_J_52],
    COLLECTION: [SEGMENT_O],
    DARF: [SEGMENT_N_DARF],
  },
  lotting: byKind({
    PIX: { service: SUPPLIERS, version: '045', indicator: '01' },
    TRANSFER: { service: SUPPLIERS, version: '045', indicator: '01' },
    SLIP: { service: SUPPLIERS, version: '040' },
    COLLECTION: { service: GUIDES, version: '012', indicator: '01' },
    DARF: { service: GUIDES, version: '012', indicator: '01' },
  }),
})

/** A Pix by key at Sicredi: a CPF or CNPJ that is the key stands as the holder's document, and the place of the key is blank (its note G024). */
const SICREDI_B_PIX = over(
  SEGMENT_B_PIX,
  [18, 18, 'as', 'holder_kind'],
  [19, 32, 'num', 'holder_document'],
  [128, 226, 'raw', 'key_beside_document'],
  [227, 240, 'blank'],
)
/** Of versions its sources differ: that of the file and of slips is what files of others had, those of other lots what most of its writers put. */
const SICREDI = febraban({
  bank_name: 'SICREDI',
  file_version: '082',
  density: '01600',
  records: {
    PIX: [over(A_PIX, [42, 42, 'is', '0']), SICREDI_B_PIX],
    TRANSFER: [SEGMENT_A, over(SEGMENT_B, [227, 232, 'blank'])],
    SLIP: [SEGMENT_J, J_52_ENTRY],
    COLLECTION: [SEGMENT_O],
    DARF: [SEGMENT_N_DARF],
  },
  taxTrailer: LOT_TRAILER,
  lotting: byKind({
    PIX: { service: SUPPLIERS, version: '045' },
    TRANSFER: { service: SUPPLIERS, version: '045' },
    SLIP: { service: SLIPS, version: '042' },
    COLLECTION: { service: GUIDES, version: '012' },
    DARF: { service: GUIDES, version: '012' },
  }),
})

const SICOOB = febraban({
  bank_name: 'SICOOB',
  file_version: '087',
  density: '01600',
  header: over(HEADER, [33, 52, 'num', 'code']),
  lot: over(LOT, [33, 52, 'num', 'code']),
  records: {
    // The kind of account that receives is asked for even by key (G031).
    PIX: [over(A_PIX, [178, 215, 'blank'], [216, 217, 'is', '01'], [220, 224, 'zeros']), SEGMENT_B_PIX],
    TRANSFER: [over(SEGMENT_A, [218, 219, 'is', '01'], [220, 224, 'is', '00010']), SEGMENT_B],
    SLIP: [SEGMENT_J, J_52_ENTRY],
    COLLECTION: [SEGMENT_O],
    DARF: [SEGMENT_N_DARF],
  },
  lotting: byKind({
    PIX: { service: SUPPLIERS, version: '045', indicator: '01' },
    TRANSFER: { service: SUPPLIERS, version: '045', indicator: '01' },
    SLIP: { service: SLIPS, version: '040' },
    COLLECTION: { service: GUIDES, version: '012', indicator: '01' },
    DARF: { service: GUIDES, version: '012', indicator: '01' },
  }),
})

const LAYOUTS: Readonly<Record<string, BankLayout>> = {
  '001': BANCO_DO_BRASIL,
  '033': SANTANDER,
  '077': INTER,
  '104': CAIXA,
  '237': BRADESCO,
  '341': ITAU,
  '748': SICREDI,
  '756': SICOOB,
}

/** Of a bank that nobody here writes for, a return is read as the standard has it. */
export const layoutOf = (bank_code: string): BankLayout => LAYOUTS[bank_code] ?? UNKNOWN_BANK
