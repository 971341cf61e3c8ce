import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { root } from './root.mjs'
import { run, stop } from './run.mjs'

/**
 * The tester of our SCIM server, and an external server to provision, with all dependencies; pinned, so that
 * results are the same everywhere.
 */
const packages = [
  'annotated-types==0.8.0',
  'dnspython==2.9.2',
  'email-validator==2.4.0',
  'idna==3.20',
  'lark==1.3.1',
  'pydantic==2.14.3',
  'pydantic-core==2.50.4',
  'scim2-client==0.13.2',
  'scim2-models==0.12.3',
  'scim2-server==0.8.3',
  'scim2-tester==0.5.2',
  'typing-extensions==4.16.0',
  'typing-inspection==0.4.5',
]

const works = (...args) => spawnSync('python3', args, { stdio: 'ignore' }).status === 0

/** Installs scim2-tester from PyPI into our folder if possible; with CI=true it is required. */
export const ensureScim2Tester = async () => {
  if (process.env['SCIM2_TESTER'] !== undefined) return
  const folder = join(root, 'node_modules', '.cache', 'scim2-tester-0.5.2-server-0.8.3')
  if (!existsSync(join(folder, 'scim2_tester'))) {
    if (!works('-m', 'pip', '--version')) await install('the tests of SCIM', 'python3', 'python3-pip')
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:']
    if (works('-m', 'pip', '--version'))
      await run('python3', ['-m', 'pip', 'install', ...quiet, '--target', folder, ...packages], {})
  }
  if (existsSync(join(folder, 'scim2_tester'))) process.env['SCIM2_TESTER'] = folder
  else if (process.env['CI'] === 'true') stop('The tests of SCIM need scim2-tester.')
  else console.log('scim2-tester could not be downloaded. Its tests are skipped.')
}
