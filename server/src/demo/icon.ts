import { crc32, deflateSync } from 'node:zlib'

const side = 128
const blue = [0x1f, 0x4e, 0x8c]
const white = [0xff, 0xff, 0xff]

/** A white cross on blue as a PNG (PNG Third Edition §5 and §11). */
export function crossIcon(): Buffer {
  const inCross = (x: number, y: number) => {
    const arm = (at: number) => at >= side * 0.41 && at < side * 0.59
    const long = (at: number) => at >= side * 0.2 && at < side * 0.8
    return (arm(x) && long(y)) || (arm(y) && long(x))
  }
  const lines = Array.from({ length: side }, (_line, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_dot, x) => (inCross(x, y) ? white : blue)).flat()]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
