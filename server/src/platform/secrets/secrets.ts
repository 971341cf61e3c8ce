import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Sealer } from './seal.ts'

/** An installation-wide secret: created once, sealed, shared by all server processes. */
export async function installationSecret(
  pool: Pick<pg.ClientBase | pg.Pool, 'query'>,
  sealer: Sealer,
  name: string,
): Promise<Buffer> {
  const about = `installation_secrets:sealed:${name} of the installation` as const
  const made = sealer.seal(randomBytes(32), about)
  // With several processes, the first insert wins and all read the stored secret
  await pool.query('insert into installation_secrets (name, sealed) values ($1, $2) on conflict do nothing', [
    name,
    made,
  ])
  const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from installation_secrets where name = $1', [
    name,
  ])
  const kept = rows[0]
  if (!kept) throw new Error(`the secret ${name} was not kept`)
  return sealer.open(kept.sealed, about)
}
