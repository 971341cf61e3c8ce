import { connectionKinds } from '@claviger/contract/directories/connections'
import { firstOf } from '@claviger/contract/directories/connections/mapping'
import { OktaSettings } from '@claviger/contract/directories/okta'
import type { AppContext } from '#platform/app-context.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { oktaWith } from '../cloud/cloud.okta.ts'
import { roleAttributesIn } from '../links/links.mapping.ts'
import { asSourceFailure, openFor } from '../cloud/cloud.reading.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { type Source, SourceFailure } from '../syncs/syncs.sources.ts'
import { oktaPerson, readOkta } from './okta-reading.ts'

async function open(world: AppContext, connection: ConnectedDirectory & { workspace: string }) {
  const access = await openFor(world, connection, (ctx, id) => accessTo(ctx, id, 'okta'))
  return { access, okta: oktaWith(world, access), settings: OktaSettings.parse(connection.settings) }
}

const needs = [
  ['okta.users.read', '/users?limit=1'],
  ['okta.groups.read', '/groups?limit=1'],
] as const

/** The directory type Okta (R194: 2). */
export const oktaSource: Source = {
  kind: connectionKinds.okta,
  async read(world, connection, ask) {
    const { access, okta, settings } = await open(world, connection)
    return readOkta(okta, access.address, settings, { ...ask, named: roleAttributesIn(connection.mapping) })
  },
  async check(world, connection) {
    const missing: string[] = []
    try {
      const { okta } = await open(world, connection)
      for (const [right, path] of needs)
        await okta.get(path).catch((error: unknown) => {
          if (!(error instanceof CloudFailure) || error.status !== 403) throw error
          missing.push(right)
        })
    } catch (error) {
      if (error instanceof CloudFailure || error instanceof SourceFailure)
        return { ok: false, reason: error.message, missing }
      throw error
    }
    const ok = missing.length === 0
    return { ok, reason: ok ? null : `Not granted in Okta: ${missing.join(', ')}`, missing }
  },
  async sample(world, connection, count) {
    const { okta } = await open(world, connection)
    try {
      for await (const rows of okta.pages(`/users?limit=${String(Math.min(count, 100))}`)) return rows.map(oktaPerson)
      return []
    } catch (error) {
      throw asSourceFailure(error)
    }
  },
  defaultMapping: [
    firstOf('userId', 'login'),
    firstOf('firstName', 'firstName', 'displayName'),
    firstOf('lastName', 'lastName'),
    firstOf('email', 'email'),
    firstOf('employeeId', 'employeeNumber'),
    firstOf('phone', 'mobilePhone', 'primaryPhone'),
  ],
}
