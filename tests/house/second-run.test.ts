// What `npm test` says of a test that fails, and of one that passes only when it runs again.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

interface Result {
  file: string
  name: string
  status: 'passed' | 'failed' | 'skipped'
  why: string
}
interface Results {
  vitestResults(report: unknown): Result[]
  withSecondRun(first: readonly Result[], second: readonly Result[]): { results: Result[]; unstable: Result[] }
}

const root = join(import.meta.dirname, '../..')
const { vitestResults, withSecondRun } = (await import(pathToFileURL(join(root, 'src/server/launch/results.mjs')).href)) as Results

const result = (name: string, status: Result['status'], file = 'tests/a.test.ts'): Result => ({ file, name, status, why: '' })
const wholeFile = vitestResults({
  testResults: [{ name: join(root, 'tests/a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] }],
})

test('what fails twice has failed, and what passes only then is told', () => {
  const first = [result('one', 'passed'), result('two', 'failed'), result('three', 'failed')]
  const { results, unstable } = withSecondRun(first, [result('one', 'passed'), result('two', 'passed'), result('three', 'failed')])
  expect(results.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
  expect(unstable.map(({ name }) => name)).toEqual(['two'])
})

test('a second run that never came leaves the failure', () => {
  expect(withSecondRun([result('one', 'failed')], [])).toEqual({ results: [result('one', 'failed')], unstable: [] })
})

test('a second run that skips it leaves the failure', () => {
  expect(withSecondRun([result('one', 'failed')], [result('one', 'skipped')])).toEqual({ results: [result('one', 'failed')], unstable: [] })
})

test('a test of the same name in another file says nothing of this one', () => {
  expect(withSecondRun([result('one', 'failed')], [result('one', 'passed', 'tests/b.test.ts')]).unstable).toEqual([])
})

test('a file that did not load counts as one failed test, until it loads', () => {
  expect(wholeFile.map(({ status, why }) => [status, why])).toEqual([['failed', 'no such module']])
  expect(withSecondRun(wholeFile, [result('one', 'passed'), result('two', 'passed')]).results).toHaveLength(2)
  const { results, unstable } = withSecondRun(wholeFile, [result('one', 'passed'), result('two', 'failed')])
  expect(results.map(({ status }) => status)).toEqual(['passed', 'failed'])
  expect(unstable).toEqual([])
})
