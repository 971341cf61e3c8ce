import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { credentialKey } from '#platform/ctap/cose.ts'
import { descriptor } from '#platform/ctap/descriptors.ts'
import { equalBytes } from '#platform/ctap/parameters.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { Credential } from '../authenticator.card.ts'
import { NEXT_WITHIN, type Pending } from '../authenticator.session.ts'
import type { CommandContext } from '../command-context.ts'
import { partyHash } from '../authenticator-data.ts'
import { userMap } from '../entities.ts'

const party = ({ card }: CommandContext, rpId: string, total?: number): CborMap => {
  const name = card.credentials.findLast(one => one.party.id === rpId)?.party.name
  return members([0x03, members(['id', rpId], ['name', name])], [0x04, partyHash(rpId)], [0x05, total])
}

const credential = ({ id, user, publicKey, protection }: Credential, total?: number): CborMap =>
  members(
    [0x06, userMap(user, true)],
    [0x07, descriptor(id)],
    [0x08, credentialKey(publicKey)],
    [0x09, total],
    [0x0a, protection],
  )

function remember(context: CommandContext, pending: Pending): void {
  context.session = { ...context.session, pending }
}

export const discoverable = ({ card }: CommandContext): readonly Credential[] =>
  card.credentials.filter(one => one.discoverable)

export function firstParty(context: CommandContext): CborMap {
  const rpIds = [...new Set(discoverable(context).map(one => one.party.id))]
  const [first, ...rest] = rpIds
  if (first === undefined) throw failCtap('NO_CREDENTIALS')
  remember(context, { of: 'parties', at: context.faculties.now, rpIds: rest })
  return party(context, first, rpIds.length)
}

export function firstCredential(context: CommandContext, rpIdHash: Uint8Array): CborMap {
  const found = discoverable(context).filter(one => equalBytes(partyHash(one.party.id), rpIdHash))
  const [first, ...rest] = found
  if (!first) throw failCtap('NO_CREDENTIALS')
  remember(context, { of: 'credentials', at: context.faculties.now, ids: rest.map(({ id }) => id) })
  return credential(first, found.length)
}

function current(context: CommandContext): Pending | null {
  const { pending } = context.session
  return pending && context.faculties.now - pending.at <= NEXT_WITHIN ? pending : null
}

export function nextParty(context: CommandContext): CborMap {
  const pending = current(context)
  const [next, ...rest] = pending?.of === 'parties' ? pending.rpIds : []
  if (next === undefined) throw failCtap('NOT_ALLOWED')
  remember(context, { of: 'parties', at: context.faculties.now, rpIds: rest })
  return party(context, next)
}

export function nextCredential(context: CommandContext): CborMap {
  const pending = current(context)
  const [next, ...rest] = pending?.of === 'credentials' ? pending.ids : []
  const found = context.card.credentials.find(({ id }) => next && equalBytes(id, next))
  if (!found) throw failCtap('NOT_ALLOWED')
  remember(context, { of: 'credentials', at: context.faculties.now, ids: rest })
  return credential(found)
}
