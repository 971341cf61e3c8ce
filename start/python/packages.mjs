import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install } from '../install.mjs'
import { root } from '../root.mjs'
import { run, stop } from '../run.mjs'

const works = (...args) => spawnSync('python3', args, { stdio: 'ignore' }).status === 0

/**
 * Installs pinned packages from PyPI into our folder if possible; with CI=true they are required. The environment
 * variable `setting` then names the folder. `module` is the last one that is installed.
 */
export const ensurePythonPackages = async ({ name, what, setting, version, module, packages }) => {
  if (process.env[setting] !== undefined) return
  const folder = join(root, 'node_modules', '.cache', `${name}-${version}`)
  if (!existsSync(join(folder, module))) {
    if (!works('-m', 'pip', '--version')) await install(`the tests of ${what}`, 'python3', 'python3-pip')
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:']
    if (works('-m', 'pip', '--version'))
      await run('python3', ['-m', 'pip', 'install', ...quiet, '--target', folder, ...packages], {})
  }
  if (existsSync(join(folder, module))) process.env[setting] = folder
  else if (process.env['CI'] === 'true') stop(`The tests of ${what} need ${name}.`)
  else console.log(`${name} could not be downloaded. Its tests are skipped.`)
}
