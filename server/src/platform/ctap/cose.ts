import { type CborMap, members } from './cbor.ts'
import { bytesAt, numberAt } from './parameters.ts'
import { failCtap } from './ctap-status.ts'

/** A P-256 point; 32 bytes per coordinate. */
export interface Point {
  readonly x: Uint8Array
  readonly y: Uint8Array
}

export const ES256 = -7
/** ECDH-ES with HKDF-256, the algorithm label of key agreement keys (CTAP 2.1 §6.5.6, getPublicKey). */
const ECDH = -25
const EC2 = 2
const P256 = 1

const keyOf = (algorithm: number, { x, y }: Point): CborMap =>
  members([1, EC2], [3, algorithm], [-1, P256], [-2, x], [-3, y])

export const credentialKey = (point: Point): CborMap => keyOf(ES256, point)

export const agreementKey = (point: Point): CborMap => keyOf(ECDH, point)

/** The platform's key agreement public key; using it verifies that the point is on the curve. */
export function agreementPoint(map: CborMap): Point {
  const [x, y] = [bytesAt(map, -2), bytesAt(map, -3)]
  const [kind, curve] = [numberAt(map, 1), numberAt(map, -1)]
  if (kind !== EC2 || curve !== P256 || x?.length !== 32 || y?.length !== 32) throw failCtap('INVALID_PARAMETER')
  return { x, y }
}
