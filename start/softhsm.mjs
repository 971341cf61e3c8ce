import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { root } from './root.mjs'
import { npm, stop } from './run.mjs'

const what = 'the tests of the key vault'
const library = '/usr/lib/softhsm/libsofthsm2.so'

export const ensureSoftHsm = async () => {
  if (!existsSync(library)) await install(what, 'softhsm2')
  if (!existsSync(library))
    stop('The tests of the key vault need SoftHSM. Install it (Debian: apt-get install softhsm2).')
  if (speaks()) return
  if (spawnSync('g++', ['--version'], { stdio: 'ignore' }).error) await install(what, 'g++', 'make', 'python3')
  process.env['npm_config_nodedir'] ??= join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  // npm omits an optional package whose build failed
  const there = existsSync(join(root, 'node_modules', 'pkcs11js'))
  await (there ? npm('rebuild', 'pkcs11js') : npm('ci', '--no-audit', '--no-fund', '--loglevel=error'))
  if (!speaks()) stop('The tests of the key vault need pkcs11js, which a C++ compiler builds: npm rebuild pkcs11js.')
}

// In a separate process: a module that failed to load can't be loaded again
const speaks = () => {
  const path = join(root, 'server', 'package.json')
  const script = `require('node:module').createRequire(${JSON.stringify(path)})('pkcs11js')`
  return spawnSync(process.execPath, ['-e', script], { stdio: 'ignore' }).status === 0
}
