import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, unreachableFolder } from './postgres-account.ts'

export interface Places {
  readonly data: string
  /** Holds the socket. Only PostgreSQL's account and root can enter. */
  readonly socket: string
  readonly password: string
}

export const preparePlaces = async (folder: string, account: Account | undefined): Promise<Places> => {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  if (account) {
    // PostgreSQL runs under another account, which must be able to pass through this folder but not list it.
    await chmod(folder, (await stat(folder)).mode | 0o001)
    const closed = unreachableFolder(folder)
    if (closed) {
      throw new Error(
        `PostgreSQL runs as ${account.name} and can't access ${closed}. Set another DATA_FOLDER, such as /var/lib/claviger`,
      )
    }
  }
  // One canonical path per folder, because processes find each other by it.
  const home = await realpath(folder)
  const socket = socketFolder(home)
  await ownFolder(socket, account)
  return { data: join(home, 'postgres'), socket, password: await keptPassword(join(home, 'postgres.password')) }
}

/**
 * Socket paths are limited to 107 bytes (103 on macOS). For a longer data folder, the socket is in the
 * temporary folder.
 */
export const socketFolder = (folder: string): string => {
  const beside = join(folder, 'socket')
  if (join(beside, '.s.PGSQL.5432.lock').length <= 100) return beside
  return join(tmpdir(), `claviger-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

/** Creates a folder that only `account` can enter. @throws if another account created it first */
export const ownFolder = async (path: string, account: Account | undefined): Promise<void> => {
  const owner = account?.uid ?? process.getuid?.()
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  if (made && account) await chown(path, account.uid, account.gid)
  const found = await lstat(path)
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner)) {
    throw new Error(`${path} belongs to another account. Remove it, or set another DATA_FOLDER`)
  }
  await chmod(path, 0o700)
}

export const keptPassword = async (file: string): Promise<string> => {
  await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true }).catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      // A file truncated by a full disk would be read as the complete password at the next start
      await rm(file, { force: true })
      throw error
    },
  )
  return readFile(file, 'utf8')
}
