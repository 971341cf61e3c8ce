import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { ES256 } from '#platform/ctap/cose.ts'
import { idsAt } from '#platform/ctap/descriptors.ts'
import { mapAt, mapsAt, numberAt, requireParameter, equalBytes, textAt } from '#platform/ctap/parameters.ts'
import { permissions } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { Credential, UserEntity } from '../authenticator.card.ts'
import { processCreationExtensions } from '../creation-extensions.ts'
import { CREDENTIAL_ID, MAX_LIST } from '../authenticator.model.ts'
import { spendToken } from '../pin/auth-token.ts'
import { type AuthenticatorCommand, mustBeAllowed, spendTap, type CommandContext } from '../command-context.ts'
import { authenticatorData } from '../authenticator-data.ts'
import { parsePartyEntity, userFrom } from '../entities.ts'
import { clientDataHashAt, isVerified, mustHavePin, optionsAt, pinUvAuth } from './common-steps.ts'
import { remainingCredentials } from './get-info.ts'

const CLIENT_DATA_HASH = 0x01
const RP = 0x02
const USER = 0x03
const ALGORITHMS = 0x04
const EXCLUDE_LIST = 0x05
const EXTENSIONS = 0x06
const OPTIONS = 0x07
const PARAM = 0x08
const PROTOCOL = 0x09
const ENTERPRISE = 0x0a

/** Step 3: all entries are validated, even after a supported one. */
function mustKnowAlgorithm(list: readonly CborMap[]): void {
  const known = list.map(item => {
    if (!item.has('alg') || !item.has('type')) throw failCtap('INVALID_CBOR')
    return numberAt(item, 'alg') === ES256 && textAt(item, 'type') === 'public-key'
  })
  if (!known.includes(true)) throw failCtap('UNSUPPORTED_ALGORITHM')
}

/**
 * Step 12; a credential visible only to its verified user is skipped for others as if it didn't exist (step
 * 12.2.2).
 */
function mustNotBeExcluded(
  { card }: CommandContext,
  ids: readonly Uint8Array[],
  rpId: string,
  verified: boolean,
): void {
  const found = card.credentials.some(
    ({ id, party, protection }) =>
      party.id === rpId && (protection !== 3 || verified) && ids.some(named => equalBytes(named, id)),
  )
  if (found) throw failCtap('CREDENTIAL_EXCLUDED')
}

/** Step 17.1: a discoverable credential replaces the one of the same party and user; 17.3: it must fit. */
function replacedBy(
  context: CommandContext,
  rpId: string,
  user: UserEntity,
  isDiscoverable: boolean,
): readonly Credential[] {
  const old = context.card.credentials.filter(
    ({ discoverable, party, user: { id } }) =>
      isDiscoverable && discoverable && party.id === rpId && equalBytes(id, user.id),
  )
  if (remainingCredentials(context) + old.length === 0) throw failCtap('KEY_STORE_FULL')
  return old
}

/** Step 19: attestation by the model, or else self attestation. */
async function statement({ faculties }: CommandContext, { key }: Credential, signed: Uint8Array): Promise<CborMap> {
  const { attestation } = faculties
  return attestation
    ? members(['alg', ES256], ['sig', await attestation.sign(signed)], ['x5c', attestation.certificates])
    : members(['alg', ES256], ['sig', await faculties.sign(key, signed)])
}

/** authenticatorMakeCredential (CTAP 2.1 §6.1.2); step numbers are those of its algorithm. */
export const makeCredential: AuthenticatorCommand = async (context, map) => {
  const clientDataHash = clientDataHashAt(map, CLIENT_DATA_HASH)
  const party = parsePartyEntity(requireParameter(mapAt(map, RP)))
  const user = userFrom(requireParameter(mapAt(map, USER)))
  const algorithms = requireParameter(mapsAt(map, ALGORITHMS))
  const excluded = idsAt(map, EXCLUDE_LIST, MAX_LIST) ?? []
  const asked: CborMap = mapAt(map, EXTENSIONS) ?? new Map()
  const auth = pinUvAuth(context, map, { param: PARAM, protocol: PROTOCOL }) // 1, 2
  mustKnowAlgorithm(algorithms) // 3
  const { rk: discoverable = false, up } = optionsAt(context, map, OPTIONS, auth) // 5.1 to 5.4
  if (up === false) throw failCtap('INVALID_OPTION') // 5.6
  mustHavePin(context, auth) // 6, which covers 7, 8, and 10
  if (map.has(ENTERPRISE)) throw failCtap('INVALID_PARAMETER') // 9
  const by = { permission: permissions.make, rpId: party.id, clientDataHash, builtIn: true }
  const verified = isVerified(context, auth, by) // 11
  mustNotBeExcluded(context, excluded, party.id, verified) // 12
  if (!context.card.allows.create) throw failCtap('OPERATION_DENIED') // the workspace refuses like the user
  const { kept, outputs } = processCreationExtensions(asked, discoverable) // 15
  spendTap(context) // 14.1 to 14.3
  spendToken(context) // 14.4
  await mustBeAllowed(context, { rpId: party.id, present: true, verified })
  const { faculties } = context
  const replaced = replacedBy(context, party.id, user, discoverable) // 17, before a key is made needlessly
  const { key, publicKey } = await faculties.makeKey() // 16
  const id = faculties.random(CREDENTIAL_ID)
  const made: Credential = { id, key, publicKey, party, user, discoverable, ...kept, madeAt: faculties.now }
  for (const old of replaced) context.changes.push({ kind: 'credential removed', id: old.id })
  context.changes.push({ kind: 'credential added', credential: made })
  const said = { rpId: party.id, present: true, verified, counter: 0, attested: made, extensions: outputs }
  const data = authenticatorData(said)
  const attStmt = await statement(context, made, Buffer.concat([data, clientDataHash]))
  return members([0x01, 'packed'], [0x02, data], [0x03, attStmt])
}
