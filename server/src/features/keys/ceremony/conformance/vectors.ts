import { existsSync, readFileSync } from 'node:fs'

// The vectors are other people's and stay outside the repository; the tests run wherever they lie beside it.
const folder = new URL('../../../../../../shared/vectors/webauthn', import.meta.url)

/** The published vectors of this name, or undefined where they have not been put beside the repository. */
export function vectors(name: string): unknown {
  const file = new URL(`${name}.json`, folder)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  process.stdout.write(`${name}.json is absent: its vectors were not tried\n`)
  return undefined
}

/** Every algorithm that published vectors use. */
export const EVERY_ALGORITHM = [-7, -8, -35, -36, -48, -49, -50, -53, -257]

/** The bytes with one bit turned. */
export function turned(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 0x01, at)
  return copy
}
