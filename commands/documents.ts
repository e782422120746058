// What a person can do with the company's files: send, download, open what they belong to, delete.
import { z } from 'zod'
import { attachments } from '#contract/attachments.ts'
import { imports } from '#contract/bank-statements.ts'
import { counted } from '#domain/text.ts'
import { eachFile, filesInput } from './files.ts'
import { companyIn, defineCommand, type Records } from './kit/command.ts'
import { form } from './kit/form.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'documents', company: true }

/** The address of what a file belongs to; undefined for a file of the company itself. */
export function ownerOf(companyId: string, one: Records['document']): string | undefined {
  if (one.source === 'statement') return pathTo('statements.import', { companyId, importId: one.id })
  if (one.invoice_address !== null) return one.invoice_address
  if (one.bill_id !== null) return pathTo('bills.detail', { companyId, billId: one.bill_id })
  if (one.receivable_id !== null) return pathTo('receivables.detail', { companyId, receivableId: one.receivable_id })
  return one.associate_id === null ? undefined : pathTo('associates.detail', { companyId, associateId: one.associate_id })
}

/** What the company keeps a paper as: the server stores it beside the file. */
export const DocumentsInput = filesInput(20).extend({ paper: z.string() })

export const documentCommands = [
  defineCommand({
    id: 'document.upload',
    title: 'Enviar documentos',
    short: 'enviar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['documents.page', 'documents.empty'],
    words: ['anexar', 'arquivo', 'pdf', 'subir'],
    keysIn: 'documents',
    when: IN_COMPANY,
    calls: [attachments.create],
    input: DocumentsInput,
    asks: form('documents', {
      title: 'Enviar documentos',
      submit: 'Enviar',
      lead: () => 'PDF, imagem, planilha ou XML, de até 10 MB cada. O que é de uma conta, anexe na própria conta.',
      at: target => pathTo('documents.upload', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, { files, paper }) {
      const c = companyIn(target).id
      const metadata = JSON.stringify({ paper })
      const done = await eachFile(
        files,
        ({ length }) => counted(length, ['documento enviado', 'documentos enviados']),
        file => ports.call(attachments.create, { params: { c }, form: { file, metadata } }),
      )
      return { ...done, go: pathTo('documents', { companyId: c }) }
    },
  }),
  defineCommand({
    id: 'document.download',
    title: 'Baixar',
    short: 'baixar',
    icon: 'download',
    of: 'document',
    takes: 'some',
    keys: ['d'],
    places: ['documents.toolbar', 'document.drawer'],
    words: ['salvar', 'download', 'original'],
    when: here,
    calls: [attachments.file, imports.file],
    async run(ports, target) {
      const c = companyIn(target).id
      const records = new Map(target.records.map(record => [record.id, record]))
      const written = await eachOne(ports, 'Baixando', target, async id => {
        const record = records.get(id)
        const params = { c, id }
        const { data } = await (record?.source === 'statement'
          ? ports.call(imports.file, { params })
          : ports.call(attachments.file, { params }))
        ports.ui.do('file.save', { file: data, name: record?.name ?? id })
        return { batch_id: undefined }
      })
      return { say: counted(written.count, ['documento baixado', 'documentos baixados']) }
    },
  }),
  defineCommand({
    id: 'document.open',
    title: 'Abrir a que pertence',
    short: 'abrir origem',
    icon: 'external-link',
    of: 'document',
    takes: 'one',
    keys: ['o'],
    places: ['documents.toolbar', 'document.drawer'],
    words: ['conta', 'nota', 'extrato', 'sócio'],
    when: here,
    refuse: target => (ownerOf('', target.records[0]) === undefined ? 'é um arquivo da própria empresa' : undefined),
    run: async (_, target) => ({ go: ownerOf(companyIn(target).id, target.records[0]) ?? '' }),
  }),
  defineCommand({
    id: 'document.delete',
    title: 'Excluir documento',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'document',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['documents.toolbar', 'document.drawer/danger'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [attachments.delete],
    except: ({ source, invoice_address }) =>
      source === 'statement'
        ? ['extrato: desfaça a importação', 'extratos: desfaça as importações']
        : invoice_address === null
          ? undefined
          : ['de nota fiscal, guardado por onze anos', 'de notas fiscais, guardados por onze anos'],
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(attachments.delete, { params: { c, id } }))
      ports.ui.do('drawer.close')
      return outcomeOf(target, written, count => counted(count, ['documento excluído', 'documentos excluídos']))
    },
  }),
]
