import { describe, expect, it } from 'vitest'
import { nextWords } from '#client/features/workbench/use-desk-actions.ts'
import type { Records } from '#commands/kit/command.ts'
import type { LineChange } from '#commands/reconcile.ts'
import { candidateOf, ghostOf, lineOf, sampleDesk, suggestionOf } from './sample-desk.ts'

const three = [lineOf('a', { date: '2026-11-09' }), lineOf('b'), lineOf('c', { date: '2026-11-11' })]
const change = (ids: readonly string[], more: Partial<LineChange> = {}): LineChange => ({
  ids,
  title_ids: [],
  to: 'CONCILIATED',
  partial: false,
  ...more,
})
const recordOf = (desk: ReturnType<typeof sampleDesk>['desk']) => desk.target(undefined).records[0] as Records['statement_line']

describe('the cursor', () => {
  it('starts at the oldest pending line', () => {
    expect(sampleDesk(three).desk.cursor).toBe('a')
  })

  it('goes to the next open line after an accept, never to the first', () => {
    const { desk, pass } = sampleDesk(three)
    desk.moveTo('b')
    expect(desk.leave(change(['b']))?.id).toBe('c')
    pass()
    expect(desk.ids).toEqual(['a', 'c'])
    expect(desk.cursor).toBe('c')
  })

  it('goes to the one before at the end of the list, and to none when the list is empty', () => {
    const { desk, pass } = sampleDesk(three)
    desk.moveTo('c')
    expect(desk.leave(change(['c']))?.id).toBe('b')
    desk.leave(change(['a', 'b']))
    pass()
    expect(desk.cursor).toBeUndefined()
    expect(desk.ids).toEqual([])
  })

  it('passes over lines that are fading away', () => {
    const { desk } = sampleDesk(three)
    desk.moveTo('b')
    desk.leave(change(['b']))
    expect(desk.ids).toEqual(['a', 'b', 'c'])
    desk.move(-1)
    expect(desk.cursor).toBe('a')
    desk.move(1)
    expect(desk.cursor).toBe('c')
  })

  it('stays where it is when a refused line comes back with its mark', () => {
    const { desk, pass } = sampleDesk(three)
    desk.moveTo('a')
    desk.leave(change(['a']))
    pass()
    desk.refused(change(['a']), 'Já conciliado por Helena.')
    expect(desk.ids).toEqual(['a', 'b', 'c'])
    expect(desk.cursor).toBe('b')
    expect(desk.failed.get('a')).toBe('Já conciliado por Helena.')
  })

  it('goes to the line after its own when that one and many before it are gone at once', () => {
    const many = Array.from({ length: 9 }, (_, at) => lineOf(`l${at}`, { date: `2026-11-0${at + 1}` }))
    const { desk } = sampleDesk(many)
    desk.moveTo('l5')
    desk.patch('open itau', [], ['l0', 'l1', 'l2', 'l3', 'l4', 'l5'])
    expect(desk.cursor).toBe('l6')
    desk.moveTo('l8')
    desk.patch('open itau', [], ['l8'])
    expect(desk.cursor).toBe('l7')
  })

  it('a list that is only slow brings nothing back that the server agreed to', async () => {
    const { desk, pass } = sampleDesk(three)
    let answer = () => {}
    desk.refreshers.add(
      () =>
        new Promise<void>(done => {
          answer = done
        }),
    )
    desk.leave(change(['a']))
    desk.settled(change(['a']))
    pass()
    expect(desk.ids).toEqual(['b', 'c'])
    desk.patch('open itau', [], ['a'])
    answer()
    await Promise.resolve()
    expect(desk.ids).toEqual(['b', 'c'])
  })

  it('a line that the lists, asked again, still call pending comes back', async () => {
    const { desk, pass } = sampleDesk(three)
    desk.refreshers.add(async () => {})
    desk.leave(change(['a']))
    desk.settled(change(['a']))
    pass()
    expect(desk.ids).toEqual(['b', 'c'])
    await expect.poll(() => desk.ids).toEqual(['a', 'b', 'c'])
  })

  it('an undo leads to its line though the lists had not heard of what it undid, and brings no other line back', async () => {
    const { desk, pass } = sampleDesk(three)
    const answers: (() => void)[] = []
    desk.refreshers.add(() => new Promise<void>(done => void answers.push(done)))
    const changes = [change(['a'], { to: 'IGNORED' }), change(['b'])]
    for (const each of changes) desk.leave(each)
    pass()
    for (const each of changes) desk.settled(each)
    desk.want('b')
    expect(desk.ids).toEqual(['c'])
    // Lists asked before the undo answer first, and as things were then.
    desk.patch('open itau', [], ['a', 'b'])
    desk.patch('done itau', [lineOf('a', { status: 'IGNORED', version: 2 }), lineOf('b', { status: 'CONCILIATED', version: 2 })], [])
    expect(desk.cursor).toBe('c')
    desk.patch('done itau', [], ['b'])
    desk.patch('open itau', [lineOf('b', { version: 3 })], [])
    expect(desk.cursor).toBe('b')
    for (const answer of answers) answer()
    await Promise.resolve()
    expect(desk.ids).toEqual(['b', 'c'])
    expect(desk.cursor).toBe('b')
  })

  it('returns to the line an undo brought back, as soon as the lists show it', () => {
    const { desk, pass } = sampleDesk(three)
    desk.moveTo('a')
    desk.leave(change(['a']))
    desk.settled(change(['a']))
    pass()
    desk.patch('open itau', [], ['a'])
    desk.patch('done itau', [lineOf('a', { status: 'CONCILIATED', version: 2 })], [])
    desk.moveTo('c')
    desk.want('a')
    expect(desk.cursor).toBe('c')
    desk.patch('done itau', [], ['a'])
    desk.patch('open itau', [lineOf('a', { date: '2026-11-09', version: 3 })], [])
    expect(desk.cursor).toBe('a')
    expect(desk.tab).toBe('PENDING')
  })

  it('is remembered for each tab and account', () => {
    const { desk } = sampleDesk([...three, lineOf('s', { bank_account_id: 'sicoob' })])
    desk.moveTo('c')
    desk.showAccount('sicoob')
    expect(desk.cursor).toBe('s')
    desk.showAccount(undefined)
    expect(desk.cursor).toBe('c')
  })

  it('waits for all lists before it settles anywhere', () => {
    const { desk } = sampleDesk([])
    desk.fresh(['open itau', 'open sicoob'])
    desk.replace('open sicoob', [lineOf('late', { date: '2026-11-30' })])
    expect(desk.cursor).toBeUndefined()
    desk.replace('open itau', three)
    desk.ready()
    expect(desk.cursor).toBe('a')
  })
})

