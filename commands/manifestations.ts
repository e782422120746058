// What a person says, as the company, of a note that it received: to the tax authority, which takes nothing of it back.
import { z } from 'zod'
import { noteManifestations } from '#contract/note-manifestations.ts'
import { JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { MANIFESTATION_LABELS, type Manifestation, manifestationRefusal } from '#domain/fiscal/manifestations.ts'
import { counted } from '#domain/text.ts'
import { type Confirmation, companyIn, defineCommand, type Reason, type Records, type Target } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { eachOne, outcomeOf } from './slices.ts'

type Notes = Target<'captured_note', 'some'>

const here: Clause = { area: 'capture', company: true }

/** Why a note is not for this manifestation; its deadline the authority's own calendar tells. */
export const notManifestable =
  (kind: Manifestation) =>
  (note: Records['captured_note']): Reason | undefined =>
    manifestationRefusal(note, kind)

const justified = `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`
export const UnfulfilledInput = z.object({
  justification: z.string().trim().min(JUSTIFICATION.min, justified).max(JUSTIFICATION.max, justified),
})

type Said = { kind: Exclude<Manifestation, 'UNFULFILLED'> } | { kind: 'UNFULFILLED'; justification: string }

async function manifest(ports: Ports, target: Notes, body: Said) {
  const c = companyIn(target).id
  const written = await eachOne(ports, 'Enviando', target, id => ports.call(noteManifestations.create, { params: { c, id }, body }))
  const what = MANIFESTATION_LABELS[body.kind]
  return outcomeOf(target, written, count => (count === 1 ? `${what} enviada à SEFAZ` : `${what} de ${count} notas enviada à SEFAZ`))
}

const confirmed = ({ count }: Notes, body: string, action: string, danger: boolean, facts: Confirmation['facts'] = []): Confirmation => ({
  title: `${action} ${counted(count, ['nota', 'notas'])}?`,
  body,
  action,
  danger,
  facts,
})

export const manifestationCommands = [
  defineCommand({
    id: 'capture.acknowledge',
    title: 'Dar ciência da operação',
    short: 'dar ciência',
    icon: 'eye',
    of: 'captured_note',
    takes: 'some',
    keys: ['i'],
    places: ['capture.toolbar', 'captured_note.drawer'],
    hint: 'abre o XML completo de um resumo',
    words: ['manifestar', 'manifestação', '210210', 'baixar xml', 'resumo'],
    when: here,
    calls: [noteManifestations.create],
    except: notManifestable('ACKNOWLEDGED'),
    run: (ports, target) => manifest(ports, target, { kind: 'ACKNOWLEDGED' }),
  }),
  defineCommand({
    id: 'capture.confirm',
    title: 'Confirmar a operação',
    short: 'confirmar',
    icon: 'badge-check',
    of: 'captured_note',
    takes: 'some',
    keys: ['shift+c'],
    places: ['captured_note.facts'],
    words: ['manifestar', 'manifestação', '210200', 'recebi a mercadoria'],
    when: here,
    calls: [noteManifestations.create],
    except: notManifestable('CONFIRMED'),
    confirm: target =>
      confirmed(target, 'A empresa diz à SEFAZ que recebeu o que a nota descreve. O registro não se desfaz.', 'Confirmar', false),
    run: (ports, target) => manifest(ports, target, { kind: 'CONFIRMED' }),
  }),
  defineCommand({
    id: 'capture.unrecognise',
    title: 'Desconhecer a operação',
    short: 'desconhecer',
    icon: 'circle-help',
    destroys: true,
    of: 'captured_note',
    takes: 'some',
    places: ['captured_note.facts'],
    words: ['manifestar', 'manifestação', '210220', 'não comprei', 'nota fria', 'uso indevido do cnpj'],
    when: here,
    calls: [noteManifestations.create],
    except: notManifestable('UNRECOGNISED'),
    confirm: target =>
      confirmed(
        target,
        'A empresa diz à SEFAZ que não participou da compra. O registro não se desfaz, e a nota deixa de ser sugerida como conta a pagar.',
        'Desconhecer',
        true,
      ),
    run: (ports, target) => manifest(ports, target, { kind: 'UNRECOGNISED' }),
  }),
  defineCommand({
    id: 'capture.unfulfilled',
    title: 'Declarar operação não realizada',
    short: 'não realizada',
    icon: 'circle-x',
    destroys: true,
    of: 'captured_note',
    takes: 'some',
    places: ['captured_note.facts'],
    words: ['manifestar', 'manifestação', '210240', 'devolvida', 'não entregue', 'recusada na entrega'],
    when: here,
    calls: [noteManifestations.create],
    input: UnfulfilledInput,
    asks: form('unfulfilled-notes', {
      title: 'Operação não realizada',
      submit: 'Declarar',
      lead: () => 'A compra existiu e não se concluiu: a mercadoria voltou, não chegou ou foi recusada na entrega.',
    }),
    except: notManifestable('UNFULFILLED'),
    confirm: (target, { justification }) =>
      confirmed(
        target,
        'A empresa diz à SEFAZ que a operação não se realizou. O registro não se desfaz, e a nota deixa de ser sugerida como conta a pagar.',
        'Declarar não realizada',
        true,
        [['Justificativa', justification]],
      ),
    run: (ports, target, { justification }) => manifest(ports, target, { kind: 'UNFULFILLED', justification }),
  }),
]
