import { existsSync, readFileSync } from 'node:fs'

/**
 * Passed and failed tests of a vitest report; a file or run that broke without a failing test counts as one.
 */
export const countOf = (report, exitCode) => {
  let read
  try {
    read = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { passed: 0, failed: 1 }
  }
  const broken = read.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.every(result => result.status !== 'failed'),
  )
  const failed = read.numFailedTests + broken.length
  return { passed: read.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

export const failuresOf = report => {
  if (!existsSync(report)) return []
  const failed = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(file => file.status === 'failed')
  return failed.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(result => result.status === 'failed')
    const said = tests.map(test => ({ file: name, test: test.fullName, message: test.failureMessages?.[0] ?? '' }))
    return said.length > 0 ? said : [{ file: name, test: 'the file itself', message: message ?? '' }]
  })
}

export const costliest = (reports, most) =>
  reports
    .filter(report => existsSync(report))
    .flatMap(report => JSON.parse(readFileSync(report, 'utf8')).testResults)
    .map(file => ({ name: file.name, seconds: (file.endTime - file.startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, most)
