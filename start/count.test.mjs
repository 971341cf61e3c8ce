import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { costliest, countOf, failuresOf } from './count.mjs'

const folder = mkdtempSync(join(tmpdir(), 'claviger-count-'))
afterAll(() => rmSync(folder, { recursive: true }))

const report = (name, more, ...files) => {
  const path = join(folder, name)
  const testResults = files.map(([file, startTime, endTime, ...statuses]) => {
    const assertionResults = statuses.map(status => ({ status }))
    return {
      name: file,
      startTime,
      endTime,
      status: statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults,
    }
  })
  writeFileSync(path, JSON.stringify({ numPassedTests: 2, numFailedTests: 0, testResults, ...more }))
  return path
}

test('the slowest files come first from all reports, and a missing report counts as none', () => {
  const one = report('one.json', {}, ['short', 5000, 5500], ['long', 1000, 9000])
  const other = report('other.json', {}, ['middle', 0, 2000])
  expect(costliest([one, join(folder, 'missing.json'), other], 2)).toEqual([
    { name: 'long', seconds: 8 },
    { name: 'middle', seconds: 2 },
  ])
})

test('a run that broke without a failing test counts as failed', () => {
  expect(countOf(report('well.json', {}, ['a', 0, 1, 'passed']), 0)).toEqual({ passed: 2, failed: 0 })
  expect(countOf(report('broken.json', {}, ['a', 0, 1, 'passed']), 1)).toEqual({ passed: 2, failed: 1 })
  expect(countOf(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, failed: 1 })
})

test('a failure is listed with its message, including a file that broke before its tests', () => {
  const path = join(folder, 'failed.json')
  const assertionResults = [
    { status: 'passed', fullName: 'well' },
    { status: 'failed', fullName: 'badly', failureMessages: ['not so'] },
  ]
  const testResults = [
    { name: 'a', status: 'failed', message: '', assertionResults },
    { name: 'b', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c', status: 'passed', message: '', assertionResults: [] },
  ]
  writeFileSync(path, JSON.stringify({ testResults }))
  expect(failuresOf(path)).toEqual([
    { file: 'a', test: 'badly', message: 'not so' },
    { file: 'b', test: 'the file itself', message: 'no such module' },
  ])
  expect(failuresOf(join(folder, 'missing.json'))).toEqual([])
})
