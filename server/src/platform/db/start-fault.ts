import { type Config, ConfigError } from '../config.ts'
import { isFullDisk } from '../full-disk.ts'
import { isAway } from './pool/connection-lost.ts'
import { MigrationRefusal } from './migrate.ts'

/**
 * Why a server can't start, as one sentence for the operator; undefined for unexpected errors, which need the stack
 * trace.
 */
export function startFaultOf(error: unknown, config: Config): string | undefined {
  if (error instanceof MigrationRefusal) return error.message
  // A file named by a setting turned out to be invalid
  if (error instanceof ConfigError) return error.wrong.join('\n')
  if (!(error instanceof Error)) return undefined
  if (isFullDisk(error)) return full(config)
  const code = 'code' in error ? String(error.code) : ''
  const said = byCode[code]?.(config, error)
  if (said !== undefined) return said
  if (error.message.includes('unknown master key'))
    return `MASTER_KEY is not the master key of this database. If it isn't set, the key is in master.key in ${config.dataFolder}`
  return isAway(error, true) ? away(config, error) : undefined
}

const where = ({ databaseUrl, dataFolder }: Config) => {
  if (databaseUrl === undefined) return `The database in ${dataFolder}`
  const { host, pathname } = new URL(databaseUrl)
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host || 'the socket of DATABASE_URL'}`
}

const away = (config: Config, { message }: Error) =>
  `${where(config)} doesn't respond: ${message || 'nothing listens there'}. Check DATABASE_URL`

const login = (config: Config, { message }: Error) => `${where(config)} refuses the login of DATABASE_URL: ${message}`

const full = ({ dataFolder }: Config) => `The disk is full. There is no space for ${dataFolder} or the database`

const byCode: Record<string, ((config: Config, error: Error) => string) | undefined> = {
  EADDRINUSE: ({ host, port }) => `Another program already listens on ${host}, port ${port}. Set another PORT`,
  EADDRNOTAVAIL: ({ host }) => `This machine doesn't have the address ${host}. Set HOST to one of its addresses`,
  EACCES: ({ port }, { message }) =>
    message.includes('listen') ? `This account can't listen on port ${port}. Set another PORT` : message,
  '28P01': login,
  '28000': login,
  '3D000': config => `${where(config)} doesn't exist. Create it, or set another database in DATABASE_URL`,
  '42501': (config, { message }) =>
    `${where(config)} doesn't give the login of DATABASE_URL enough rights: ${message}. It must own the database and be allowed to create roles. Otherwise, set DATABASE_OWNER_URL to the owner`,
}