describe('what Enter does', () => {
  it('takes a certain suggestion without difference', () => {
    const { desk } = sampleDesk(three, [suggestionOf('a', [candidateOf('b1')])])
    expect(recordOf(desk).match).toMatchObject({ kind: 'titles', title_ids: ['b1'], line_ids: ['a'] })
  })

  it('takes nothing unasked from a tie, and then what the choice is on', () => {
    const tied = [candidateOf('b1', { score: 88, level: 'MEDIA' }), candidateOf('b2', { score: 88, level: 'MEDIA' })]
    const { desk } = sampleDesk(three, [suggestionOf('a', tied)])
    expect(recordOf(desk).match).toBeUndefined()
    desk.enterChoices()
    desk.move(1)
    expect(recordOf(desk).match).toMatchObject({ title_ids: ['b2'] })
    expect(desk.cursor).toBe('a')
  })

  it('takes nothing unasked that leaves a difference', () => {
    const { desk } = sampleDesk(three, [suggestionOf('a', [candidateOf('b1', { amount_cents: 9900 })])])
    expect(recordOf(desk).match).toBeUndefined()
    expect(recordOf(desk).choices?.[0]).toMatchObject({ difference_cents: 100 })
  })

  it('takes the only explanation there is: the other half of a transfer, or a rule', () => {
    const transfer = { line_id: 's', bank_account_id: 'sicoob', description: 'TED', date: '2026-11-10', certain: false }
    const { desk } = sampleDesk(
      [...three, lineOf('s', { bank_account_id: 'sicoob', amount_cents: 10_000 })],
      [
        suggestionOf('a', [], { transfer }),
        suggestionOf('b', [], { ghost: ghostOf({ by: 'rule', rule: { id: 'r', name: 'Tarifas' }, category_id: 'fees' }) }),
      ],
    )
    expect(recordOf(desk).match).toMatchObject({ kind: 'transfer', line_id: 's' })
    desk.moveTo('b')
    expect(recordOf(desk).match).toMatchObject({ kind: 'entry', category_id: 'fees' })
  })

  it('takes several documents for one line once they are equal', () => {
    const parts = [candidateOf('b1', { amount_cents: 6000, score: 50 }), candidateOf('b2', { amount_cents: 4000, score: 50 })]
    const { desk } = sampleDesk(three)
    desk.enterChoices()
    desk.setWide('a', parts)
    desk.toggle()
    expect(desk.chosen?.difference_cents).toBe(4000)
    desk.move(1)
    desk.toggle()
    expect(desk.chosen?.difference_cents).toBe(0)
    expect(recordOf(desk).match).toMatchObject({ title_ids: ['b1', 'b2'], line_ids: ['a'], difference_cents: 0 })
  })

  it('takes one document for several marked lines, their sum against it', () => {
    const { desk } = sampleDesk(three, [suggestionOf('a', [candidateOf('b1', { amount_cents: 20_000, score: 61, level: 'BAIXA' })])])
    desk.toggle()
    desk.move(1, true)
    expect(desk.picked).toBe(2)
    expect(recordOf(desk).match).toMatchObject({ title_ids: ['b1'], line_ids: ['a', 'b'], difference_cents: 0 })
    expect(desk.target(undefined).ids).toEqual(['a', 'b'])
  })

  it('proposes nothing for marked lines that cannot go together', () => {
    const { desk } = sampleDesk([lineOf('a'), lineOf('b', { amount_cents: 5000 })], [suggestionOf('a', [candidateOf('b1')])])
    desk.toggle('a')
    desk.toggle('b')
    expect(desk.jointProblem).toBe('Entradas e saídas não se conciliam juntas.')
    expect(desk.allChoices).toEqual([])
  })
})

