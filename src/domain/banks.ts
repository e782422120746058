// Banks by the names and letters people know them by.

/** By COMPE code: the letters of the mark and the bank's everyday name; other banks use their registered name. */
const KNOWN: Readonly<Record<string, readonly [letters: string, name: string]>> = {
  '001': ['BB', 'Banco do Brasil'],
  '003': ['Am', 'Banco da Amazônia'],
  '004': ['BN', 'Banco do Nordeste'],
  '033': ['Sa', 'Santander'],
  '041': ['Bs', 'Banrisul'],
  '070': ['BR', 'BRB'],
  '077': ['In', 'Inter'],
  '085': ['Ai', 'Ailos'],
  '104': ['CX', 'Caixa'],
  '133': ['Cr', 'Cresol'],
  '197': ['St', 'Stone'],
  '208': ['BT', 'BTG Pactual'],
  '212': ['Or', 'Original'],
  '237': ['Bd', 'Bradesco'],
  '260': ['Nu', 'Nubank'],
  '290': ['PB', 'PagBank'],
  '318': ['BM', 'BMG'],
  '323': ['MP', 'Mercado Pago'],
  '336': ['C6', 'C6 Bank'],
  '341': ['It', 'Itaú'],
  '348': ['XP', 'XP'],
  '380': ['PP', 'PicPay'],
  '403': ['Co', 'Cora'],
  '422': ['Sf', 'Safra'],
  '461': ['As', 'Asaas'],
  '748': ['Si', 'Sicredi'],
  '756': ['Sc', 'Sicoob'],
}

/** COMPE codes of the banks that people know, ascending. */
export const KNOWN_BANKS: readonly string[] = Object.keys(KNOWN).sort()

/** A bank's everyday name; undefined for lesser-known banks. */
export const knownBank = (routing_number: string): string | undefined => KNOWN[routing_number]?.[1]

export function bankLetters(routing_number: string, name: string): string {
  const known = KNOWN[routing_number]?.[0]
  if (known !== undefined) return known
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2 && !/^banco$/i.test(word))
  const letters = words.length > 1 ? `${words[0]?.charAt(0)}${words[1]?.charAt(0)}` : (words[0] ?? name).slice(0, 2)
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

export interface BankNames {
  routing_number: string
  /** As the Banco Central writes it. */
  institution_name: string
}

/** As people call the bank. */
export const everydayName = ({ routing_number, institution_name }: BankNames): string => knownBank(routing_number) ?? institution_name
