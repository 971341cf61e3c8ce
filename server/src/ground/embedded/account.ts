import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account PostgreSQL runs under, where that is not our own. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses root, so root lends it `postgres`, else `nobody`; anyone else runs it as themselves. */
export const accountForPostgres = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const found = ['postgres', 'nobody'].map(inPasswd).find(account => account !== undefined)
  if (!found) throw new Error('This machine has neither a user postgres nor nobody to run PostgreSQL; set DATABASE_URL')
  return found
}

const inPasswd = (name: string): Account | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? { name, uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

/** The first folder on the way to `path`, itself included, that other accounts may not enter. */
export const closedTo = (path: string): string | undefined => {
  const above = dirname(path)
  const closed = above === path ? undefined : closedTo(above)
  return closed ?? ((statSync(path).mode & 0o001) === 0 ? path : undefined)
}
