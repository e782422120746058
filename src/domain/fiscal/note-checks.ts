// What was checked of a received note, what could not be, and what became of the note at its authority: in ids, and in words.

import { labels } from '../open-table.ts'
export const NOTE_CHECKS = ['VERIFIED', 'UNVERIFIED'] as const
export type NoteCheckState = (typeof NOTE_CHECKS)[number]

/** Why a note is not verified, each in one sentence. */
export const DOUBTS = {
  signature_absent: 'O arquivo não traz a assinatura da nota.',
  signature_altered: 'A assinatura não confere com o conteúdo: o arquivo foi alterado ou refeito depois de assinado.',
  signature_elsewhere: 'A assinatura do arquivo cobre outra parte dele, não a nota.',
  certificate_unreadable: 'O certificado que veio na assinatura não pôde ser lido.',
  certificate_outdated: 'O certificado não valia no dia da emissão.',
  roots_missing: 'Este servidor não tem as raízes da ICP-Brasil: a origem do certificado não pôde ser conferida.',
  chain_untrusted: 'O certificado não chega a uma raiz da ICP-Brasil.',
  issuer_other: 'O certificado que assinou não é do emitente da nota.',
  authority_unknown: 'Quem assinou não é o emissor nacional, a prefeitura do município nem o prestador.',
  key_other: 'A chave de acesso não corresponde ao que a nota diz.',
  protocol_absent: 'O arquivo não traz o protocolo de autorização.',
  protocol_other: 'O protocolo de autorização é de outro conteúdo.',
  status_unknown: 'O protocolo não diz que a nota foi autorizada.',
  test_environment: 'A nota é de homologação e não tem valor fiscal.',
  buyer_absent: 'A nota não diz quem comprou.',
  event_unverified: 'Chegou um aviso de cancelamento ou substituição que não pôde ser conferido.',
  summary_only: 'Só o resumo da nota chegou: o XML completo ainda vem da SEFAZ.',
  before_checks: 'A nota foi recebida antes de existir a conferência: envie o XML de novo.',
} as const
export type Doubt = keyof typeof DOUBTS
export const DOUBT_IDS = Object.keys(DOUBTS) as [Doubt, ...Doubt[]]

/** What no file can prove, and nobody asked the authorities: told beside every check. */
export const NOT_ASKED = 'Não consultado: a situação da nota hoje no órgão fiscal e a revogação do certificado (LCR e OCSP).'

export const FATES = ['CANCELLED', 'DENIED', 'SUBSTITUTED'] as const
export type Fate = (typeof FATES)[number]

export const FATE_LABELS = labels<Fate>({ CANCELLED: 'Cancelada', DENIED: 'Denegada', SUBSTITUTED: 'Substituída' })

/** Of one note and of many, as reasons are told. */
export const FATE_REASONS: Record<Fate, readonly [string, string]> = {
  CANCELLED: ['cancelada por quem a emitiu', 'canceladas por quem as emitiu'],
  DENIED: ['denegada', 'denegadas'],
  SUBSTITUTED: ['substituída por outra', 'substituídas por outras'],
}

/** Whether a note may become a bill only after a person decides that it is real. */
export const awaitsDecision = (check: NoteCheckState | undefined, decision: 'ACCEPTED' | 'REJECTED' | null): boolean =>
  check === 'UNVERIFIED' && decision === null
