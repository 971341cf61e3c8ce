import { type Config, ConfigError } from '../config.ts'
import { isFullDisk } from '../full-disk.ts'
import { isAway } from './pool/connection-lost.ts'
import { MigrationRefusal } from './migrate.ts'

/**
 * Why a server can't start, as one sentence for the operator; undefined for unexpected errors, which need the stack
 * trace.
 */
export function whyNot(error: unknown, config: Config): string | undefined {
  if (error instanceof MigrationRefusal) return error.message
  // A file named by a setting turned out to be invalid
  if (error instanceof ConfigError) return error.wrong.join('\n')
  if (!(error instanceof Error)) return undefined
  if (isFullDisk(error)) return full(config)
  const code = 'code' in error ? String(error.code) : ''
  const said = byCode[code]?.(config, error)
  if (said !== undefined) return said
  if (error.message.includes('unknown master key'))
    return `MASTER_KEY is not the key that the secrets of this database are sealed with; without it the key is master.key in ${config.dataFolder}`
  return isAway(error, true) ? away(config, error) : undefined
}

const where = ({ databaseUrl, dataFolder }: Config) => {
  if (databaseUrl === undefined) return `The database in ${dataFolder}`
  const { host, pathname } = new URL(databaseUrl)
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${host || 'the socket of DATABASE_URL'}`
}

const away = (config: Config, { message }: Error) =>
  `${where(config)} does not answer: ${message || 'nobody is there'}. DATABASE_URL says where it is`

const login = (config: Config, { message }: Error) => `${where(config)} refuses the login of DATABASE_URL: ${message}`

const full = ({ dataFolder }: Config) => `The disk is full: there is no room left for ${dataFolder} or the database`

const byCode: Record<string, ((config: Config, error: Error) => string) | undefined> = {
  EADDRINUSE: ({ host, port }) => `Another program listens at ${host}, port ${port}. PORT chooses another one`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. HOST names one that it has`,
  EACCES: ({ port }, { message }) =>
    message.includes('listen')
      ? `Port ${port} may not be listened at by this account. PORT chooses another one`
      : message,
  '28P01': login,
  '28000': login,
  '3D000': config => `${where(config)} does not exist. Create it, or name another in DATABASE_URL`,
  '42501': (config, { message }) =>
    `${where(config)} does not let the login of DATABASE_URL do what is needed: ${message}. It must own the database and may create roles; or name the owner in DATABASE_OWNER_URL`,
}
