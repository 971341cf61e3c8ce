import type { CborMap } from '#platform/ctap/cbor.ts'
import { idsAt } from '#platform/ctap/descriptors.ts'
import { flagAt, mapAt, requireParameter, equalBytes, textAt } from '#platform/ctap/parameters.ts'
import { permissions } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { Credential } from '../authenticator.card.ts'
import { parseHmacSecretRequest } from '../hmac-secret.ts'
import { spendToken } from '../pin/auth-token.ts'
import { type AuthenticatorCommand, mustBePresent, spendTap, type CommandContext } from '../command-context.ts'
import { MAX_LIST } from '../authenticator.model.ts'
import { type AssertionRequest, assertion } from './assertion.ts'
import { clientDataHashAt, isVerified, mustHavePin, optionsAt, pinUvAuth } from './common-steps.ts'

const RP_ID = 0x01
const CLIENT_DATA_HASH = 0x02
const ALLOW_LIST = 0x03
const EXTENSIONS = 0x04
const OPTIONS = 0x05
const PARAM = 0x06
const PROTOCOL = 0x07

/** Step 7, newest first as step 12.2.1 requires; credProtect limits what is found (§12.1). */
function eligible({ card }: CommandContext, rpId: string, ids: readonly Uint8Array[] | undefined, verified: boolean) {
  const shown = ({ protection }: Credential) => verified || protection === 1 || (protection === 2 && ids !== undefined)
  const meant = ({ id, discoverable }: Credential) => (ids ? ids.some(named => equalBytes(named, id)) : discoverable)
  return card.credentials
    .filter(one => one.party.id === rpId && meant(one) && shown(one))
    .toReversed()
    .toSorted((one, other) => other.madeAt - one.madeAt)
}

/** authenticatorGetAssertion (CTAP 2.1 §6.2.2); step numbers are those of its algorithm. */
export const getAssertion: AuthenticatorCommand = async (context, map) => {
  const rpId = requireParameter(textAt(map, RP_ID))
  const clientDataHash = clientDataHashAt(map, CLIENT_DATA_HASH)
  const ids = idsAt(map, ALLOW_LIST, MAX_LIST)
  const extensions: CborMap = mapAt(map, EXTENSIONS) ?? new Map()
  const auth = pinUvAuth(context, map, { param: PARAM, protocol: PROTOCOL }) // 1, 2
  const { rk, up: present = true, uv } = optionsAt(context, map, OPTIONS, auth) // 4.1 to 4.3, 4.5
  if (rk !== undefined) throw failCtap('UNSUPPORTED_OPTION') // 4.4
  if (present) mustHavePin(context, auth) // 5
  const by = { permission: permissions.get, rpId, clientDataHash, builtIn: present || uv }
  const verified = isVerified(context, auth, by) // 6
  const found = eligible(context, rpId, ids, verified) // 7
  const [first, ...others] = found
  if (!first) throw failCtap('NO_CREDENTIALS') // 7.6
  if (present) mustBePresent(context) // 9.1, 9.2
  const asked: AssertionRequest = {
    clientDataHash,
    present,
    verified,
    hmac: parseHmacSecretRequest(context, extensions, present), // 10
    wantsBlob: flagAt(extensions, 'credBlob') ?? false,
  }
  if (present) {
    spendTap(context)
    spendToken(context) // 9.4
  }
  if (ids || others.length === 0) return assertion(context, asked, first, { named: false }) // 11, 12.1
  const reply = await assertion(context, asked, first, { named: true, count: found.length })
  context.session = {
    ...context.session,
    pending: { of: 'assertions', at: context.faculties.now, ...asked, ids: others.map(({ id }) => id) }, // 12.2.2
  }
  return reply
}
