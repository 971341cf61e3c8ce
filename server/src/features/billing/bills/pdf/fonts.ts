import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'
import type { ScriptFont } from './scripts.ts'

const { resolve } = createRequire(import.meta.url)
const inter = join(dirname(resolve('inter-ui/package.json')), 'Inter (web)')
const embedded = (name: string) => join(dirname(resolve(`@embedpdf/fonts-${name}`)), '../fonts')
const google = (name: string) => dirname(resolve(`@expo-google-fonts/${name}/package.json`))

const files: Record<ScriptFont, () => readonly [plain: string, strong: string]> = {
  latin: () => [join(inter, 'Inter-Regular.woff'), join(inter, 'Inter-SemiBold.woff')],
  arabic: () => both(embedded('arabic'), 'NotoNaskhArabic', 'ttf'),
  hebrew: () => both(embedded('hebrew'), 'NotoSansHebrew', 'ttf'),
  devanagari: () => ofGoogle('noto-sans-devanagari', 'NotoSansDevanagari'),
  thai: () => ofGoogle('noto-sans-thai', 'NotoSansThai'),
  hangul: () => both(embedded('kr'), 'NotoSansKR', 'otf'),
  han: () => both(embedded('sc'), 'NotoSansHans', 'otf'),
}
const both = (folder: string, name: string, type: string) =>
  [join(folder, `${name}-Regular.${type}`), join(folder, `${name}-Bold.${type}`)] as const
const ofGoogle = (name: string, file: string) =>
  [
    join(google(name), '400Regular', `${file}_400Regular.ttf`),
    join(google(name), '600SemiBold', `${file}_600SemiBold.ttf`),
  ] as const

const opened = new Map<string, Buffer>()

/** A font, read once for all documents: parsing its tables takes longer than drawing a bill. */
export function fontOf(font: ScriptFont, isStrong: boolean): Buffer {
  const path = files[font]()[isStrong ? 1 : 0]
  let one = opened.get(path)
  if (!one) {
    const bytes = readFileSync(path)
    // pdfkit also accepts a font object of its library instead of a file, although its types don't allow it
    one = remembering(fontkit.create(path.endsWith('.woff') ? unpacked(bytes) : bytes)) as unknown as Buffer
    opened.set(path, one)
  }
  return one
}

const mostWords = 5000

/** Words repeat within and between bills, and shaping one takes longer than drawing it. */
function remembering(font: fontkit.Font): fontkit.Font {
  const words = new Map<string, fontkit.ShapedRun>()
  const shape = font.layout.bind(font)
  font.layout = (text, features) => {
    const key = `${text} ${features === undefined ? '' : features.join()}`
    const known = words.get(key) ?? shape(text, features)
    if (words.size >= mostWords) words.clear()
    words.set(key, known)
    // pdfkit scales the positions in place
    const positions = known.positions.map(position => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(known) as object) as fontkit.ShapedRun, known, {
      positions,
    })
  }
  return font
}

/** WOFF to OpenType: the tables are inflated, the rest is the same (W3C WOFF 1.0). */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + count * 16)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE(count * 16 - power * 16, 10)
  const tables: Buffer[] = []
  let at = head.length
  for (let table = 0; table < count; table++) {
    const entry = 44 + table * 20
    const [offset, packed, size] = [4, 8, 12].map(field => woff.readUInt32BE(entry + field)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + packed)
    const content = packed < size ? inflateSync(bytes) : bytes
    const place = 12 + table * 16
    woff.copy(head, place, entry, entry + 4)
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), place + 4)
    head.writeUInt32BE(at, place + 8)
    head.writeUInt32BE(size, place + 12)
    const padded = Buffer.alloc(Math.ceil(size / 4) * 4)
    content.copy(padded)
    tables.push(padded)
    at += padded.length
  }
  return Buffer.concat([head, ...tables])
}
