// What the reports of vitest and Playwright say, test by test.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './steps.mjs'

/**
 * One test as it ended: its file within the checkout, its whole name, `passed`, `failed` or `skipped`, and why it failed.
 * @typedef {{ file: string, name: string, status: 'passed' | 'failed' | 'skipped', why: string }} Result
 */

const wholeFile = 'o arquivo inteiro'
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const foreignFrames = /^ +at .*node_modules.*\n?/gm
const plain = text => text.replace(colours, '').replace(foreignFrames, '').trim()

export const readReport = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** The tests of a vitest report; a file that does not even load counts as one that failed. @returns {Result[]} */
export function vitestResults(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0) return [{ file, name: wholeFile, status, why: plain(message) }]
    return assertionResults.map(({ fullName, status, failureMessages }) => ({
      file,
      name: fullName,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      why: plain(failureMessages.join('\n')),
    }))
  })
}

const statusOfJourney = { expected: 'passed', skipped: 'skipped' }

/** The journeys of a Playwright report; why one failed ends with the outline of the page as it stood. @returns {Result[]} */
export function playwrightResults({ suites }) {
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  return suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `e2e/${file}`,
      name: title,
      status: statusOfJourney[status] ?? 'failed',
      why: results.map(({ error, attachments = [] }) => plain(`${error?.message ?? ''}\n${outlineOf(attachments)}`)).join('\n'),
    })),
  )
}

function outlineOf(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  if (path === undefined || !existsSync(path)) return ''
  const [, snapshot] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8')) ?? []
  return snapshot === undefined ? '' : `A página:\n${snapshot}`
}

export const failedOf = results => results.filter(({ status }) => status === 'failed')

/** The first results with those of a second run of what failed in their place, and the tests that passed only then. */
export function withSecondRun(first, second) {
  const isSame = (one, other) => one.file === other.file && one.name === other.name
  const againOf = result => {
    // One that was skipped then has said nothing.
    const own = second.filter(other => isSame(result, other) && other.status !== 'skipped')
    if (own.length > 0) return own
    const ofFile = result.name === wholeFile ? second.filter(({ file }) => file === result.file) : []
    return ofFile.length > 0 ? ofFile : [result]
  }
  const results = first.flatMap(result => (result.status === 'failed' ? againOf(result) : [result]))
  return { results, unstable: failedOf(first).filter(result => failedOf(againOf(result)).length === 0) }
}

export function sumsOf(results) {
  const count = wanted => results.filter(({ status }) => status === wanted).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}
