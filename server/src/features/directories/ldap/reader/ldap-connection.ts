import type { DialBounds } from '#integrations/dial.ts'
import { LdapClient, type LdapEndpoint } from '../wire/connection.ts'
import { LdapFailure } from '../wire/failure.ts'
import { textInEntry, textsIn } from './ldap-values.ts'

export interface LdapTarget {
  readonly bounds: DialBounds
  readonly ways: readonly LdapEndpoint[]
  readonly username: string
  readonly password: string
  readonly bases: readonly string[]
  readonly personFilter: string
  readonly groupFilter: string
  readonly attributes: readonly string[]
  /** Those of the attributes that give roles. */
  readonly roleAttributes: readonly string[]
}

export interface Directory {
  readonly connection: LdapClient
  readonly activeDirectory: boolean
  readonly server: string
  readonly usn: string
}

const ofActiveDirectory = '1.2.840.113556.1.4.800'
const paged = '1.2.840.113556.1.4.319'

/**
 * Binds to the first reachable server. A wrong password is not retried at the next one, to avoid lockouts.
 * @throws LdapFailure
 */
export async function openDirectory(target: LdapTarget, signal: AbortSignal): Promise<Directory> {
  let last: unknown
  for (const way of target.ways) {
    let connection: LdapClient | undefined
    try {
      connection = await LdapClient.open(target.bounds, way, signal)
      await connection.bind(target.username, target.password)
      return await known(connection)
    } catch (error) {
      connection?.close()
      last = error
      if (!(error instanceof LdapFailure) || !['address', 'certificate'].includes(error.step)) throw error
    }
  }
  throw last ?? new LdapFailure('No server is named', 'address', false)
}

async function known(connection: LdapClient): Promise<Directory> {
  const root = await connection.entry('', [
    'supportedCapabilities',
    'supportedControl',
    'dsServiceName',
    'highestCommittedUSN',
  ])
  if (!root) throw new LdapFailure('The directory does not say what it can', 'rights', false)
  const controls = textsIn(root, 'supportedControl')
  if (controls.length > 0 && !controls.includes(paged))
    throw new LdapFailure('The directory cannot give its entries page by page', 'rights', false)
  const activeDirectory = textsIn(root, 'supportedCapabilities').includes(ofActiveDirectory)
  return {
    connection,
    activeDirectory,
    server: activeDirectory ? await serverOf(connection, textInEntry(root, 'dsServiceName')) : '',
    usn: textInEntry(root, 'highestCommittedUSN'),
  }
}

// A server restored from a backup restarts its change numbers under a new invocation ID
async function serverOf(connection: LdapClient, name: string): Promise<string> {
  const settings = name === '' ? undefined : await connection.entry(name, ['invocationId'])
  return `${name} ${settings?.attributes.get('invocationid')?.[0]?.toString('hex') ?? ''}`.slice(0, 500)
}

/** A base DN that is missing or no longer readable must not count as empty. @throws LdapFailure */
export async function mustReadBases({ connection }: Directory, bases: readonly string[]): Promise<void> {
  for (const base of bases)
    if (!(await connection.entry(base, ['objectClass'])))
      throw new LdapFailure(`The base DN ${base} is not there, or the account may not read it`, 'base', false)
}
