// One runner: questions, errors, one toast, undo and redo, and the second question after a change of company.
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfirmHost } from '#client/kit/confirm.tsx'
import { useToasts } from '#client/kit/toast.ts'
import { ChoicePopover } from '#client/surfaces/choice-popover.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { runEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { openHouse, useHouse } from '#client/surfaces/house.ts'
import { useRefusals } from '#client/surfaces/refusals.tsx'
import { runCommand } from '#client/surfaces/runner.ts'
import { takeBack } from '#client/surfaces/take-back.ts'
import { recordUndo, UNDO_KEPT, useUndo } from '#client/surfaces/undo.ts'
import type { AnyCommand, AnyTarget } from '#commands/kit/command.ts'
import { eachSlice, outcomeOf } from '#commands/slices.ts'
import { moveStatus, pay, sampleBills, targetOf } from '#tests/commands/kit/sample.ts'
import { closeSampleHouse, openSampleHouse } from './sample-house.ts'

afterEach(closeSampleHouse)

function Screen({ target = targetOf(...sampleBills) }: { target?: AnyTarget }) {
  useLayer('grid', { target: () => target, picked: () => target.count })
  return (
    <>
      <ConfirmHost />
      <ChoicePopover />
    </>
  )
}
const toast = () => useToasts.getState().current

describe('a run', () => {
  it('asks its step in a popover headed by target and company, and a digit answers it', async () => {
    const house = openSampleHouse()
    render(<Screen />)
    let result: Promise<string> | undefined
    act(() => {
      result = runCommand(moveStatus, { source: 'key' })
    })
    expect(screen.getByText('3 itens · R$ 3.226,40 · Padaria Sol Nascente')).toBeTruthy()
    await userEvent.keyboard('4')
    expect(await result).toBe('done')
    expect(house.calls).toEqual([{ id: 'sample.move', input: { body: { ids: ['a', 'b', 'c'], status: 'REPROVED' } } }])
    expect(toast()).toMatchObject({ title: '3 movidos', action: { label: 'Desfazer', keys: 'z' } })
  })
  it('Esc in the popover runs nothing', async () => {
    const house = openSampleHouse()
    render(<Screen />)
    let result: Promise<string> | undefined
    act(() => {
      result = runCommand(moveStatus, { source: 'key' })
    })
    await userEvent.keyboard('{Escape}')
    expect(await result).toBe('left')
    expect(house.calls).toEqual([])
  })
  it('says the reason when it cannot run', async () => {
    openSampleHouse()
    render(<Screen />)
    expect(await act(() => runCommand(pay, { source: 'key' }))).toBe('refused')
    expect(toast()).toMatchObject({ title: 'Pagar por Pix ou boleto', description: 'um item por vez' })
  })
  it('maps an error through the catalogue into one toast and records no undo', async () => {
    openSampleHouse({ fail: () => new Error('Período fechado') })
    render(<Screen />)
    expect(await act(() => runCommand(moveStatus, { source: 'palette', answers: { status: 'REPROVED' } }))).toBe('failed')
    expect(toast()).toMatchObject({ title: 'Erro', description: 'Período fechado', variant: 'destructive' })
    expect(useUndo.getState().done).toEqual({})
  })
  it('leaves out the rows that cannot only after a yes, and sends the rest', async () => {
    const house = openSampleHouse()
    const settle: AnyCommand = {
      ...moveStatus,
      except: (record, { status }) => (status === 'PAID' && (record as { status: string }).status === 'PAID' ? 'já paga' : undefined),
    }
    render(<Screen />)
    let result: Promise<string> | undefined
    act(() => {
      result = runCommand(settle, { source: 'line', answers: { status: 'PAID' } })
    })
    expect(await screen.findByText('2 de 3: 1 já paga.')).toBeTruthy()
    await userEvent.click(screen.getByText('Continuar com 2 itens'))
    await result
    expect(house.calls).toEqual([{ id: 'sample.move', input: { body: { ids: ['a', 'b'], status: 'PAID' } } }])
  })
})

