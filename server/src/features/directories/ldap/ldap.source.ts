import { connectionKinds } from '@claviger/contract/directories/connections'
import { transact } from '#platform/db/transaction.ts'
import type { AppContext } from '#platform/app-context.ts'
import { type ConnectedDirectory, connectionSecret } from '../connections/connections.ts'
import { type Source, SourceFailure, type SourcePerson } from '../syncs/syncs.sources.ts'
import { openDirectory, type LdapTarget } from './reader/ldap-connection.ts'
import { personOfEntry, readableOf, readDirectory } from './reader/ldap-reading.ts'
import { defaultMapping, targetOf } from './ldap-settings.ts'
import { checkConnection } from './check-connection.ts'
import { asFailure } from './wire/failure.ts'

type Placed = ConnectedDirectory & { workspace: string }
const patience = 30_000

export const ldapSource: Source = {
  kind: connectionKinds.ldap,
  defaultMapping,
  async read(world, connection, ask) {
    const target = await openedDirectory(world, connection)
    return failing(async () => {
      const reading = await readDirectory(target, { ...ask, now: () => world.clock.now() })
      const { present } = reading
      return {
        whole: reading.whole,
        ...(present && { present: (what: 'user' | 'group') => failingEach(present(what)) }),
        people: () => failingEach(reading.people()),
        groups: () => failingEach(reading.groups()),
        members: group => failingEach(reading.members(group)),
        cursor: () => reading.cursor(),
      }
    })
  },
  async check(world, connection) {
    const steps = await checkConnection(await openedDirectory(world, connection), AbortSignal.timeout(patience))
    const failed = steps.find(({ state }) => state === 'failed')
    return { ok: !failed, reason: failed?.says ?? null, missing: failed?.step === 'rights' ? [failed.says] : [] }
  },
  async sample(world, connection, count) {
    const target = await openedDirectory(world, connection)
    return failing(() => samplesOf(target, count, world.clock.now()))
  },
}

/** Target of a connection; decrypts its password only for this purpose. */
export async function openedDirectory(world: AppContext, connection: Placed): Promise<LdapTarget> {
  const from = {
    actor: { kind: 'operator', name: 'Claviger' },
    request: { id: 'ldap', ip: '', userAgent: '' },
    workspace: connection.workspace,
  } as const
  const password = await transact(world, from, ctx => connectionSecret(ctx, connection.id))
  return targetOf(world, connection.workspace, connection, password ?? '')
}

/** Sample users of a directory. @throws LdapFailure */
export async function samplesOf(target: LdapTarget, count: number, now: Date): Promise<SourcePerson[]> {
  const directory = await openDirectory(target, AbortSignal.timeout(patience))
  try {
    const people: SourcePerson[] = []
    const how = { ...directory, names: undefined, now, readable: await readableOf(directory, target) }
    for (const base of target.bases) {
      const search = { base, scope: 'sub', filter: target.personFilter, attributes: ['*', 'entryUUID'] } as const
      const entries = await directory.connection.find(search, 'filter', count - people.length)
      people.push(...entries.map(entry => personOfEntry(entry, how)))
      if (people.length >= count) break
    }
    return people
  } finally {
    directory.connection.close()
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { message, again } = asFailure(error, 'address')
    throw new SourceFailure(message, again)
  }
}

async function* failingEach<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all
  } catch (error) {
    const { message, again } = asFailure(error, 'address')
    throw new SourceFailure(message, again)
  }
}
