// What a failure is called: by the catalogue, in the default words when it is not there, and silent when someone else has said it.
import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError, SchemaError } from '#client/data/api.ts'
import { complain } from '#client/shell/house-wiring.ts'
import { DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_TITLE, ERRORS, type ErrorDetail, type ErrorId } from '#contract/errors.ts'

const refused = (id: string, message = 'Texto do servidor.', details: ErrorDetail[] = []) =>
  complain(new ApiError(id, 409, message, details, 'req-1', {}))

describe('a refusal of the server', () => {
  it.each(Object.keys(ERRORS) as ErrorId[])('%s has the title of the catalogue and the message it came with', id => {
    expect(refused(id)).toMatchObject({ title: ERRORS[id].title, message: 'Texto do servidor.' })
  })
  it('says nothing where the session or a dialog already did', () => {
    const silent = (Object.keys(ERRORS) as ErrorId[]).filter(id => refused(id).silent === true)
    const elsewhere = (Object.keys(ERRORS) as ErrorId[]).filter(id => {
      const client = 'client' in ERRORS[id] ? ERRORS[id].client : undefined
      return client === 'silent' || client === 'sign_out' || client === 'dialog'
    })
    expect(silent.sort()).toEqual(elsewhere.sort())
  })
  it('outside the catalogue takes the title of the spec', () => {
    expect(refused('teapot')).toEqual({ title: DEFAULT_ERROR_TITLE, message: 'Texto do servidor.' })
  })
  it('of many rows names the reasons once each, at most three', () => {
    const details = ['Período fechado.', 'Período fechado.', 'Já conciliada.', 'Sem conta.', 'Outra.'].map((message, at) => ({
      field: `r${at}`,
      id: 'period.closed' as const,
      message,
    }))
    expect(refused('bulk.rejected', '5 recusadas.', details).message).toBe('5 recusadas. Período fechado. Já conciliada. Sem conta.')
    expect(refused('bulk.rejected', '5 recusadas.', details).rows?.get('r2')).toBe('Já conciliada.')
  })
})

describe('anything else', () => {
  it('without an answer is no connection', () => {
    expect(complain(new OfflineError('Você está sem conexão com o servidor.'))).toEqual({
      title: 'Sem conexão',
      message: 'Você está sem conexão com o servidor.',
    })
  })
  it('an answer of another shape carries the schema’s message', () => {
    expect(complain(new SchemaError('bills.move: updated: expected number'))).toEqual({
      title: DEFAULT_ERROR_TITLE,
      message: 'bills.move: updated: expected number',
    })
  })
  it.each([new Error('segredo'), 'texto', undefined])('%s tells the person no internals', error => {
    expect(complain(error)).toEqual({ title: DEFAULT_ERROR_TITLE, message: DEFAULT_ERROR_MESSAGE })
  })
})
