import { spawnSync } from 'node:child_process'
import { install } from './install.mjs'

/** pgbouncer for its tests: installed if possible, otherwise reported and skipped. */
export const ensurePgBouncer = async () => {
  if (isThere()) return
  await install('the tests behind pgbouncer', 'pgbouncer')
  if (isThere()) return
  console.log(
    'pgbouncer is missing. Its tests are skipped. Install it (Debian: apt-get install pgbouncer), or set PGBOUNCER to its path.',
  )
}

// Debian's location, which is not on every user's path
const isThere = () =>
  spawnSync(process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0