describe('a run that fails half way', () => {
  const twoSlices: AnyCommand = {
    ...moveStatus,
    async run(ports, target) {
      const [row] = moveStatus.calls ?? []
      if (row === undefined) throw new Error('no call')
      for (const id of target.ids) await ports.call(row, { body: { ids: [id] } } as never)
      return { say: 'tudo movido', undo: ['never read'] }
    },
  }
  const failingAt = (nth: number) => {
    let calls = 0
    return () => (++calls === nth ? new Error('Período fechado') : undefined)
  }
  it('keeps the undo of what it wrote, says that it stands, and the toast takes it back', async () => {
    const house = openSampleHouse({ fail: failingAt(3) })
    render(<Screen />)
    expect(await act(() => runCommand(twoSlices, { source: 'key', answers: { status: 'REPROVED' } }))).toBe('failed')
    expect(useUndo.getState().done.k).toMatchObject([{ label: 'Mover status (em parte)', batch_ids: ['batch-1', 'batch-2'], focus: ['a'] }])
    expect(toast()).toMatchObject({
      variant: 'destructive',
      title: 'Mover status: feito em parte',
      description: 'Período fechado O que já tinha sido feito continua valendo.',
      action: { label: 'Desfazer', keys: 'z' },
    })
    act(() => toast()?.action?.run())
    await waitFor(() => expect(house.reverted).toEqual([['batch-2'], ['batch-1']]))
  })
  it('before its first write leaves nothing to undo', async () => {
    openSampleHouse({ fail: failingAt(1) })
    render(<Screen />)
    await act(() => runCommand(twoSlices, { source: 'key', answers: { status: 'REPROVED' } }))
    expect(useUndo.getState().done).toEqual({})
    expect(toast()?.action).toBeUndefined()
  })
})

describe('a bulk of several calls', () => {
  const inTwos: AnyCommand = {
    ...moveStatus,
    run: async (ports, target) => {
      const [row] = moveStatus.calls ?? []
      if (row === undefined) throw new Error('no call')
      const written = await eachSlice(ports, 'Movendo', target, ids => ports.call(row, { body: { ids } } as never), 2)
      return outcomeOf(target, written, count => `${count} movidos`)
    },
  }
  /** Calls answer only when told to. */
  function slowHouse(fail?: (nth: number) => unknown) {
    const waiting: (() => void)[] = []
    let calls = 0
    const house = openSampleHouse({
      mapError: error => ({ title: 'Nada foi alterado', ...(error as object) }),
    })
    const { options } = useHouse.getState()
    if (options === undefined) throw new Error('no house')
    openHouse({
      ...options,
      ports: {
        ...options.ports,
        async call(row, ...input) {
          const nth = ++calls
          await new Promise<void>(answer => waiting.push(answer))
          const failure = fail?.(nth)
          if (failure !== undefined) throw failure
          return options.ports.call(row, ...input)
        },
      },
    })
    const answer = async () => {
      await waitFor(() => expect(waiting).not.toHaveLength(0))
      await act(async () => waiting.shift()?.())
    }
    return { house, answer }
  }
  const target = (count: number) => targetOf(...Array.from({ length: count }, (_, at) => ({ ...sampleBills[0]!, id: `r${at}` })))
  const marks: string[][] = []
  function Marked({ of }: { of: AnyTarget }) {
    useLayer('grid', {
      target: () => of,
      picked: () => of.count,
      selection: { set: (_, ids) => void marks.push([...ids]), selectAll: () => {}, invert: () => {}, clear: () => {} },
    })
    return <ConfirmHost />
  }
  const run = (count: number) => {
    marks.length = 0
    const of = { ...target(count), kind: 'bill' } as const
    render(<Marked of={of} />)
    return runCommand(inTwos, { source: 'line', answers: { status: 'APPROVED' } })
  }

  it('counts in one toast that stays, and Esc stops it after the running call', async () => {
    const { house, answer } = slowHouse()
    const result = run(6)
    await answer()
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Movendo 2 de 6', persistent: true, action: { keys: 'Escape' } }))
    expect(runEscape()).toBe(true)
    expect(toast()?.description).toMatch(/^Para depois da chamada em curso/)
    expect(toast()?.action).toBeUndefined()
    await answer()
    expect(await result).toBe('done')
    expect(house.calls).toHaveLength(2)
    expect(toast()).toMatchObject({ title: '4 movidos', description: 'Interrompido: 2 ficaram como estavam.' })
    expect(useUndo.getState().done.k).toMatchObject([{ label: '4 movidos', batch_ids: ['batch-1', 'batch-2'] }])
    expect(marks).toEqual([['r4', 'r5']])
    expect(runEscape()).toBe(false)
  })
  it('that is refused marks the refused with their reasons; Enter goes on without them, and one z takes back both parts', async () => {
    const { house, answer } = slowHouse(nth => (nth === 2 ? { rows: new Map([['r2', 'Período fechado.']]) } : undefined))
    const result = run(6)
    await answer()
    await answer()
    expect(await screen.findByText('1 recusado')).toBeTruthy()
    expect(screen.getByText('Período fechado.')).toBeTruthy()
    expect(marks).toEqual([['r2']])
    expect(useRefusals.getState().rows).toEqual(new Map([['r2', 'Período fechado.']]))
    await userEvent.keyboard('{Enter}')
    await answer()
    await answer()
    expect(await result).toBe('done')
    expect(house.calls.map(call => (call.input as { body: { ids: string[] } }).body.ids)).toEqual([['r0', 'r1'], ['r3', 'r4'], ['r5']])
    expect(useUndo.getState().done.k).toMatchObject([{ batch_ids: ['batch-1', 'batch-2', 'batch-3'] }])
    expect(useRefusals.getState().rows.get('r2')).toBe('Período fechado.')
  })
  it('left at the refusal keeps what was written under one z', async () => {
    const { answer } = slowHouse(nth => (nth === 2 ? { rows: new Map([['r2', 'Período fechado.']]) } : undefined))
    const result = run(4)
    await answer()
    await answer()
    await screen.findByText('1 recusado')
    await userEvent.keyboard('{Escape}')
    expect(await result).toBe('failed')
    expect(useUndo.getState().done.k).toMatchObject([{ label: 'Mover status (em parte)', batch_ids: ['batch-1'] }])
  })
})

