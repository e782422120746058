// Files of a company as one list, wherever they came from: attachments of all kinds, and the statements as the bank wrote them.

import { z } from 'zod'
import type { Attachment } from '#contract/attachments.ts'
import type { Import } from '#contract/bank-statements.ts'
import { type Day, dayInSaoPaulo, formatDay } from '#domain/days.ts'
import { fileTitle } from '#domain/fiscal/file-title.ts'
import { labels } from '#domain/open-table.ts'
import { fileSizeText } from '#domain/text.ts'
import { text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

export const DOCUMENT_KINDS = ['BILL', 'RECEIVABLE', 'INVOICE', 'STATEMENT', 'ASSOCIATE', 'LOOSE'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_KIND_LABELS = labels<DocumentKind>({
  BILL: 'Conta a pagar',
  RECEIVABLE: 'Conta a receber',
  INVOICE: 'Nota fiscal',
  STATEMENT: 'Extrato',
  ASSOCIATE: 'Sócio',
  LOOSE: 'Da empresa',
})

/** What a file of the company itself is, as its sender says. */
export const PAPERS = [
  { value: 'contract', label: 'Contrato' },
  { value: 'licence', label: 'Alvará ou licença' },
  { value: 'receipt', label: 'Comprovante' },
  { value: 'payroll', label: 'Folha de pagamento' },
  { value: 'tax', label: 'Guia ou declaração' },
  { value: 'other', label: 'Outro' },
] as const

export interface CompanyDocument {
  id: string
  name: string
  /** What a person calls it. */
  title: string
  kind: DocumentKind
  /** The sender's word for it: 'Contrato'. */
  paper: string | undefined
  day: Day
  created_at: string
  /** Undefined where nobody measured it. */
  size_bytes: number | undefined
  /** 'PDF', 'OFX' */
  format: string
  source: 'attachment' | 'statement'
  bill_id: string | null
  receivable_id: string | null
  invoice_address: string | null
  associate_id: string | null
  /** Where the file is read, and how it is shown; undefined where a browser shows nothing. */
  address: string
  preview: 'image' | 'pdf' | undefined
}

const formatOf = (name: string): string => (/\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '').toUpperCase()

function kindOf(file: Attachment): DocumentKind {
  if (file.service_invoice_id ?? file.product_invoice_id) return 'INVOICE'
  if (file.bill_id) return 'BILL'
  if (file.receivable_id) return 'RECEIVABLE'
  return file.associate_id ? 'ASSOCIATE' : 'LOOSE'
}

const previewOf = ({ preview_url, content_type }: Attachment): CompanyDocument['preview'] =>
  preview_url === null ? undefined : content_type === 'application/pdf' ? 'pdf' : 'image'

function ofAttachment(file: Attachment): CompanyDocument {
  const said = PAPERS.find(paper => paper.value === file.metadata?.paper)
  const notes = file.service_invoice_id ? 'service-nfes' : 'product-nfes'
  const invoiceId = file.service_invoice_id ?? file.product_invoice_id
  return {
    id: file.id,
    name: file.name,
    title: fileTitle(file.name),
    kind: kindOf(file),
    paper: said?.label,
    day: dayInSaoPaulo(Date.parse(file.created_at)),
    created_at: file.created_at,
    size_bytes: file.size_bytes,
    format: formatOf(file.name),
    source: 'attachment',
    bill_id: file.bill_id,
    receivable_id: file.receivable_id,
    invoice_address: invoiceId ? `/company/${file.company_id}/${notes}/${invoiceId}` : null,
    associate_id: file.associate_id,
    address: file.bucket_url,
    preview: previewOf(file),
  }
}

const ofStatement = (file: Import): CompanyDocument => ({
  id: file.id,
  name: file.file_name,
  title: fileTitle(file.file_name),
  kind: 'STATEMENT',
  paper: undefined,
  day: dayInSaoPaulo(Date.parse(file.created_at)),
  created_at: file.created_at,
  size_bytes: undefined,
  format: formatOf(file.file_name) || (file.format ?? ''),
  source: 'statement',
  bill_id: null,
  receivable_id: null,
  invoice_address: null,
  associate_id: null,
  address: `/v1/companies/${file.company_id}/imports/${file.id}/file`,
  preview: undefined,
})

/** The newest first. */
export const documentsOf = (files: readonly Attachment[], statements: readonly Import[]): readonly CompanyDocument[] =>
  [...files.map(ofAttachment), ...statements.map(ofStatement)].sort((a, b) => b.created_at.localeCompare(a.created_at))

/** Those of a period; days are São Paulo's. */
export const inPeriod = (documents: readonly CompanyDocument[], { start, end }: { start?: Day; end?: Day }): readonly CompanyDocument[] =>
  documents.filter(({ day }) => (start === undefined || day >= start) && (end === undefined || day <= end))

export const document = defineList(z.custom<CompanyDocument>(), {
  nouns: ['documento', 'documentos'],
  placeholder: 'Filtrar por nome ou tipo',
  fields: {
    title: text('Arquivo', { column: { least: 240 }, search: true }),
    name: text('Nome do arquivo', { search: true }),
    format: text('Formato', { column: { width: 88, leaves: 1, groups: true }, search: true }),
  },
  told: {
    of: told<CompanyDocument>('Pertence a', ({ kind, paper }) => [DOCUMENT_KIND_LABELS[kind], paper].filter(Boolean).join(', '), {
      column: { width: 240, leaves: 2, groups: true },
      search: true,
    }),
    size: told<CompanyDocument>('Tamanho', ({ size_bytes }) => (size_bytes === undefined ? '' : fileSizeText(size_bytes)), {
      sort: ({ size_bytes }) => size_bytes ?? 0,
      column: { width: 96, leaves: 3, right: true },
    }),
    sent: told<CompanyDocument>('Enviado em', one => formatDay(one.day), { sort: one => one.created_at, column: { width: 108 } }),
  },
  columns: ['title', 'of', 'format', 'size', 'sent'],
  title: 'title',
  drawer: {
    Dados: [['Pertence a', ({ kind }) => DOCUMENT_KIND_LABELS[kind]], ['O que é', ({ paper }) => paper ?? ''], 'format', 'size', 'sent'],
  },
  card: [['format'], ['of'], ['sent']],
})
