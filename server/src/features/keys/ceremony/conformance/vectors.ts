import { existsSync, readFileSync } from 'node:fs'

// The vectors are third-party and not in the repository; the tests run if they are found next to it.
const folder = new URL('../../../../../../shared/vectors/webauthn', import.meta.url)

export function vectors(name: string): unknown {
  const file = new URL(`${name}.json`, folder)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  process.stdout.write(`${name}.json is absent: its vectors were not tried\n`)
  return undefined
}

export const EVERY_ALGORITHM = [-7, -8, -35, -36, -48, -49, -50, -53, -257]

export function withFlippedBit(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 0x01, at)
  return copy
}
