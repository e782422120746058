// The agreement of a company with its bank to collect by slips (convênio de cobrança): which banks and layouts can be written, and what each needs.
import { mod10 } from '../payments/boleto.ts'
import { capitalized } from '../text.ts'
import { bancoDoBrasilDigit } from './digits.ts'
import type { ChangeKind, MovementKind } from './layouts/layout.ts'

/** As the bank's contract gives them: digits without points, check digits apart. */
export interface Agreement {
  /** COMPE code. */
  bank_code: string
  layout: CnabWidth
  branch: string
  branch_digit: string
  account: string
  account_digit: string
  /** Convênio, código do beneficiário or da empresa: what the bank knows the contract by. */
  code: string
  /** Carteira. */
  wallet: string
  /** Variação (BB), modalidade (Sicoob). */
  variation: string
  /** Código de transmissão (Santander), convênio líder (BB). */
  transmission_code: string
  /** Posto (Sicredi). */
  post: string
  /** Código da ocorrência that writes a slip off, and that changes its due date, where the bank tells its customers alone (Inter). */
  write_off_code: string
  due_date_code: string
}

/** The digit of a branch and account of Itaú. */
export const itauAccountDigit = ({ branch, account }: Pick<Agreement, 'branch' | 'account'>): string =>
  String(mod10(`${branch.padStart(4, '0')}${account.padStart(5, '0')}`))

export const CNAB_WIDTHS = ['240', '400'] as const
export type CnabWidth = (typeof CNAB_WIDTHS)[number]

type Part = Exclude<keyof Agreement, 'bank_code' | 'layout'>
/** How many digits the bank takes: exactly, or up to. Check digits may be letters. */
interface Need {
  readonly part: Part
  readonly title: string
  readonly digits: readonly [least: number, most: number]
}

export const COLLECTION_BANK_CODES = ['001', '033', '077', '104', '237', '341', '748', '756'] as const
export type CollectionBankCode = (typeof COLLECTION_BANK_CODES)[number]

export interface CollectionBank {
  readonly name: string
  /** 'da Caixa'. */
  readonly feminine?: true
  readonly layouts: readonly CnabWidth[]
  readonly needs: readonly Need[]
  /** The only carteiras of which numbers are known; any where it is left out. */
  readonly wallets?: readonly string[]
  /** Carteiras whose digits are disputed among the sources. */
  readonly refusedWallets?: readonly string[]
  /** The bank gives nosso número in its return, and publishes no code but that of new slips: the agreement tells those of its changes. */
  readonly numbersByBank?: true
}

const need = (part: Part, title: string, least: number, most = least): Need => ({ part, title, digits: [least, most] })
const BRANCH = need('branch', 'Agência', 1, 4)

/** Only what a golden file or a published layout bears out. */
const BANKS: Readonly<Record<CollectionBankCode, CollectionBank>> = {
  '001': {
    name: 'Banco do Brasil',
    layouts: ['240', '400'],
    needs: [
      BRANCH,
      need('branch_digit', 'Dígito da agência', 1),
      need('account', 'Conta', 1, 8),
      need('account_digit', 'Dígito da conta', 1),
      need('code', 'Convênio', 7),
      need('wallet', 'Carteira', 2),
      need('variation', 'Variação da carteira', 1, 3),
      need('transmission_code', 'Convênio líder', 0, 20),
    ],
  },
  '033': {
    name: 'Santander',
    layouts: ['240', '400'],
    needs: [
      BRANCH,
      need('branch_digit', 'Dígito da agência', 1),
      need('account', 'Conta', 1, 9),
      need('account_digit', 'Dígito da conta', 1),
      need('code', 'Código do beneficiário', 1, 7),
      need('wallet', 'Carteira', 3),
      need('transmission_code', 'Código de transmissão', 1, 20),
    ],
  },
  '077': {
    name: 'Inter',
    layouts: ['400'],
    needs: [
      BRANCH,
      need('account', 'Conta', 1, 9),
      need('account_digit', 'Dígito da conta', 1),
      need('code', 'Operação', 7),
      need('wallet', 'Carteira', 3),
      need('write_off_code', 'Código de baixa', 0, 2),
      need('due_date_code', 'Código de vencimento', 0, 2),
    ],
    wallets: ['110', '112'],
    numbersByBank: true,
  },
  '104': {
    name: 'Caixa',
    feminine: true,
    layouts: ['240'],
    needs: [need('branch', 'Agência', 1, 5), need('branch_digit', 'Dígito da agência', 1), need('code', 'Código do beneficiário', 6)],
  },
  '237': {
    name: 'Bradesco',
    layouts: ['400'],
    needs: [
      BRANCH,
      need('account', 'Conta', 1, 7),
      need('account_digit', 'Dígito da conta', 1),
      need('code', 'Código da empresa', 1, 20),
      need('wallet', 'Carteira', 1, 2),
    ],
  },
  '341': {
    name: 'Itaú',
    layouts: ['400'],
    needs: [BRANCH, need('account', 'Conta', 1, 5), need('account_digit', 'Dígito da conta', 1), need('wallet', 'Carteira', 3)],
    refusedWallets: ['112', '168'],
  },
  '748': {
    name: 'Sicredi',
    layouts: ['240'],
    needs: [
      need('branch', 'Cooperativa', 4),
      need('post', 'Posto', 1, 2),
      need('account', 'Conta', 1, 12),
      need('account_digit', 'Dígito da conta', 1),
      need('code', 'Código do beneficiário', 1, 5),
      need('wallet', 'Carteira', 1),
    ],
  },
  '756': {
    name: 'Sicoob',
    layouts: ['240', '400'],
    needs: [
      need('branch', 'Cooperativa', 4),
      need('branch_digit', 'Dígito da cooperativa', 1),
      need('account', 'Conta', 1, 8),
      need('account_digit', 'Dígito da conta', 1),
      need('code', 'Código do beneficiário', 1, 7),
      need('wallet', 'Carteira', 1),
      need('variation', 'Modalidade', 1, 2),
    ],
  },
}

