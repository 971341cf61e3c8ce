import { spawn } from 'node:child_process'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './postgres-account.ts'
import type { NativePostgres } from './native-postgres.ts'
import { type Places, ownFolder } from './postgres-folders.ts'

export const owner = 'claviger'

/** PostgreSQL's environment: without our variables, and with a fixed message language. */
export const plainEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/**
 * Creates the database cluster at the first start, atomically.
 * @throws if it belongs to another PostgreSQL version
 */
export const ensureCluster = async (
  native: NativePostgres,
  places: Places,
  account: Account | undefined,
  durable: boolean,
) => {
  const made = await readFile(join(places.data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (made === undefined) return makeCluster(native, places, account, durable)
  if (made.trim() !== native.major) {
    throw new Error(
      `${places.data} was created by PostgreSQL ${made.trim()}, but this is ${native.major}. Dump it with the old version first`,
    )
  }
}

const makeCluster = async (native: NativePostgres, places: Places, account: Account | undefined, durable: boolean) => {
  const draft = `${places.data}.new`
  await rm(draft, { recursive: true, force: true })
  await ownFolder(draft, account)
  const secret = join(places.socket, 'password')
  await writeFile(secret, places.password, { mode: 0o600 })
  if (account) await chown(secret, account.uid, account.gid)
  const sync = durable ? [] : ['--no-sync']
  try {
    // The built-in locale provider doesn't change with the system's libraries
    const text = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const access = ['-U', owner, `--pwfile=${secret}`, '--auth=scram-sha-256']
    await run(native.initdb, ['-D', draft, '--data-checksums', ...access, ...text, ...sync], account)
    const single = ['--single', '-D', draft, ...(durable ? [] : ['-F']), 'postgres']
    await run(native.postgres, single, account, `create database ${owner}\n`)
  } finally {
    await rm(secret, { force: true })
  }
  await rename(draft, places.data)
}

const run = (program: string, args: readonly string[], account: Account | undefined, input = ''): Promise<void> =>
  new Promise((done, failed) => {
    const who = account ? { uid: account.uid, gid: account.gid } : {}
    const child = spawn(program, args, { ...who, cwd: '/', env: plainEnvironment, stdio: ['pipe', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
    child.on('error', failed)
    child.on('close', code =>
      code === 0 ? done() : failed(new Error(`${program} ended with ${code}:\n${said.trim()}`)),
    )
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
