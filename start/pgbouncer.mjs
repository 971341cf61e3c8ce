import { spawnSync } from 'node:child_process'
import { install } from './install.mjs'

/** What lends database connections to many, for the tests behind it: installed where we may; where not, it is said, and the rest is tried. */
export const ensurePgBouncer = async () => {
  if (isThere()) return
  await install('the tests behind pgbouncer', 'pgbouncer')
  if (isThere()) return
  console.log(
    'pgbouncer is missing: nothing is tried behind it. Install it (Debian: apt-get install pgbouncer), or set PGBOUNCER to its path.',
  )
}

// Where Debian puts it, which is not on everybody's path
const isThere = () =>
  spawnSync(process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0
