import { type CborMap, members } from './cbor.ts'
import { bytesAt, numberAt } from './parameters.ts'
import { refuse } from './status.ts'

/** A point of P-256, 32 bytes each. */
export interface Point {
  readonly x: Uint8Array
  readonly y: Uint8Array
}

export const ES256 = -7
/** ECDH-ES with HKDF-256, the label under which keys of the agreement travel (CTAP 2.1 §6.5.6, getPublicKey). */
const ECDH = -25
const EC2 = 2
const P256 = 1

const keyOf = (algorithm: number, { x, y }: Point): CborMap =>
  members([1, EC2], [3, algorithm], [-1, P256], [-2, x], [-3, y])

/** A credential's public key as COSE_Key. */
export const credentialKey = (point: Point): CborMap => keyOf(ES256, point)

/** Our public key of the agreement as COSE_Key. */
export const agreementKey = (point: Point): CborMap => keyOf(ECDH, point)

/** The platform's public key of the agreement; whether it lies on the curve shows when it is used. */
export function agreementPoint(map: CborMap): Point {
  const [x, y] = [bytesAt(map, -2), bytesAt(map, -3)]
  const [kind, curve] = [numberAt(map, 1), numberAt(map, -1)]
  if (kind !== EC2 || curve !== P256 || x?.length !== 32 || y?.length !== 32) throw refuse('INVALID_PARAMETER')
  return { x, y }
}
