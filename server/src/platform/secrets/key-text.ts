import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { idBytes, idOfBytes } from '../ids.ts'

/**
 * The word in the text of an API key, by key type: 0 Admin, 1 Shared Mobile, 2 Clients, 3 card reader, 4
 * device agent, 5 SCIM client, 6 attendance kiosk, 7 link that opens a kiosk.
 */
const words = ['admin', 'mobile', 'client', 'reader', 'agent', 'scim', 'kiosk', 'opening'] as const

export interface KeyText {
  type: number
  workspace: string
  id: string
  secret: Buffer
}

// Only letters and digits, so that a double click selects the whole text
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 24
const byteLength = 32 + secretLength
const bodyLength = 76
const sumLength = 6
const pattern = new RegExp(`^cvg_(${words.join('|')})_([0-9A-Za-z]{${bodyLength}})([0-9A-Za-z]{${sumLength}})$`)

function spell(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text
}

function read(text: string): bigint {
  let value = 0n
  for (const digit of text) value = value * 62n + BigInt(digits.indexOf(digit))
  return value
}

const sumOf = (text: string) => spell(BigInt(crc32(text)), sumLength)

export const newKeySecret = (): Buffer => randomBytes(secretLength)

/**
 * An API key: `cvg_`, the word of its type, workspace (16), key (16), and secret (24) in base 62, then the
 * CRC-32 of all before it. The checksum lets scanners for leaked secrets recognize keys without asking the
 * server.
 */
export function writeKeyText({ type, workspace, id, secret }: KeyText): string {
  const bytes = Buffer.concat([idBytes(workspace), idBytes(id), secret])
  const text = `${startOfKey(type)}${spell(BigInt(`0x${bytes.toString('hex')}`), bodyLength)}`
  return text + sumOf(text)
}

export const startOfKey = (type: number): string => `cvg_${words[type]}_`

export const isKeyText = (text: string): boolean => text.startsWith('cvg_')

/** Parses an API key; undefined if mistyped or invented. The caller must still verify the secret. */
export function readKeyText(text: string): KeyText | undefined {
  const match = pattern.exec(text)
  if (!match || sumOf(text.slice(0, -sumLength)) !== match[3]) return undefined
  const hex = read(match[2] ?? '')
    .toString(16)
    .padStart(byteLength * 2, '0')
  if (hex.length > byteLength * 2) return undefined
  const bytes = Buffer.from(hex, 'hex')
  return {
    type: words.indexOf(match[1] as (typeof words)[number]),
    workspace: idOfBytes(bytes.subarray(0, 16)),
    id: idOfBytes(bytes.subarray(16, 32)),
    secret: bytes.subarray(32),
  }
}
