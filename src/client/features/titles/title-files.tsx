// Files of bills and receivables: one attached to a record, and a sheet imported as many records.
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { Dialog } from '#client/kit/dialog.tsx'
import { FileField } from '#client/kit/form/file-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { showToast } from '#client/kit/toast.ts'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { pathTo } from '#commands/screens.ts'
import { attachments } from '#contract/attachments.ts'
import { entries } from '#contract/entries.ts'
import { useTitleRoute } from './title-drawer.tsx'

const FileForm = z.object({ file: z.instanceof(File, { error: 'Escolha um arquivo' }) })

export function AttachToTitle() {
  const { kind, id, c, back } = useTitleRoute()
  const save = async ({ file }: z.output<typeof FileForm>) => {
    try {
      const reply = await call(attachments.create, {
        params: { c },
        form: { file, ...(kind.record === 'bill' ? { bill_id: id } : { receivable_id: id }) },
      })
      settleWrite({ say: `${file.name} anexado`, batch_id: reply.batch_id, focus: id })
      back()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog open onClose={back} title="Anexar arquivo" description="PDF, imagem, XML ou planilha de até 10 MB.">
      <Form schema={FileForm} defaults={{}} onSubmit={save} label="Anexar arquivo">
        <FileField name="file" label="Arquivo" />
        <FormFooter submitLabel="Anexar" onCancel={back} />
      </Form>
    </Dialog>
  )
}

function ImportDialog({ title, kind, onClose }: { title: string; kind: 'DEBIT' | 'CREDIT' | undefined; onClose(): void }) {
  const { c } = useTitleRoute()
  const save = async ({ file }: z.output<typeof FileForm>) => {
    try {
      const reply = await call(entries.upload, { params: { c }, form: { file, ...(kind ? { kind } : {}) } })
      const { imported, errors } = reply.data
      settleWrite({ say: imported === 1 ? '1 lançamento importado' : `${imported} lançamentos importados`, batch_id: reply.batch_id })
      const [first] = errors
      if (first) {
        const description = `${errors.length === 1 ? '1 linha ficou' : `${errors.length} linhas ficaram`} de fora. Linha ${first.line}: ${first.message}`
        showToast({ title: 'Planilha importada em parte', description, variant: 'warning', persistent: true })
      }
      onClose()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="Planilha CSV com as colunas Vencimento e Valor; Descrição, Fornecedor ou Cliente, Categoria, Documento e Competência são opcionais."
    >
      <Form schema={FileForm} defaults={{}} onSubmit={save} label={title}>
        <FileField name="file" label="Planilha" accept={['.csv', '.txt', 'text/csv']} />
        <FormFooter submitLabel="Importar" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function ImportTitles() {
  const { kind, close } = useTitleRoute()
  return <ImportDialog title={`Importar ${kind.title.toLowerCase()}`} kind={kind.record === 'bill' ? 'DEBIT' : 'CREDIT'} onClose={close} />
}

export function ImportEntries() {
  const { c } = useTitleRoute()
  return (
    <ImportDialog
      title="Importar lançamentos"
      kind={undefined}
      onClose={() => houseOptions().ports.go(pathTo('entries', { companyId: c }))}
    />
  )
}
