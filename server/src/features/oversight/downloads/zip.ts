import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive; folders stand in its name, with slashes. */
export interface Packed {
  readonly name: string
  readonly bytes: Buffer
}

// The first day that the format knows, so that the same files make the same archive
const day = 0x21
const [local, central, end] = [0x04034b50, 0x02014b50, 0x06054b50]
const version = 20
const utf8 = 0x800
const deflated = 8

function words(parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of parts) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Packs files as a ZIP archive (APPNOTE 6.3.10 §4.3); less than 4 GB and 65,536 files. */
export function zip(files: readonly Packed[]): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, bytes } of files) {
    const path = Buffer.from(name)
    const small = deflateRawSync(bytes)
    const common = words([
      [version, 2],
      [utf8, 2],
      [deflated, 2],
      [0, 2],
      [day, 2],
      [crc32(bytes), 4],
      [small.length, 4],
      [bytes.length, 4],
      [path.length, 2],
      [0, 2],
    ])
    const body = Buffer.concat([words([[local, 4]]), common, path, small])
    const made = words([
      [central, 4],
      [version, 2],
    ])
    const place = words([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    ])
    entries.push(Buffer.concat([made, common, place, path]))
    bodies.push(body)
    at += body.length
  }
  const list = Buffer.concat(entries)
  const last = words([
    [end, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [list.length, 4],
    [at, 4],
    [0, 2],
  ])
  return Buffer.concat([...bodies, list, last])
}
