// The foot of the palette: what the keys do now. Hints that do not fit in the line leave whole, the last first.
import type { Mode } from './palette-modes.ts'
import { Foot, FootHint } from './palette-parts.tsx'
import type { Act } from './sentences.ts'

interface PaletteFootProps {
  readonly modes: readonly Mode[]
  readonly act: Act | undefined
  /** Enter has a row to take. */
  readonly inHand: boolean
  /** Esc goes one step back before it closes. */
  readonly back: boolean
}

const SHOWN_MODES = 3

export function PaletteFoot({ modes, act, inHand, back }: PaletteFootProps) {
  if (act !== undefined) return <ActFoot act={act} inHand={inHand} />
  const shown = modes.filter(one => one.prefix !== '?').slice(0, SHOWN_MODES)
  return (
    <Foot
      end={shown.map(one => (
        <FootHint key={one.prefix} chords={[one.prefix]}>
          {one.word}
        </FootHint>
      ))}
    >
      <FootHint chords={['Enter']}>executar</FootHint>
      <FootHint chords={['up', 'down']}>mover</FootHint>
      <FootHint chords={['Tab']}>mais ações</FootHint>
      <FootHint chords={['Esc']}>{back ? 'voltar' : 'fechar'}</FootHint>
      <FootHint chords={['shift+enter']}>nova aba</FootHint>
    </Foot>
  )
}

function ActFoot({ act: { command, ready, sentence }, inHand }: { act: Act; inHand: boolean }) {
  const makes = sentence.says.makes !== undefined
  const writes = ready && !command.goes && sentence.says.opens !== true
  const asks = command.confirm !== undefined || command.destroys
  if (!inHand)
    return (
      <Foot end="pede confirmação">
        <FootHint chords={['up', 'down']}>só com as setas ou o mouse</FootHint>
      </Foot>
    )
  const end = asks ? 'pede confirmação' : writes ? <FootHint chords={['z']}>desfaz depois</FootHint> : null
  return (
    <Foot end={end}>
      <FootHint chords={['Enter']}>{command.goes ? 'ir' : makes && ready ? 'criar' : writes ? 'executar' : 'continuar'}</FootHint>
      {makes && ready ? <FootHint chords={['mod+enter']}>criar e abrir</FootHint> : null}
      <FootHint chords={['Tab']}>trocar um pedaço</FootHint>
    </Foot>
  )
}