describe('titles that were used', () => {
  const shared = [suggestionOf('a', [candidateOf('b1')]), suggestionOf('b', [candidateOf('b1'), candidateOf('b2')], { certain: false })]

  it('disappear from the other lines at once', () => {
    const { desk } = sampleDesk(three, shared)
    desk.leave(change(['a'], { title_ids: ['b1'] }))
    expect(desk.suggested(desk.line('b')!).map(choice => choice.key)).toEqual(['b2'])
  })

  it('lead from a title to a line that still waits for it', () => {
    const { desk } = sampleDesk(three, shared)
    expect(desk.lineProposing('b2')).toBe('b')
    desk.leave(change(['b'], { title_ids: ['b2'] }))
    expect(desk.lineProposing('b2')).toBeUndefined()
    expect(desk.lineProposing('nobody')).toBeUndefined()
  })

  it('return when the server refuses', () => {
    const { desk } = sampleDesk(three, shared)
    desk.leave(change(['a'], { title_ids: ['b1'] }))
    desk.refused(change(['a'], { title_ids: ['b1'] }), 'não')
    expect(desk.suggested(desk.line('b')!)).toHaveLength(2)
  })

  it('stay away from suggestions that were asked for before the server knew', () => {
    const { desk, clock } = sampleDesk(three, shared)
    desk.leave(change(['a'], { title_ids: ['b1'] }))
    clock.now = 2000
    desk.settled(change(['a'], { title_ids: ['b1'] }))
    desk.suggest(shared, 1500)
    expect(desk.suggested(desk.line('b')!)).toHaveLength(1)
    desk.suggest(shared, 2500)
    expect(desk.suggested(desk.line('b')!)).toHaveLength(2)
  })
})

