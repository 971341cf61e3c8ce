import { setImmediate as turn } from 'node:timers/promises'
import { problem, tooLarge } from '../problem.ts'

export interface Encoding {
  name: string
  /** Stated by the administrator; otherwise the first bytes show it. */
  chosen?: string
}

const refused = (why: string) => problem('file-format', why)

/**
 * Decodes a file in UTF-8 or UTF-16, with or without a byte order mark.
 * @throws file-encoding for what could be Windows-1252, file-format for other encodings and binary data, too-large beyond
 *   `most` bytes
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  encoding: Encoding,
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let head = Buffer.alloc(0)
  let size = 0
  const decode = (part: Uint8Array, more: boolean): string => {
    try {
      const text = (decoder as InstanceType<typeof TextDecoder>).decode(part, { stream: more })
      // eslint-disable-next-line no-control-regex
      if (/[\u0000-\u0008]/.test(text)) throw refused('The file format is not valid. It is not a text file')
      return text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw isWindows(part)
        ? problem('file-encoding')
        : refused('The file format is not valid. It is neither UTF-8 nor UTF-16. Save it as “CSV UTF-8” and try again')
    }
  }
  for await (const part of piecesOf(bytes)) {
    size += part.length
    if (size > most) throw tooLarge(most)
    if (decoder) {
      yield decode(part, true)
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < 4096) continue
    encoding.name = encoding.chosen ?? nameOf(head)
    decoder = new TextDecoder(encoding.name, { fatal: true })
    yield decode(head, true)
  }
  if (decoder) {
    yield decode(new Uint8Array(), false)
    return
  }
  if (head.length === 0) throw refused('The file format is not valid. The file is empty')
  encoding.name = encoding.chosen ?? nameOf(head)
  decoder = new TextDecoder(encoding.name, { fatal: true })
  yield decode(head, false)
}

/** Has the text only letters and signs of Windows-1252, as older spreadsheets write it? */
const isWindows = (part: Uint8Array): boolean =>
  part.every(
    byte => (byte >= 0x20 || [0x09, 0x0a, 0x0d].includes(byte)) && ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
  )

const piece = 16_384

/** What comes whole is read piece by piece as well, and others are answered between two of them. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    for (let at = 0; at < part.length; at += piece) {
      yield part.subarray(at, at + piece)
      // Parts that are there already come without a turn of the event loop
      await turn()
    }
  }
}

function nameOf(head: Buffer): string {
  if (head.subarray(0, 2).equals(Buffer.of(0xff, 0xfe))) return 'utf-16le'
  if (head.subarray(0, 2).equals(Buffer.of(0xfe, 0xff))) return 'utf-16be'
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    throw refused('The file format is not valid. It is a workbook or an archive. Save it as “CSV UTF-8” and try again')
  const zeros = [0, 0]
  for (const [place, byte] of head.subarray(0, 400).entries())
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = Math.min(head.length, 400) / 2
  // In UTF-16, nearly every other byte of Latin text is zero
  if (odd > half / 2 && even < half / 10) return 'utf-16le'
  if (even > half / 2 && odd < half / 10) return 'utf-16be'
  if (even + odd > 0) throw refused('The file format is not valid. It is not a text file')
  return 'utf-8'
}
