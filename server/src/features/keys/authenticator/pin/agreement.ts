import { createECDH } from 'node:crypto'
import type { CborMap } from '#platform/ctap/cbor.ts'
import { agreementPoint, type Point } from '#platform/ctap/cose.ts'
import { numberAt } from '#platform/ctap/parameters.ts'
import { type PinProtocol, type ProtocolNumber, pinProtocols } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { CommandContext } from '../command-context.ts'

export interface KeyAgreement {
  readonly protocol: PinProtocol
  readonly number: ProtocolNumber
  readonly secret: Uint8Array
}

export function protocolAt(map: CborMap, key: number): ProtocolNumber | undefined {
  const number = numberAt(map, key)
  if (number !== undefined && number !== 1 && number !== 2) throw failCtap('INVALID_PARAMETER')
  return number
}

const ecdh = (secret: Uint8Array) => {
  const half = createECDH('prime256v1')
  half.setPrivateKey(secret)
  return half
}

/** A private key for the agreement; invalid values are drawn again (CTAP 2.1 §6.5.6, regenerate). */
function draw(random: (size: number) => Uint8Array): Uint8Array {
  for (;;) {
    const secret = random(32)
    try {
      ecdh(secret)
      return secret
    } catch {
      // Zero or not below the order of the curve: one draw in four billion
    }
  }
}

export function regenerate(context: CommandContext, number: ProtocolNumber): void {
  const { session, faculties } = context
  context.session = { ...session, agreement: { ...session.agreement, [number]: draw(size => faculties.random(size)) } }
}

/** The public agreement key of one protocol (§6.5.5.4), created on first request. */
export function publicAgreement(context: CommandContext, number: ProtocolNumber): Point {
  if (!context.session.agreement[number]) regenerate(context, number)
  const point = ecdh(context.session.agreement[number] as Uint8Array).getPublicKey()
  return { x: point.subarray(1, 33), y: point.subarray(33) }
}

/**
 * Computes the shared secret (§6.5.6, decapsulate). INVALID_PARAMETER for a point off the curve, or before our
 * key was sent.
 */
export function decapsulate(context: CommandContext, number: ProtocolNumber, theirs: CborMap): KeyAgreement {
  const { x, y } = agreementPoint(theirs)
  const ours = context.session.agreement[number]
  if (!ours) throw failCtap('INVALID_PARAMETER')
  const protocol = pinProtocols[number]
  try {
    return { protocol, number, secret: protocol.derive(ecdh(ours).computeSecret(Buffer.concat([Buffer.of(4), x, y]))) }
  } catch {
    throw failCtap('INVALID_PARAMETER')
  }
}
