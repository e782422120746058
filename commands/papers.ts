// A bill out of a paper: a photo, a PDF or a code is read on screen, a person confirms, and the paper stays with the bill.
import { z } from 'zod'
import { attachments } from '#contract/attachments.ts'
import { bills } from '#contract/bills.ts'
import { companyIn, defineCommand, type Outcome } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'
import { pathTo, recordPath } from './screens.ts'
import { createTitle, TitleInput } from './title-forms.ts'

export const PaperInput = TitleInput.omit({ series: true }).extend({
  /** What was read. */
  file: z.file().optional(),
})

/** Endings and media types of what can be read; the camera of a phone answers to the images. */
export const PAPER_FILES: readonly string[] = ['application/pdf', '.pdf', 'image/*']

/** The bill exists by now: a line that breaks loses only the way of the file, which is sent until it arrives or is given up. */
async function attach(ports: Ports, c: string, bill_id: string, file: File): Promise<string | undefined> {
  for (;;) {
    try {
      return (await ports.call(attachments.create, { params: { c }, form: { file, bill_id } })).batch_id
    } catch (error) {
      const again = await ports.ask.confirm({
        title: 'A conta foi criada, o arquivo ainda não chegou',
        body: `${file.name}: ${error instanceof Error ? error.message : ''} Sem enviar, a conta fica sem o arquivo.`,
        action: 'Enviar o arquivo de novo',
      })
      if (!again) return undefined
    }
  }
}

async function createWithFile(ports: Ports, c: string, { file, ...input }: z.output<typeof PaperInput>): Promise<Outcome> {
  const made = await createTitle(ports, 'bill', c, input)
  const id = made.focus
  if (id === undefined) return made
  const go = recordPath('bills.detail', c, id)
  if (file === undefined) return { ...made, go }
  const batch = await attach(ports, c, id, file)
  if (batch === undefined) return { ...made, go, say: 'Conta criada sem o arquivo' }
  return { ...made, go, say: `Conta criada com ${file.name}`, undo: [...(made.undo ?? []), batch] }
}

export const paperCommands = [
  defineCommand({
    id: 'bill.from-paper',
    title: 'Ler foto ou PDF de conta',
    short: 'ler foto ou PDF',
    icon: 'camera',
    takes: 'none',
    places: ['bills.bar', 'bills.empty'],
    words: ['fotografar', 'câmera', 'escanear', 'conta de luz', 'digitalizar'],
    when: IN_COMPANY,
    calls: [bills.create, attachments.create],
    input: PaperInput,
    asks: form('bill-paper', {
      title: 'Confira e salve',
      submit: 'Salvar conta',
      stands: 'page',
      at: target => pathTo('bills.paper', { companyId: companyIn(target).id }),
    }),
    run: (ports, target, input) => createWithFile(ports, companyIn(target).id, input),
  }),
]