describe('the review', () => {
  const certain = ['a', 'b'].map((id, at) => suggestionOf(id, [candidateOf(`b${at}`)]))

  it('lists the certain lines, all marked, each with its own match', () => {
    const { desk } = sampleDesk(three, certain)
    expect(desk.review()).toBe(2)
    expect(desk.ids).toEqual(['a', 'b'])
    expect(desk.picked).toBe(2)
    const { records } = desk.target(undefined)
    expect((records as Records['statement_line'][]).map(record => record.match)).toMatchObject([
      { title_ids: ['b0'] },
      { title_ids: ['b1'] },
    ])
  })

  it('leaves out what is unmarked, and the list is whole again afterwards', () => {
    const { desk, pass } = sampleDesk(three, certain)
    desk.review()
    desk.toggle()
    expect(desk.target(undefined).ids).toEqual(['b'])
    desk.leave(change(['b'], { title_ids: ['b1'] }))
    pass()
    expect(desk.checked).toBeUndefined()
    expect(desk.ids).toEqual(['a', 'c'])
  })
})

describe('a difference', () => {
  it('is opened for the choice in hand and settles only when nothing is missing', () => {
    const { desk } = sampleDesk([lineOf('a', { amount_cents: -10_200 })], [suggestionOf('a', [candidateOf('b1')])])
    expect(desk.explain(-1)).toBe(true)
    expect(recordOf(desk)).toMatchObject({ missing_cents: 200, match: undefined })
    desk.togglePart('fine')
    expect(recordOf(desk)).toMatchObject({
      missing_cents: 0,
      match: { title_ids: ['b1'], differences: [{ kind: 'fine', amount_cents: 200 }] },
    })
  })

  it('is not opened where there is none', () => {
    const { desk } = sampleDesk(three, [suggestionOf('a', [candidateOf('b1')])])
    expect(desk.explain(-1)).toBe(false)
  })

  it('may leave the line pending for its rest', () => {
    const { desk } = sampleDesk([lineOf('a', { amount_cents: -10_200 })], [suggestionOf('a', [candidateOf('b1')])])
    desk.explain(-1)
    desk.togglePart('open')
    expect(recordOf(desk).match).toMatchObject({ partial: true })
    expect(desk.leave(change(['a'], { title_ids: ['b1'], partial: true }))?.id).toBe('a')
    expect(desk.ids).toEqual(['a'])
  })
})

it('what is said after an accept names the next line, its suggestion and how many are left', () => {
  const { desk } = sampleDesk(
    [lineOf('a'), lineOf('b', { date: '2026-11-14', amount_cents: 32_000 })],
    [suggestionOf('b', [candidateOf('b1', { amount_cents: 32_000 })])],
  )
  desk.leave(change(['a']))
  expect(nextWords(desk, 'CONCILIATED').replaceAll('\u00a0', ' ')).toBe(
    'Conciliado. Próxima: 14/11, R$ 320,00, sugestão alta, 95 %. 1 restante',
  )
})

describe('lines that one title takes together', () => {
  const pair = [lineOf('a', { amount_cents: -6000 }), lineOf('b', { amount_cents: -4000 }), lineOf('c')]
  const both = candidateOf('t', { amount_cents: 10_000, line_ids: ['a', 'b'] })
  const desk = () => sampleDesk(pair, [suggestionOf('a', [both]), suggestionOf('b', [both])]).desk

  it('stand as one row, are counted each, and are settled together', () => {
    const now = desk()
    expect(now.ids).toEqual(['a', 'c'])
    expect(now.count('PENDING')).toBe(3)
    expect(recordOf(now).match).toMatchObject({ kind: 'titles', title_ids: ['t'], line_ids: ['a', 'b'], difference_cents: 0 })
  })

  it('are taken apart by the person, and stay so', () => {
    const now = desk()
    expect(now.takeApart()).toBe(true)
    expect(now.ids).toEqual(['a', 'b', 'c'])
  })

  it('go with the lot once, beside what is sure of other lines', () => {
    const now = desk()
    now.suggest(
      [
        suggestionOf('a', [both]),
        suggestionOf('b', [both]),
        suggestionOf('c', [], { ghost: ghostOf({ category_id: 'fees', times: 3, sure: true }) }),
      ],
      1,
    )
    expect(now.review()).toBe(2)
    const matches = now.target(undefined).records.map(record => (record as { match?: unknown }).match)
    expect(matches).toMatchObject([{ line_ids: ['a', 'b'] }, { kind: 'entry', category_id: 'fees' }])
  })
})

