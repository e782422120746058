// What a person can do with the records of any described register: create, copy, change, delete. The words come from the resource.
import { counted } from '#domain/text.ts'
import type { Resource } from '#resources/kit/resource.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome, type RecordName, type Records } from './kit/command.ts'
import type { ResourceForm } from './kit/form.ts'
import type { Reply } from './kit/ports.ts'
import type { RegisterArea } from './places.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

interface Registered {
  readonly id: string
  readonly version: number
}

export function registerCommands<K extends RecordName & string, A extends RegisterArea, Row extends Registered & Records[K], Input>(
  of: Resource<K, A, Row, Input>,
  words: readonly string[] = [],
) {
  const { kind, area, param, rows, nouns, gender: o } = of
  const [one] = nouns
  const One = one.replace(/^./, first => first.toUpperCase())
  const title = `Nov${o} ${one}`
  const here = { area, company: true } as const
  const inDrawer = (target: AnyTarget) => pathTo(`${area}.detail`, { companyId: companyIn(target).id, [param]: target.ids[0] ?? '' })
  const original = (target: AnyTarget): Row => target.records[0] as Row
  const asks: ResourceForm = { how: 'form', resource: of as never, title, submit: `Criar ${one}`, start: () => of.start() }
  const again: ResourceForm['again'] = async (ports, target) => {
    const { data } = await ports.call(rows.list, { params: { c: companyIn(target).id } } as never)
    return (data as readonly Row[]).find(row => row.id === target.ids[0])
  }
  const written = (target: AnyTarget, { data, batch_id }: Reply<typeof rows.create>, done: string): Outcome => {
    const row = data as Row
    const go = pathTo(`${area}.detail`, { companyId: companyIn(target).id, [param]: row.id })
    return { say: `${One} ${of.nameOf(row)} ${done}${o}`, undo: batch_id === undefined ? [] : [batch_id], go, focus: row.id }
  }
  const create = { icon: 'plus', calls: [rows.create], input: of.input } as const
  return [
    defineCommand({
      ...create,
      id: `${kind}.create`,
      title,
      short: `nov${o}`,
      takes: 'none',
      keys: ['n'],
      keysIn: area,
      places: [`${area}.page`, `${area}.empty`],
      words: ['criar', 'cadastrar', ...words],
      when: { company: true },
      asks: { ...asks, at: (target: AnyTarget) => pathTo(`${area}.create`, { companyId: companyIn(target).id }) },
      run: async (ports, target, body) =>
        written(target, await ports.call(rows.create, { params: { c: companyIn(target).id }, body } as never), 'criad'),
    }),
    defineCommand({
      ...create,
      id: `${kind}.copy`,
      title: `Duplicar ${one}`,
      short: 'duplicar',
      icon: 'copy',
      of: kind,
      takes: 'one',
      keys: ['d'],
      places: [`${area}.toolbar`, `${area}.drawer`],
      words: ['copiar', 'cópia'],
      when: here,
      asks: {
        ...asks,
        lead: target => `Cópia de ${of.nameOf(original(target))}: mude o que for diferente.`,
        start: target => of.start(original(target), true),
      },
      run: async (ports, target, body) =>
        written(target, await ports.call(rows.create, { params: { c: companyIn(target).id }, body } as never), 'criad'),
    }),
    defineCommand({
      id: `${kind}.edit`,
      title: `Alterar ${one}`,
      short: 'alterar',
      icon: 'pencil',
      of: kind,
      takes: 'one',
      keys: ['e', 'f2'],
      places: [`${area}.facts`],
      words: ['editar', 'mudar'],
      when: here,
      calls: [rows.update],
      input: of.input,
      asks: {
        ...asks,
        title: `Alterar ${one}`,
        submit: 'Salvar',
        stands: 'drawer',
        at: inDrawer,
        start: target => of.start(original(target)),
        again,
      },
      async run(ports, target, body) {
        const { id, version } = original(target)
        const input = { params: { c: companyIn(target).id, id }, body: { ...body, version } }
        const { go: _, ...outcome } = written(target, await ports.call(rows.update, input as never), 'alterad')
        return outcome
      },
    }),
    defineCommand({
      id: `${kind}.delete`,
      title: `Excluir ${one}`,
      short: 'excluir',
      icon: 'trash',
      of: kind,
      takes: 'some',
      keys: ['delete', 'backspace'],
      places: [`${area}.toolbar`, `${area}.drawer/danger`],
      words: ['apagar', 'remover'],
      when: here,
      calls: [rows.delete],
      confirm: target => ({
        title: `Excluir ${target.count === 1 ? of.nameOf(original(target)) : counted(target.count, nouns)}?`,
        body: of.stays,
        action: target.count === 1 ? `Excluir ${one}` : 'Excluir',
        danger: true,
      }),
      async run(ports, target) {
        const c = companyIn(target).id
        const done = await eachOne(ports, 'Excluindo', target, id => ports.call(rows.delete, { params: { c, id } } as never))
        if (target.count > 1) return outcomeOf(target, done, count => `${counted(count, nouns)} excluíd${o}${count === 1 ? '' : 's'}`)
        return { say: `${One} ${of.nameOf(original(target))} excluíd${o}`, undo: done.undo, go: pathTo(area, { companyId: c }) }
      },
    }),
  ] as const
}
