import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, closedTo } from './account.ts'

/** Where one embedded database keeps its things. */
export interface Places {
  /** PostgreSQL's own data, readable by its account only. */
  readonly data: string
  /** Holds the socket; only PostgreSQL's account and root may enter. */
  readonly socket: string
  readonly password: string
}

/** Makes the folders of an embedded database and its password, both kept from other people of the machine. */
export const preparePlaces = async (folder: string, account: Account | undefined): Promise<Places> => {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  if (account) {
    // PostgreSQL runs under another account than ours and must be let through, not in.
    await chmod(folder, (await stat(folder)).mode | 0o001)
    const closed = closedTo(folder)
    if (closed) {
      throw new Error(
        `PostgreSQL runs as ${account.name} and cannot enter ${closed}; choose another DATA_FOLDER, such as /var/lib/claviger`,
      )
    }
  }
  // One name for one folder, however it was reached: processes find each other by it.
  const home = await realpath(folder)
  const socket = socketFolder(home)
  await ownFolder(socket, account)
  return { data: join(home, 'postgres'), socket, password: await keptPassword(join(home, 'postgres.password')) }
}

/** Socket addresses end at 107 bytes (103 on a Mac), so a long data folder has its socket in the temporary one. */
export const socketFolder = (folder: string): string => {
  const beside = join(folder, 'socket')
  if (join(beside, '.s.PGSQL.5432.lock').length <= 100) return beside
  return join(tmpdir(), `claviger-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

/** Makes a folder that only `account` may enter; throws when someone else was there first. */
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
    throw new Error(`${path} belongs to someone else; remove it or choose another DATA_FOLDER`)
  }
  await chmod(path, 0o700)
}

/** The password of the database's owner, made at the first start. */
export const keptPassword = async (file: string): Promise<string> => {
  await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true }).catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      // What was written of it before the disk was full would be taken for the whole at the next start
      await rm(file, { force: true })
      throw error
    },
  )
  return readFile(file, 'utf8')
}
