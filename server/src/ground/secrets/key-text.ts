import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { idBytes, idOfBytes } from '../ids.ts'

/**
 * The words in the texts of API keys, by the type of the key: 0 Admin, 1 Shared Mobile, 2 Clients; 3 is what a program
 * that reads cards is given, 4 what the agent of a device is given, 5
 * what a SCIM client is given.
 */
const words = ['admin', 'mobile', 'client', 'reader', 'agent', 'scim'] as const

/** What the text of an API key says. */
export interface KeyText {
  type: number
  workspace: string
  id: string
  secret: Buffer
}

// Letters and digits only, so that a double click takes the whole text
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

/** A secret for a new API key. */
export const newKeySecret = (): Buffer => randomBytes(secretLength)

/**
 * The text of an API key: `cvg_`, the word of its type, workspace (16), key (16) and secret (24) in base 62, and the
 * CRC-32 of all before it, by which scanners of leaked secrets tell a key from chance without asking us.
 */
export function writeKeyText({ type, workspace, id, secret }: KeyText): string {
  const bytes = Buffer.concat([idBytes(workspace), idBytes(id), secret])
  const text = `${startOfKey(type)}${spell(BigInt(`0x${bytes.toString('hex')}`), bodyLength)}`
  return text + sumOf(text)
}

/** What the texts of all keys of a type begin with. */
export const startOfKey = (type: number): string => `cvg_${words[type]}_`

/** True for a text that means to be an API key, right or wrong. */
export const isKeyText = (text: string): boolean => text.startsWith('cvg_')

/** Reads the text of an API key; undefined when it was mistyped or made up. The secret is still to be checked. */
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
