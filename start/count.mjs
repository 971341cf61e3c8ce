import { existsSync, readFileSync } from 'node:fs'

/** How many tests of a vitest report passed and failed; a file or a run that broke without a failing test counts as one. */
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

/** The files of some vitest reports that took longest, each with its seconds from its first test to its last. */
export const costliest = (reports, most) =>
  reports
    .filter(report => existsSync(report))
    .flatMap(report => JSON.parse(readFileSync(report, 'utf8')).testResults)
    .map(file => ({ name: file.name, seconds: (file.endTime - file.startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, most)
