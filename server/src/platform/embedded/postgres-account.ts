import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root, so root uses `postgres` or `nobody`; others use their own account. */
export const accountForPostgres = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const found = ['postgres', 'nobody'].map(inPasswd).find(account => account !== undefined)
  if (!found)
    throw new Error('This machine has neither a user postgres nor a user nobody to run PostgreSQL. Set DATABASE_URL')
  return found
}

const inPasswd = (name: string): Account | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? { name, uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

export const unreachableFolder = (path: string): string | undefined => {
  const above = dirname(path)
  const closed = above === path ? undefined : unreachableFolder(above)
  return closed ?? ((statSync(path).mode & 0o001) === 0 ? path : undefined)
}
