import { hash } from 'node:crypto'
import type { SourceGroup, SourcePerson } from '#features/directories/syncs/syncs.sources.ts'
import type { AgentConfig } from './config.ts'
import { ReceiverRefusal, type ScimReceiver } from './receiver.ts'
import type { AgentState, DeliveryState } from './agent-state.ts'

const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const
const membersAtOnce = 500

export type DeliveryOutcome = 'added' | 'changed' | 'unchanged' | 'left' | 'declined'

const digest = (of: unknown) => hash('sha256', JSON.stringify(of), 'base64')

export function scimUserOf({ anchor, active, attributes }: SourcePerson, names: AgentConfig['attributes']) {
  const first = (of: readonly string[]) =>
    of
      .map(name => attributes[name])
      .flatMap(value => (Array.isArray(value) ? value : [value ?? '']))
      .find(Boolean)
  const said = (of: readonly string[]) => String(first(of) ?? '')
  const [email, phone, number] = [said(names.email), said(names.phone), said(names.employeeNumber)]
  const language = said(names.preferredLanguage)
  return {
    schemas: [schemas.user, ...(number === '' ? [] : [schemas.enterprise])],
    userName: said(names.userName),
    externalId: anchor,
    active,
    name: { givenName: said(names.givenName), familyName: said(names.familyName) },
    ...(email !== '' && { emails: [{ value: email, type: 'work', primary: true }] }),
    ...(phone !== '' && { phoneNumbers: [{ value: phone, type: 'work', primary: true }] }),
    ...(language !== '' && { preferredLanguage: language }),
    ...(number !== '' && { [schemas.enterprise]: { employeeNumber: number } }),
  }
}

const chunks = (all: readonly string[]) =>
  Array.from({ length: Math.ceil(all.length / membersAtOnce) }, (_, at) =>
    all.slice(at * membersAtOnce, (at + 1) * membersAtOnce),
  )

/** Sends users and groups to a receiver, only if changed. */
export function delivery(ask: ScimReceiver, state: AgentState, dry: boolean) {
  const patch = (id: string, Operations: readonly object[]) =>
    ask('PATCH', `/Groups/${encodeURIComponent(id)}`, { schemas: [schemas.patch], Operations })
  const idOf = async (kind: 'Users' | 'Groups', anchor: string): Promise<string | undefined> => {
    const found = await ask(
      'GET',
      `/${kind}?count=1&filter=${encodeURIComponent(`externalId eq ${JSON.stringify(anchor)}`)}`,
    )
    return (found['Resources'] as { id: string }[] | undefined)?.[0]?.id
  }
  const put = async (
    kind: 'Users' | 'Groups',
    anchor: string,
    said: object,
    known?: DeliveryState,
  ): Promise<[DeliveryOutcome, string]> => {
    const id = known?.id ?? (await idOf(kind, anchor))
    if (dry) return [id === undefined ? 'added' : 'changed', id ?? '']
    if (id !== undefined)
      try {
        // Never replace a group with PUT: it would have no members until they are sent again
        if (kind === 'Users') await ask('PUT', `/Users/${encodeURIComponent(id)}`, said)
        else await patch(id, [{ op: 'replace', value: said }])
        return ['changed', id]
      } catch (error) {
        // Deleted there in the meantime: create it again
        if (!(error instanceof ReceiverRefusal) || error.status !== 404) throw error
      }
    return ['added', String((await ask('POST', `/${kind}`, said))['id'])]
  }

  return {
    async user(person: SourcePerson, names: AgentConfig['attributes']): Promise<DeliveryOutcome> {
      const said = scimUserOf(person, names)
      const told = digest(said)
      const known = state.users[person.anchor]
      if (known?.told === told) return 'unchanged'
      const [done, id] = await put('Users', person.anchor, said, known)
      if (!dry) state.users[person.anchor] = { id, told }
      return done
    },

    async group(group: SourceGroup, members: readonly string[]): Promise<DeliveryOutcome> {
      const said = { schemas: [schemas.group], displayName: group.name, externalId: group.anchor }
      const told = digest(said)
      const known = state.groups[group.anchor]
      const had = new Set(known?.members)
      const has = new Set(members.filter(anchor => state.users[anchor]))
      const [come, gone] = [[...has].filter(one => !had.has(one)), [...had].filter(one => !has.has(one))]
      if (known?.told === told && come.length + gone.length === 0) return 'unchanged'
      const [done, id]: [DeliveryOutcome, string] =
        known?.told === told ? ['changed', known.id] : await put('Groups', group.anchor, said, known)
      if (dry) return done
      // Members are sent after the group exists, so that an interrupted run can continue with them
      const mine = known?.id === id
      const now = { id, told, members: mine ? known.members : [] }
      state.groups[group.anchor] = now
      const ids = (anchors: readonly string[]) => anchors.flatMap(anchor => state.users[anchor]?.id ?? [])
      const valued = (anchors: readonly string[]) => ids(anchors).map(value => ({ value }))
      // The previous members of an existing group are unknown here
      if (!mine) await patch(id, [{ op: 'replace', path: 'members', value: [] }])
      for (const some of chunks(mine ? come : [...has])) {
        await patch(id, [{ op: 'add', path: 'members', value: valued(some) }])
        now.members = [...now.members, ...some]
      }
      for (const some of chunks(mine ? gone : [])) {
        const leaving = ids(some).map(value => ({ op: 'remove', path: `members[value eq ${JSON.stringify(value)}]` }))
        if (leaving.length > 0) await patch(id, leaving)
        now.members = now.members.filter(one => !some.includes(one))
      }
      return done
    },

    async leave(kind: 'Users' | 'Groups', anchor: string): Promise<DeliveryOutcome> {
      const held = kind === 'Users' ? state.users : state.groups
      const id = held[anchor]?.id
      if (dry || id === undefined) return 'left'
      try {
        await ask('DELETE', `/${kind}/${encodeURIComponent(id)}`)
      } catch (error) {
        if (!(error instanceof ReceiverRefusal) || error.status !== 404) throw error
      }
      delete held[anchor]
      return 'left'
    },
  }
}