describe('transfers and lines left out, in the lot', () => {
  const halves = [lineOf('out', { amount_cents: -48_217 }), lineOf('in', { amount_cents: 48_217, bank_account_id: 'caixa' }), lineOf('x')]
  const half = (other: string, bank_account_id: string) => ({
    line_id: other,
    bank_account_id,
    description: '',
    date: '2026-11-10',
    certain: true,
  })
  const known = (over: Partial<Parameters<typeof suggestionOf>[2]> = {}, lines = halves) => {
    const { desk } = sampleDesk(lines, [
      suggestionOf('out', [], { transfer: half('in', 'caixa'), ...over }),
      suggestionOf('in', [], { transfer: half('out', 'itau') }),
      suggestionOf('x', [], { ghost: ghostOf({ answer: 'ignore', times: 3, sure: true }) }),
    ])
    desk.allow({ transfers: true, ignoring: true })
    return desk
  }

  it('stand as one row each, with what becomes of them', () => {
    const desk = known()
    expect(desk.review()).toBe(2)
    const matches = desk.target(undefined).records.map(record => (record as { match?: unknown }).match)
    expect(matches).toMatchObject([{ kind: 'transfer', line_id: 'out' }, { kind: 'ignore' }])
  })

  it('are in it only for who has the right to each', () => {
    const desk = known()
    desk.allow({ transfers: false, ignoring: true })
    expect(desk.high()).toEqual(['x'])
    desk.allow({ transfers: false, ignoring: false })
    expect(desk.high()).toEqual([])
  })

  it('wait for a person where a title, a memory or a round amount makes another reading likely', () => {
    expect(known(suggestionOf('out', [candidateOf('b', { level: 'MEDIA', score: 75 })], { certain: false })).high()).toEqual(['x'])
    expect(known({ ghost: ghostOf({ category_id: 'fees', times: 3, sure: true }) }).high()).toEqual(['x'])
    const round = halves.map(line => ({ ...line, amount_cents: Math.sign(line.amount_cents) * 50_000 }))
    expect(known({}, round).high()).toEqual(['x'])
    expect(known({}, [{ ...round[0]!, description: 'TED MESMA TITULARIDADE' }, ...round.slice(1)]).high()).toEqual(['in', 'x'])
  })
})

describe('lines alike', () => {
  const alike = ['a', 'b', 'c'].map((id, at) => lineOf(id, { description: at < 2 ? `TARIFA PIX ${at}` : 'ALUGUEL' }))

  it('are marked with one key, and one ghost answers all of them', () => {
    const ghost = ghostOf({ category_id: 'fees' })
    const { desk } = sampleDesk(alike, [suggestionOf('a', [], { ghost }), suggestionOf('b', [], { ghost: { ...ghost, times: 2 } })])
    expect(desk.markAlike()).toBe(2)
    expect(recordOf(desk).match).toMatchObject({ kind: 'entry', category_id: 'fees' })
  })

  it('are also those that read otherwise and are the same ghost, of one side', () => {
    const ghost = ghostOf({ category_id: 'fees' })
    const lines = [
      lineOf('a', { description: 'TARIFA PIX', amount_cents: -300 }),
      lineOf('b', { description: 'TAR MANUTENCAO', amount_cents: -400 }),
      lineOf('c', { description: 'ESTORNO TARIFA', amount_cents: 400 }),
      lineOf('d', { description: 'IOF', amount_cents: -50 }),
    ]
    const { desk } = sampleDesk(lines, [
      ...['a', 'b', 'c'].map(id => suggestionOf(id, [], { ghost })),
      suggestionOf('d', [], { ghost: ghostOf({ category_id: 'taxes' }) }),
    ])
    expect(desk.markAlike()).toBe(2)
    expect([...desk.marks]).toEqual(['a', 'b'])
    expect(recordOf(desk).match).toMatchObject({ kind: 'entry', category_id: 'fees' })
  })

  it('have no common answer where their ghosts differ', () => {
    const { desk } = sampleDesk(alike, [
      suggestionOf('a', [], { ghost: ghostOf({ category_id: 'fees' }) }),
      suggestionOf('b', [], { ghost: ghostOf({ category_id: 'other' }) }),
    ])
    desk.markAlike()
    expect(recordOf(desk).match).toBeUndefined()
  })
})