/** By COMPE code, whatever code is asked for. */
export const COLLECTION_BANKS: Readonly<Record<string, CollectionBank>> = BANKS

/** The banks that ask for a part, for the form that asks for it of them alone. */
export const banksThatAsk = (part: Part): CollectionBankCode[] =>
  COLLECTION_BANK_CODES.filter(code => BANKS[code].needs.some(each => each.part === part))

/** 'do Bradesco', 'da Caixa': of a bank that is written to by file, by its COMPE code. */
export const ofBank = (code: string): string => `${COLLECTION_BANKS[code]?.feminine ? 'da' : 'do'} ${COLLECTION_BANKS[code]?.name ?? code}`

type ToldCodes = Pick<Agreement, 'bank_code' | 'write_off_code' | 'due_date_code'>
const TOLD = { WRITE_OFF: ['write_off_code', 'de baixa'], DUE_DATE: ['due_date_code', 'de vencimento'] } as const

/** The codes of movements that the agreement tells, since its bank publishes none. */
export function toldCodes(agreement: ToldCodes): Partial<Record<MovementKind, string>> {
  if (!COLLECTION_BANKS[agreement.bank_code]?.numbersByBank) return {}
  const told = Object.entries(TOLD).map(([kind, [part]]) => [kind, agreement[part].padStart(2, '0')] as const)
  return Object.fromEntries(told.filter(([, code]) => code !== '00'))
}

/** Why the bank is not asked this by file of a slip that stands, in pt-BR; undefined where it is. `number` is its nosso número, '' until known. */
export function changesProblem(slip: ToldCodes & { number: string }, kind: ChangeKind): string | undefined {
  const bank = COLLECTION_BANKS[slip.bank_code]
  if (!bank?.numbersByBank) return undefined
  if (kind !== 'WRITE_OFF' && kind !== 'DUE_DATE') return `o ${bank.name} não recebe isso por arquivo: peça no site do banco`
  if (!toldCodes(slip)[kind])
    return `falta no convênio o código ${TOLD[kind][1]}, do manual do ${bank.name}: preencha-o ou peça no site do banco`
  return slip.number === '' ? 'o banco ainda não deu o nosso número' : undefined
}

const OFFERED = Object.values(COLLECTION_BANKS)
  .map(({ name, layouts }) => `${name} (${layouts.join(' e ')})`)
  .join(', ')

/** Why no remessa can be written for the agreement, as a field and a pt-BR sentence; undefined when it can. */
export function agreementProblem(agreement: Agreement): readonly [field: keyof Agreement, sentence: string] | undefined {
  const bank = COLLECTION_BANKS[agreement.bank_code]
  if (!bank) return ['bank_code', `Ainda não escrevemos a remessa deste banco. Escrevemos: ${OFFERED}.`]
  if (!bank.layouts.includes(agreement.layout))
    return [
      'layout',
      `${capitalized(ofBank(agreement.bank_code))} só escrevemos o CNAB ${bank.layouts[0]}: do outro não há arquivo de exemplo.`,
    ]
  for (const { part, title, digits } of bank.needs) {
    const [least, most] = digits
    const value = agreement[part]
    const isDigit = part === 'branch_digit' || part === 'account_digit'
    const shape = isDigit ? /^[0-9XP]$/i : /^\d+$/
    if (!(shape.test(value) || (least === 0 && value === '')) || value.length < least || value.length > most)
      return [part, `${title}: ${least === most ? `${most}` : `até ${most}`} ${most === 1 ? 'algarismo' : 'algarismos'}`]
  }
  const length = agreement.layout === '240' ? 15 : 20
  if (agreement.bank_code === '033' && agreement.transmission_code.length !== length)
    return ['transmission_code', `Código de transmissão: ${length} algarismos no CNAB ${agreement.layout}`]
  if (bank.wallets?.includes(agreement.wallet) === false) return ['wallet', `Carteira: ${bank.wallets.join(' ou ')}`]
  const told = toldCodes(agreement)
  for (const kind of ['WRITE_OFF', 'DUE_DATE'] as const)
    if (told[kind] === '01') return [TOLD[kind][0], 'O código 01 registra boletos: confira no manual do banco.']
  if (told.WRITE_OFF && told.WRITE_OFF === told.DUE_DATE) return ['due_date_code', 'É igual ao de baixa: confira no manual do banco.']
  if (agreement.bank_code === '341' && agreement.account_digit !== itauAccountDigit(agreement))
    return [
      'account_digit',
      `O dígito de ${agreement.branch} ${agreement.account} não é ${agreement.account_digit}: confira a agência e a conta.`,
    ]
  if (agreement.bank_code === '001') {
    if (agreement.branch_digit !== bancoDoBrasilDigit(agreement.branch))
      return ['branch_digit', `O dígito da agência ${agreement.branch} não é ${agreement.branch_digit}: confira.`]
    if (agreement.account_digit !== bancoDoBrasilDigit(agreement.account))
      return ['account_digit', `O dígito da conta ${agreement.account} não é ${agreement.account_digit}: confira.`]
  }
  if (bank.refusedWallets?.includes(agreement.wallet))
    return ['wallet', `A carteira ${agreement.wallet} calcula o dígito de um modo que não conhecemos: peça outra ao banco.`]
  return undefined
}
