// Other ways to write what nobody could read, in the words of the commands.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { respelled } from '#commands/kit/respelling.ts'

const of = (text: string) => respelled(text, allCommands)

describe('a text is written again', () => {
  it.each([
    ['exluir energia', 'excluir energia'],
    ['mvoer energia pago', 'mover energia pago'],
    ['vecn +30d', 'venc +30d'],
    ['venc+30d', 'venc +30d'],
    ['dividir aluguel em3', 'dividir aluguel em 3'],
    ['excluiraluguel', 'excluir aluguel'],
    ['nova cota 375,50 refrig', 'nova conta 375,50 refrig'],
    ['transferír 500', undefined],
    ['excluir energia', undefined],
    ['exc energia', undefined],
    ['xyzw energia', undefined],
    ['', undefined],
  ])('%s: %s', (text, meant) => {
    if (meant === undefined) expect(of(text)).toEqual([])
    else expect(of(text)).toContain(meant)
  })

  it('a letter left out is likelier than another in its place', () => expect(of('pagr energia')).toEqual(['pagar energia']))

  it('names and days after the command stand as they are typed, too', () => expect(of('pgaar energia hoje')[0]).toBe('pagar energia hoje'))

  it('in a few ways at most, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), text => {
        expect(of(text).length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