describe('confirmation', () => {
  const one = targetOf(...sampleBills.slice(0, 1))
  it('the safe button has the focus, so Enter at once pays nothing', async () => {
    const house = openSampleHouse()
    render(<Screen target={one} />)
    let result: Promise<string> | undefined
    act(() => {
      result = runCommand(pay, { source: 'key' })
    })
    await screen.findByText('Pagar 1 conta?')
    await userEvent.keyboard('{Enter}')
    expect(await result).toBe('left')
    expect(house.calls).toEqual([])
  })
  it('within 3 s of a change of company the company is confirmed first', async () => {
    let now = 10_000
    const house = openSampleHouse({ now: () => now })
    render(<Screen target={one} />)
    act(() => setWhereabouts({ area: 'bills', screen: 'bills.list', company: { id: 'l', name: 'Oficina Lua' } }, 9_000))
    let result: Promise<string> | undefined
    act(() => {
      result = runCommand(pay, { source: 'key' })
    })
    await screen.findByText('Continuar em Oficina Lua?')
    await userEvent.click(screen.getByText('Continuar'))
    await screen.findByText('Pagar 1 conta?')
    await userEvent.click(screen.getByText('Pagar'))
    expect(await result).toBe('done')
    expect(house.calls).toHaveLength(1)
    now = 20_000
    act(() => {
      result = runCommand(pay, { source: 'key' })
    })
    await screen.findByText('Pagar 1 conta?')
    expect(screen.queryByText('Continuar em Oficina Lua?')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await result
  })
})

describe('undo', () => {
  const record = (label: string, company = 'k') =>
    recordUndo({ label, batch_ids: [`${label}-1`, `${label}-2`], company_id: company, at: 0, focus: [] })
  it('reverts the batches newest first, redo reverts the reverting', async () => {
    const house = openSampleHouse()
    record('mover')
    expect(await takeBack('undo')).toBe('mover')
    expect(await takeBack('redo')).toBe('mover')
    expect(house.reverted).toEqual([['mover-2'], ['mover-1'], ['-mover-1'], ['-mover-2']])
  })
  it('that stops half way puts back only what still stands, and can redo what was undone', async () => {
    const reverted: string[] = []
    let blocked = true
    const house = openSampleHouse()
    const { options } = useHouse.getState()
    if (options === undefined) throw new Error('no house')
    const revert = async (ids: readonly string[]) => {
      if (blocked && ids.includes('mover-1')) throw new Error('Há alterações posteriores')
      reverted.push(...ids)
      return ids.map(id => `-${id}`)
    }
    openHouse({ ...options, ports: { ...options.ports, revert } })
    record('mover')
    expect(await takeBack('undo')).toBeUndefined()
    expect(reverted).toEqual(['mover-2'])
    expect(useUndo.getState().done.k).toMatchObject([{ batch_ids: ['mover-1'] }])
    expect(useUndo.getState().undone.k).toMatchObject([{ batch_ids: ['-mover-2'] }])
    blocked = false
    await takeBack('undo')
    expect(reverted).toEqual(['mover-2', 'mover-1'])
    expect(house.reverted).toEqual([])
  })
  it('is kept per company, at least fifty steps', async () => {
    openSampleHouse()
    record('outra', 'other')
    expect(await takeBack('undo')).toBeUndefined()
    for (let at = 0; at < 200; at++) record(`passo ${at}`)
    expect(useUndo.getState().done.k).toHaveLength(UNDO_KEPT)
    expect(UNDO_KEPT).toBeGreaterThanOrEqual(50)
    for (let at = 0; at < 60; at++) expect(await takeBack('undo')).toBe(`passo ${199 - at}`)
  })
  it('what the server refuses can be tried again', async () => {
    openSampleHouse({
      ports: {
        call: async () => {
          throw new Error('unused')
        },
        go: () => {},
        clipboard: { write: async () => {}, read: async () => '' },
        now: () => 0,
        today: () => '2026-11-11',
        newId: () => 'id',
        revert: async () => {
          throw new Error('Há alterações posteriores neste registro.')
        },
      },
    })
    record('mover')
    expect(await takeBack('undo')).toBeUndefined()
    expect(toast()?.description).toBe('Há alterações posteriores neste registro.')
    expect(useUndo.getState().done.k).toHaveLength(1)
  })
  it('of a step that is no batch turns it around itself; one that came to nothing gives way to the step before', async () => {
    openSampleHouse()
    render(<Screen />)
    const turned: string[] = []
    let open = true
    const turn = (way: string) => async () => {
      if (open) turned.push(way)
      return open
    }
    const decide: AnyCommand = {
      ...moveStatus,
      run: async () => ({ label: 'decidir', inverse: { undo: turn('undo'), redo: turn('redo') } }),
    }
    record('mover')
    await act(() => runCommand(decide, { source: 'palette', answers: { status: 'REPROVED' } }))
    expect(await takeBack('undo')).toBe('decidir')
    expect(await takeBack('redo')).toBe('decidir')
    expect(turned).toEqual(['undo', 'redo'])
    open = false
    expect(await takeBack('undo')).toBe('mover')
    expect(useUndo.getState().done.k).toEqual([])
  })
  it('a new step forgets what could be redone', async () => {
    openSampleHouse()
    record('a')
    await takeBack('undo')
    record('b')
    expect(await takeBack('redo')).toBeUndefined()
  })
  it('a toast holds the second sentence of what was said', async () => {
    openSampleHouse()
    render(<Screen />)
    const twice: AnyCommand = { ...moveStatus, run: async () => ({ say: 'Sugestão aceita!', detail: 'Os duplicados foram removidos.' }) }
    await act(() => runCommand(twice, { source: 'palette', answers: { status: 'REPROVED' } }))
    expect(toast()).toMatchObject({ title: 'Sugestão aceita!', description: 'Os duplicados foram removidos.' })
  })
  it('a toast offers the undo of what it says', async () => {
    const house = openSampleHouse()
    render(<Screen />)
    await act(() => runCommand(moveStatus, { source: 'palette', answers: { status: 'REPROVED' } }))
    act(() => toast()?.action?.run())
    await waitFor(() => expect(house.reverted).toEqual([['batch-1']]))
  })
})
