import { connectionKinds, defaultSyncMinutes } from '@claviger/contract/directories/connections'
import type { LdapConnection } from '@claviger/contract/directories/ldap'
import { messages } from '@claviger/contract/platform/messages'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { mustBringSecrets } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  addConnection,
  changeConnection,
  type ConnectedDirectory,
  connectionById,
  connectionStateOf,
} from '../connections/connections.ts'
import { type LdapInput, settingsIn } from './ldap-input.ts'
import { defaultMapping, type LdapSettings, settingsOf } from './ldap-settings.ts'

const kind = connectionKinds.ldap

/** An LDAP connection. @throws not-found */
export async function ldapConnection(ctx: TransactionContext, id: string): Promise<ConnectedDirectory> {
  const connection = await connectionById(ctx, id)
  if (connection?.kind !== kind) throw problem('not-found')
  return connection
}

export async function getLdap(ctx: TransactionContext, { id }: { id: string }): Promise<LdapConnection> {
  return told(ctx, await ldapConnection(ctx, id))
}

/** Settings of a form that is not saved yet. The stored password is used only for the servers that it was entered for. */
export async function settingsToTry(ctx: TransactionContext, input: Omit<LdapInput, 'version'>) {
  const before = input.id === undefined ? undefined : await ldapConnection(ctx, input.id)
  const settings = settingsIn(input, before && settingsOf(before))
  const password = input.password === '' ? undefined : input.password
  if (!before && password === undefined) throw passwordMissing()
  if (before)
    mustBringSecrets(placeOf(settingsOf(before)), placeOf(settings), [
      { field: 'password', kept: true, brought: password !== undefined },
    ])
  return { before, settings, password, mapping: before?.mapping ?? defaultMapping }
}

const passwordMissing = () =>
  problem('invalid-input', undefined, [{ field: 'password', message: messages['required.password'] }])

/** Saves an LDAP connection, or creates one if it has no ID; a new one reads nothing before an owner approves it. */
export async function saveLdap(ctx: TransactionContext, input: LdapInput): Promise<LdapConnection> {
  const password = input.password === '' ? undefined : input.password
  const before = input.id === undefined ? undefined : await ldapConnection(ctx, input.id)
  const begins = input.passwords === true && !(before && settingsOf(before).passwords)
  if (begins && !administratorOf(ctx).permissions.has('directories.grant')) throw problem('owner-decides')
  if (!before) {
    if (password === undefined) throw passwordMissing()
    const settings = settingsIn(input)
    const name = input.name ?? settings.bases[0] ?? 'LDAP'
    return told(
      ctx,
      await addConnection(ctx, {
        kind,
        name: name.slice(0, 100),
        settings,
        secret: password,
        mapping: defaultMapping,
        everyMinutes: defaultSyncMinutes,
      }),
    )
  }
  const was = settingsOf(before)
  const settings = settingsIn(input, was)
  mustBringSecrets(placeOf(was), placeOf(settings), [
    { field: 'password', kept: true, brought: password !== undefined },
  ])
  const changed = await changeConnection(ctx, before.id, {
    settings,
    name: input.name,
    secret: password,
    version: input.version,
    reachEnds: placeOf(was) !== placeOf(settings),
  })
  return told(ctx, changed)
}

const placeOf = ({ urls, plain, certificate, username }: LdapSettings): string =>
  JSON.stringify([urls.map(url => url.toLowerCase()).toSorted(), plain, certificate, username])

async function told(ctx: TransactionContext, connection: ConnectedDirectory): Promise<LdapConnection> {
  const { urls, bases, plain, username, certificate, personFilter, groupFilter, passwords } = settingsOf(connection)
  const [ldapUrl = '', ...furtherUrls] = urls
  const [baseDn = '', ...furtherBaseDns] = bases
  return {
    id: connection.id,
    name: connection.name,
    ldapUrl,
    furtherUrls,
    plain,
    baseDn,
    furtherBaseDns,
    username,
    certificate,
    personFilter,
    groupFilter,
    passwords,
    connection: await connectionStateOf(ctx, connection.id),
    version: connection.version,
  }
}