describe('search, order and groups', () => {
  const TODAY = '2026-11-23'
  const lines = [
    lineOf('a', { date: '2026-11-01', description: 'TARIFA PACOTE', amount_cents: -8_990 }),
    lineOf('b', { date: '2026-11-02', description: 'PIX ENVIADO NOVA ERA', amount_cents: -93_840 }),
    lineOf('c', { date: '2026-11-03', description: 'TARIFA PACOTE', amount_cents: -320 }),
    lineOf('d', { date: '2026-11-04', description: 'PIX ENVIADO GRANJA', amount_cents: -64_275 }),
  ]
  const suggestions = [
    suggestionOf('a', [], { ghost: ghostOf({ category_id: 'fees' }) }),
    suggestionOf('b', [candidateOf('t-b', { amount_cents: 93_840, score: 90 })]),
    suggestionOf('c', [], { ghost: ghostOf({ category_id: 'fees' }) }),
    suggestionOf('d', [candidateOf('t-d', { amount_cents: 64_275, score: 97 })]),
  ]

  it('shows what was found, counts it alone and keeps the lot to it', () => {
    const { desk } = sampleDesk(lines, suggestions)
    expect(desk.high()).toEqual(['b', 'd'])
    desk.findLines('granja', TODAY)
    expect(desk.ids).toEqual(['d'])
    expect(desk.cursor).toBe('d')
    expect(desk.high()).toEqual(['d'])
    expect(desk.review()).toBe(1)
    expect(desk.target(undefined).ids).toEqual(['d'])
  })

  it('finds a line by what it probably is', () => {
    const { desk } = sampleDesk(lines, suggestions)
    desk.findLines('conta t-b', TODAY)
    expect(desk.ids).toEqual(['b'])
  })

  it('takes a mark with the line that the search hides, and does not bring it back', () => {
    const { desk } = sampleDesk(lines, suggestions)
    desk.toggle('a')
    desk.toggle('b')
    desk.findLines('nova', TODAY)
    expect([...desk.marks]).toEqual(['b'])
    desk.findLines(undefined, TODAY)
    expect([...desk.marks]).toEqual(['b'])
    expect(desk.ids).toHaveLength(4)
  })

  it('drops the mark of a line that left the list by itself', () => {
    const { desk } = sampleDesk(lines)
    desk.toggle('a')
    desk.toggle('b')
    desk.patch('open itau', [], ['a'])
    expect([...desk.marks]).toEqual(['b'])
  })

  it('ends the search when a hidden line is gone to', () => {
    const { desk } = sampleDesk(lines)
    desk.findLines('nova', TODAY)
    expect(desk.goTo('a')).toBe(true)
    expect(desk.cursor).toBe('a')
    expect(desk.lineSearch).toBeUndefined()
  })

  it('sorts by amount and by confidence, with the certain first', () => {
    const { desk } = sampleDesk(lines, suggestions)
    desk.arrange({ sort: 'amount' })
    expect(desk.ids).toEqual(['b', 'd', 'a', 'c'])
    desk.arrange({ sort: 'confidence' })
    expect(desk.ids).toEqual(['d', 'b', 'a', 'c'])
  })

  it('groups by payer, with the sum above, and marks a group whole', () => {
    const { desk } = sampleDesk(lines, suggestions)
    desk.arrange({ grouping: 'payer' })
    expect(desk.ids).toEqual(['a', 'c', 'b', 'd'])
    expect(desk.headOf('a')).toEqual({ ids: ['a', 'c'], cents: -9_310 })
    expect(desk.headOf('c')).toBeUndefined()
    desk.moveTo('c')
    desk.markGroup()
    expect([...desk.marks]).toEqual(['a', 'c'])
    desk.markGroup()
    expect(desk.marks.size).toBe(0)
  })

  it('groups by what is suggested', () => {
    const { desk } = sampleDesk(lines, suggestions)
    desk.arrange({ grouping: 'suggestion', sort: 'amount' })
    expect(desk.ids).toEqual(['b', 'd', 'a', 'c'])
    expect(desk.headOf('b')?.ids).toEqual(['b', 'd'])
    expect(desk.headOf('a')?.ids).toEqual(['a', 'c'])
  })

  it('keeps a marked title in sight when the search of titles moves on', () => {
    const { desk } = sampleDesk(lines)
    const found = candidateOf('t-x', { amount_cents: 5_000 })
    desk.moveTo('a')
    desk.search('x')
    desk.setWide('a', [found])
    desk.toggleDocument(desk.choice)
    desk.search('y')
    desk.setWide('a', [candidateOf('t-y', { amount_cents: 3_990 })])
    expect(desk.allChoices.map(choice => choice.key)).toEqual(['t-x', 't-y'])
    desk.search(undefined)
    expect(desk.allChoices.map(choice => choice.key)).toContain('t-x')
  })
})

