// A form of several files: those that are accepted are told and leave it, the others stay with their reasons and are sent again alone.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AskedNotes } from '#client/features/capture/upload-notes.tsx'
import { useToasts } from '#client/kit/toast.ts'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { AskedForm } from '#client/surfaces/asked/asked-form.tsx'
import { useAsking } from '#client/surfaces/asked/asking.ts'
import { currentContext, setWhereabouts } from '#client/surfaces/context.ts'
import { houseCommand, openHouse, useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import { allCommands } from '#commands/index.ts'
import { closeSampleHouse, openSampleHouse } from '../surfaces/sample-house.ts'

const sent: string[] = []
let refuses: readonly string[] = []

beforeEach(() => {
  sent.length = 0
  useAsking.setState({ stack: [] })
  openSampleHouse({ commands: allCommands, forms: { 'received-notes': AskedNotes } as never })
  const { options } = useHouse.getState()
  if (!options) return
  const call = async (_: unknown, { form: { file } }: { form: { file: File } }) => {
    sent.push(file.name)
    if (refuses.includes(file.name)) throw Object.assign(new Error('Não é uma NF-e.'), { id: 'import.file_rejected' })
    return { data: { id: file.name, what: 'NOTE', note: null }, batch_id: `batch-${file.name}` }
  }
  openHouse({ ...options, ports: { ...options.ports, call: call as never } })
  setWhereabouts({ area: 'dashboard', screen: 'dashboard', company: { id: 'k', name: 'Padaria' }, can: () => true }, 0)
})
afterEach(closeSampleHouse)

function Asked() {
  const [asking] = useAsking(state => state.stack)
  return asking ? <AskedForm asking={asking} /> : null
}

it('keeps what was refused, and sends only that again', async () => {
  refuses = ['outra.xml']
  render(
    <TooltipProvider>
      <Asked />
    </TooltipProvider>,
  )
  void runCommand(houseCommand('capture.upload'), { source: 'palette', context: currentContext() })
  const form = await screen.findByRole('dialog', { name: 'Enviar XML' })
  const files = ['nota.xml', 'outra.xml'].map(name => new File(['<nota/>'], name))
  fireEvent.change(within(form).getByLabelText('Arquivos', { selector: 'input' }), { target: { files } })
  fireEvent.click(within(form).getByRole('button', { name: /^Enviar/ }))

  const list = await within(form).findByRole('list', { name: 'Arquivos que não entraram' })
  expect(list.textContent).toBe('outra.xml Não é uma NF-e.')
  expect(within(form).getByText('1 arquivo não entrou')).toBeTruthy()
  expect(useToasts.getState().current?.title).toBe('1 nota recebida')
  expect(useUndo.getState().done.k?.at(-1)?.batch_ids).toEqual(['batch-nota.xml'])

  refuses = []
  await waitFor(() => expect(within(form).queryByRole('button', { name: 'Remover nota.xml' })).toBeNull())
  fireEvent.click(within(form).getByRole('button', { name: /^Enviar/ }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Enviar XML' })).toBeNull())
  expect(sent).toEqual(['nota.xml', 'outra.xml', 'outra.xml'])
})
