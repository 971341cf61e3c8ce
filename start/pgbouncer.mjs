import { spawnSync } from 'node:child_process'
import { install } from './install.mjs'
import { stop } from './run.mjs'

/** What lends database connections to many, for the tests behind it: installed where we may, else ends. */
export const ensurePgBouncer = async () => {
  if (isThere()) return
  await install('the tests behind pgbouncer', 'pgbouncer')
  if (!isThere())
    stop(
      'The tests behind pgbouncer need it. Install it (Debian: apt-get install pgbouncer), or set PGBOUNCER to its path.',
    )
}

// Where Debian puts it, which is not on everybody's path
const isThere = () =>
  spawnSync(process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0
