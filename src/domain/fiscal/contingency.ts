// The virtual authorities that issue NF-e while a state's own is down: which one replaces which state, and how a key shows it.

export type VirtualAuthority = 'SVC_AN' | 'SVC_RS'

/** IBGE codes of AM, BA, GO, MA, MS, MT, PE and PR; the national authority replaces all others. */
const BY_RS = new Set(['13', '29', '52', '21', '50', '51', '26', '41'])

export const virtualAuthorityOf = (uf: string): VirtualAuthority => (BY_RS.has(uf) ? 'SVC_RS' : 'SVC_AN')

/** tpEmis. */
const NORMAL = '1'
const EMISSIONS: Record<VirtualAuthority, string> = { SVC_AN: '6', SVC_RS: '7' }

export const emissionType = (uf: string, inContingency: boolean): string => (inContingency ? EMISSIONS[virtualAuthorityOf(uf)] : NORMAL)

/** The virtual authority that a note was issued for, by its key. */
export const virtualAuthorityOfKey = (accessKey: string): VirtualAuthority | undefined =>
  accessKey[34] === EMISSIONS.SVC_AN ? 'SVC_AN' : accessKey[34] === EMISSIONS.SVC_RS ? 'SVC_RS' : undefined

/** Length of its justification, in characters. */
export const CONTINGENCY_REASON = { min: 15, max: 256 } as const
