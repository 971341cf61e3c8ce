import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium, ensureHeadlessShell } from './chromium.mjs'
import { ensureConsole, ensurePrograms, ensureServer } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { ensureEInvoiceRules } from './python/e-invoice-rules.mjs'
import { ensureOldestPostgres } from './oldest-postgres.mjs'
import { ensureCounterparts } from './counterparts.mjs'
import { ensurePgBouncer } from './pgbouncer.mjs'
import { ensureScim2Tester } from './python/scim2-tester.mjs'
import { ensureSoftHsm } from './softhsm.mjs'
import { node, run } from './run.mjs'
import { root } from './root.mjs'
import { costliest, countOf, failuresOf } from './count.mjs'

const ensureBrowsers = async () => {
  const chromium = await ensureChromium()
  return { CHROMIUM: chromium, CHROMIUM_HEADLESS: await ensureHeadlessShell(chromium) }
}

await ensureDependencies()
// Before anything reads the packages, because it might install them again
await ensureSoftHsm()
// Waits for the network and the disk while the processor builds and checks
const installing = Promise.all([
  ensureBrowsers(),
  ensureCounterparts(),
  ensurePgBouncer(),
  ensureOldestPostgres(),
  ensureScim2Tester(),
  ensureEInvoiceRules(),
])
await ensureServer()
await ensureConsole()
await ensurePrograms()
const env = { PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(':') }
const reports = mkdtempSync(join(tmpdir(), 'claviger-reports-'))
const results = []
const written = []
const failures = []
const unsteady = []
/** With more failing files than this, chance is not the reason. */
const mostAgain = 3

const step = async (name, work) => {
  console.log(`\n── ${name}`)
  const begun = performance.now()
  const count = await work()
  results.push({ name, seconds: ((performance.now() - begun) / 1000).toFixed(1), ...count })
}

const check = (name, tool, ...args) =>
  step(name, async () => {
    const code = await run(node(), [join(root, 'node_modules', '.bin', tool), ...args], env)
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  })

const tests = (name, ...projects) =>
  step(name, async () => {
    const report = join(reports, `${projects.join('-')}.json`)
    written.push(report)
    const chosen = projects.flatMap(project => ['--project', project])
    const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const vitest = join(root, 'node_modules', '.bin', 'vitest')
    const count = countOf(report, await run(node(), [vitest, 'run', ...chosen, ...reporting], env))
    const failed = failuresOf(report)
    failures.push(...failed)
    const files = [...new Set(failed.map(({ file }) => file))]
    if (files.length === 0 || files.length > mostAgain) return count
    // Shows whether the failure depended on machine load; it still counts as a failure
    console.log('\nOnce more, alone')
    if ((await run(node(), [vitest, 'run', ...chosen, ...files], env)) !== 0) return count
    unsteady.push(...failed)
    return { passed: count.passed + count.failed, failed: 0 }
  })

await check('Lint', 'oxlint', '--type-aware', '--max-warnings', '0')
await check('Format', 'oxfmt', '--check', '.')
await check('Types', 'tsc', '-p', 'tsconfig.json')
await check('Types of the console', 'tsc', '-p', 'console/tsconfig.json')
await check('Types of the extension', 'tsc', '-p', 'extension/tsconfig.json')
await tests('Contract, laws, clients', 'contract', 'laws', 'console', 'extension', 'reader')
const [browsers, leftOut] = await installing
Object.assign(env, browsers)
env['REPLY_FIELDS'] = join(reports, 'reply-fields')
mkdirSync(env['REPLY_FIELDS'])
await tests('Server', 'server', 'server alone')
await check('Replies of the server', 'vitest', 'run', '--project', 'laws', 'laws/replies.test.ts')
delete env['REPLY_FIELDS']
await tests('Journeys in a browser', 'e2e')
const longest = costliest(written, 10)
rmSync(reports, { recursive: true })

console.log('\nThe ten files that took longest:')
for (const { name, seconds } of longest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${relative(root, name)}`)
for (const { file, test, message } of failures) {
  console.log(`\n✗ ${relative(root, file)}: ${test}\n${message.slice(0, 2000)}`)
}
if (unsteady.length > 0) console.log(`\nHeld only when their files ran again, alone: ${unsteady.length}`)
console.log('')
for (const { name, seconds, passed, failed } of results) {
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(24)} ${seconds.padStart(6)} s  ${passed} passed, ${failed} failed`,
  )
}
for (const name of leftOut) console.log(`Left out, because it is not installed: ${name}`)
const sum = what => results.reduce((total, result) => total + result[what], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
