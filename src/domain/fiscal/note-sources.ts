// Where notes come from by themselves: the states' authorities for goods, the national environment (ADN) for services.

import { openTable } from '../open-table.ts'

export const NOTE_SOURCES = ['NFE', 'NFSE'] as const
export type NoteSource = (typeof NOTE_SOURCES)[number]

/** The authority of each, as sentences need it. */
export const AUTHORITY_WORDS = openTable<NoteSource, { name: string; who: string; from: string; at: string }>(
  {
    NFE: { name: 'SEFAZ', who: 'A SEFAZ', from: 'da SEFAZ', at: 'na SEFAZ' },
    NFSE: {
      name: 'Ambiente nacional da NFS-e',
      who: 'O ambiente nacional da NFS-e',
      from: 'do ambiente nacional da NFS-e',
      at: 'no ambiente nacional da NFS-e',
    },
  },
  name => ({ name, who: name, from: `de ${name}`, at: `em ${name}` }),
)
