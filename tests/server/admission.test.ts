// Who is let in when more come than can be served: each company waits in a line of its own.
import { expect, test } from 'vitest'
import { Admission } from '#server/kernel/admission.ts'

const settled = async (entering: Promise<boolean>) => Promise.race([entering, Promise.resolve('waits' as const)])

test('the place of one who leaves goes to the company with the fewest inside, however many of another came before', async () => {
  const admission = new Admission({ places: 2, patientMs: 60_000, hastyMs: 60_000 })
  expect([await admission.enter('loud'), await admission.enter('loud')]).toEqual([true, true])
  const crowd = Array.from({ length: 5 }, () => admission.enter('loud'))
  const quiet = admission.enter('quiet')
  admission.leave('loud')
  expect(await quiet).toBe(true)
  expect(await settled(crowd[0] as Promise<boolean>)).toBe('waits')
  admission.leave('quiet')
  expect(await crowd[0]).toBe(true)
})

test('a line that had to refuse is not patient again as soon as it is empty', async () => {
  const admission = new Admission({ places: 1, patientMs: 20, hastyMs: 20 })
  await admission.enter('one')
  const loud = [admission.enter('loud'), admission.enter('loud')]
  await new Promise(next => setTimeout(next, 5))
  admission.leave('one')
  expect(await Promise.all(loud)).toEqual([true, false])
  expect(admission.isFull('loud')).toBe(false)
  const next = admission.enter('loud')
  expect(admission.isFull('loud')).toBe(true)
  admission.leave('loud')
  expect(await next).toBe(true)
})

test('who waits longer than the line is patient is told to come again, and its place is nobody’s', async () => {
  const admission = new Admission({ places: 1, patientMs: 20, hastyMs: 20 })
  await admission.enter('one')
  expect(await admission.enter('other')).toBe(false)
  admission.leave('one')
  expect(await admission.enter('other')).toBe(true)
})

test('a loud company has its share of the places, and no more while all others are empty', async () => {
  const admission = new Admission({ places: 4, share: 2, patientMs: 60_000, hastyMs: 60_000 })
  const loud = Array.from({ length: 3 }, () => admission.enter('loud'))
  expect(await Promise.all(loud.slice(0, 2))).toEqual([true, true])
  expect(await settled(loud[2] as Promise<boolean>)).toBe('waits')
  expect(await admission.enter('quiet')).toBe(true)
  admission.leave('quiet')
  expect(await settled(loud[2] as Promise<boolean>)).toBe('waits')
  admission.leave('loud')
  expect(await loud[2]).toBe(true)
})