describe('the rule offered after the second same answer', () => {
  const lines = ['a', 'b', 'c'].map(id => lineOf(id, { description: 'PIX ENVIADO ENERGISA' }))
  const entry = { category_id: 'energy' }
  const answer = (desk: ReturnType<typeof sampleDesk>['desk'], id: string, by_hand = entry) => {
    desk.leave(change([id], { by_hand }))
    desk.settled(change([id], { by_hand }))
    expect(desk.offeredRule).toBeUndefined()
    // Nothing is offered before it is known what memory makes of the answer.
    desk.suggest([], 0)
  }
  const rule = { contains: 'ENERGISA', direction: 'DEBIT', category_id: 'energy', contact_id: null }

  it('waits for the second, and is offered once', () => {
    const { desk } = sampleDesk(lines)
    answer(desk, 'a')
    expect(desk.offeredRule).toBeUndefined()
    answer(desk, 'b')
    expect(desk.offeredRule).toEqual(rule)
    desk.closeOffer()
    answer(desk, 'c')
    expect(desk.offeredRule).toBeUndefined()
  })

  it('counts what the books already hold', () => {
    const { desk } = sampleDesk(lines, [suggestionOf('a', [], { ghost: ghostOf({ category_id: 'energy' }) })])
    answer(desk, 'a')
    expect(desk.offeredRule).toEqual(rule)
  })

  it('is not offered for a payer of several words, whom memory will know, unless answers differ', () => {
    const { desk } = sampleDesk(['a', 'b'].map(id => lineOf(id, { description: 'PIX ENVIADO NOVA ERA' })))
    answer(desk, 'a')
    answer(desk, 'b')
    expect(desk.offeredRule).toBeUndefined()
  })

  it('is not offered where memory answers by itself, nor for two different answers', () => {
    const { desk } = sampleDesk(lines)
    answer(desk, 'a')
    answer(desk, 'b', { category_id: 'water' })
    expect(desk.offeredRule).toBeUndefined()
    answer(desk, 'b', { category_id: 'water' })
    expect(desk.offeredRule).toMatchObject({ category_id: 'water' })
    desk.suggest([suggestionOf('c', [], { ghost: ghostOf({ category_id: 'water', times: 2, sure: true }) })], 0)
    expect(desk.offeredRule).toBeUndefined()
  })
})

describe('a line that is divided as before', () => {
  const parts = [
    { amount_cents: 6_000, category_id: 'energy', contact_id: null },
    { amount_cents: 4_000, category_id: 'water', contact_id: null },
  ]

  it('is taken by Enter as parts, and not by the lot', () => {
    const { desk } = sampleDesk([lineOf('a')], [suggestionOf('a', [], { ghost: ghostOf({ parts }) })])
    expect(recordOf(desk).match).toEqual({ kind: 'split', parts })
    expect(desk.high()).toEqual([])
  })
})
