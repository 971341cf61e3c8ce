import { type CborMap, encoded, members } from '#platform/ctap/cbor.ts'
import { bytesAt, mapAt, numberAt, requireParameter, equalBytes } from '#platform/ctap/parameters.ts'
import { permissions } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { Credential } from '../authenticator.card.ts'
import { protocolAt } from '../pin/agreement.ts'
import { coversParty, tokenFor } from '../pin/auth-token.ts'
import type { AuthToken } from '../authenticator.session.ts'
import type { AuthenticatorCommand, CommandContext } from '../command-context.ts'
import { partyHash } from '../authenticator-data.ts'
import { userFrom } from '../entities.ts'
import { discoverable, firstCredential, firstParty, nextCredential, nextParty } from './enumeration.ts'
import { remainingCredentials } from './get-info.ts'

const SUBCOMMAND = 0x01
const PARAMETERS = 0x02
const PROTOCOL = 0x03
const PARAM = 0x04

const RP_ID_HASH = 0x01
const CREDENTIAL = 0x02
const USER = 0x03

/**
 * The token that grants management, over the subcommand and its parameters (CTAP 2.1 §6.8.2 to §6.8.6, steps 1
 * to 5). Requests are canonical, so the parameters re-encode to the authenticated bytes.
 */
function granted(context: CommandContext, map: CborMap): AuthToken {
  const param = bytesAt(map, PARAM)
  if (!param) throw failCtap('PUAT_REQUIRED')
  const protocol = requireParameter(protocolAt(map, PROTOCOL))
  const inner = mapAt(map, PARAMETERS)
  const message = Buffer.concat([
    Buffer.of(requireParameter(numberAt(map, SUBCOMMAND))),
    inner ? encoded(inner) : Buffer.of(),
  ])
  return tokenFor(context, { permission: permissions.manage, protocol, message, param })
}

/**
 * Some subcommands list all parties, so a token for one party is not enough (§6.8.2 step 6, §6.8.3 step 6).
 */
function grantedForAll(context: CommandContext, map: CborMap): void {
  if (granted(context, map).rpId !== null) throw failCtap('PIN_AUTH_INVALID')
}

/** §6.8.2 */
function metadata(context: CommandContext, map: CborMap): CborMap {
  grantedForAll(context, map)
  return members([0x01, discoverable(context).length], [0x02, remainingCredentials(context)])
}

/** §6.8.3 */
function parties(context: CommandContext, map: CborMap): CborMap {
  grantedForAll(context, map)
  return firstParty(context)
}

/** §6.8.4 */
function credentials(context: CommandContext, map: CborMap): CborMap {
  const rpIdHash = requireParameter(bytesAt(requireParameter(mapAt(map, PARAMETERS)), RP_ID_HASH))
  if (!coversParty(granted(context, map), rpIdHash)) throw failCtap('PIN_AUTH_INVALID')
  return firstCredential(context, rpIdHash)
}

function named(context: CommandContext, map: CborMap): Credential {
  const inner = requireParameter(mapAt(map, PARAMETERS))
  const id = requireParameter(bytesAt(requireParameter(mapAt(inner, CREDENTIAL)), 'id'))
  const token = granted(context, map)
  const found = discoverable(context).find(one => equalBytes(one.id, id))
  if (!found) throw failCtap('NO_CREDENTIALS')
  if (!coversParty(token, partyHash(found.party.id))) throw failCtap('PIN_AUTH_INVALID')
  return found
}

/** §6.8.5 */
function remove(context: CommandContext, map: CborMap): null {
  context.changes.push({ kind: 'credential removed', id: named(context, map).id })
  return null
}

/** §6.8.6: omitted fields are cleared. */
function updateUser(context: CommandContext, map: CborMap): null {
  const user = userFrom(requireParameter(mapAt(requireParameter(mapAt(map, PARAMETERS)), USER)))
  const found = named(context, map)
  if (!equalBytes(found.user.id, user.id)) throw failCtap('INVALID_PARAMETER')
  context.changes.push({ kind: 'user updated', id: found.id, user })
  return null
}

const subcommands: Readonly<Record<number, AuthenticatorCommand>> = {
  0x01: metadata,
  0x02: parties,
  0x03: nextParty,
  0x04: credentials,
  0x05: nextCredential,
  0x06: remove,
  0x07: updateUser,
}

const NEXT = [0x03, 0x05]

export const continuesCommand = (map: CborMap): boolean => NEXT.includes(Number(map.get(SUBCOMMAND)))

/** authenticatorCredentialManagement (CTAP 2.1 §6.8), if the card allows it. */
export const credentialManagement: AuthenticatorCommand = (context, map) => {
  if (context.card.verification === 'none' || !context.card.allows.manage) throw failCtap('INVALID_COMMAND')
  const run = subcommands[requireParameter(numberAt(map, SUBCOMMAND))]
  if (!run) throw failCtap('INVALID_SUBCOMMAND')
  return run(context, map)
}
