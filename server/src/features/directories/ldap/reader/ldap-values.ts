import type { Attributes } from '#features/directories/links/links.mapping.ts'
import type { LdapEntry } from '../wire/ldap-messages.ts'

const strict = new TextDecoder('utf-8', { fatal: true })
const longest = 4000
const mostValues = 200

/** Attributes that a mapping can never read: passwords, keys, and recovery data. */
const secret =
  /passw|pwd$|^unicodepwd|^dbcspwd|hash|^krbprincipalkey|^krbextradata|admpwd|^msfve-|^mslaps|^pwd|^ipanthash|secret|token/

const noText = /;binary|photo|^jpeg|^usercertificate|^usersmimecertificate|^audio$|^logo$|^objectsid$|^objectguid$/

export const isReadable = (name: string): boolean => {
  const low = name.toLowerCase()
  return !secret.test(low) && !noText.test(low)
}

export const textInEntry = (entry: LdapEntry, name: string): string => {
  const value = entry.attributes.get(name.toLowerCase())?.[0]
  return value === undefined ? '' : (asText(value) ?? '')
}

export const textsIn = (entry: LdapEntry, name: string): string[] =>
  (entry.attributes.get(name.toLowerCase()) ?? []).flatMap(value => asText(value) ?? [])

function asText(value: Buffer): string | undefined {
  try {
    return strict.decode(value)
  } catch {
    return undefined
  }
}

export function attributesOfEntry(entry: LdapEntry, names?: readonly string[]): Attributes {
  const told: Record<string, string | string[]> = {}
  for (const name of names ?? entry.names) {
    if (!isReadable(name)) continue
    const values = textsIn(entry, name)
      .slice(0, mostValues)
      .map(value => value.slice(0, longest).toWellFormed().replaceAll('\0', ''))
    if (values.length > 0) told[name] = values.length === 1 ? (values[0] as string) : values
  }
  return told
}

/** objectGUID in Active Directory's notation, whose first three groups have reversed bytes. */
export function guidOf(bytes: Buffer): string | undefined {
  if (bytes.length !== 16) return undefined
  const hex = Buffer.concat([
    bytes.subarray(0, 4).toReversed(),
    bytes.subarray(4, 6).toReversed(),
    bytes.subarray(6, 8).toReversed(),
    bytes.subarray(8),
  ]).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const guidFilterValue = (guid: string): string | undefined =>
  bytesOfGuid(guid)?.toString('hex').replaceAll(/../g, '\\$&')

/** The source anchor that Microsoft Entra Connect derives from an objectGUID. */
export const immutableIdOf = (guid: string): string | undefined => bytesOfGuid(guid)?.toString('base64')

function bytesOfGuid(guid: string): Buffer | undefined {
  const hex = guid.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(hex)) return undefined
  return Buffer.from(guidOf(Buffer.from(hex, 'hex'))?.replaceAll('-', '') ?? '', 'hex')
}

/** Escapes a text as a filter value (RFC 4515). */
export const escapeFilterValue = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, sign => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** FILETIME: ticks of 100 ns since 1601. */
export const fileTime = (at: Date): bigint => (BigInt(at.getTime()) + 11_644_473_600_000n) * 10_000n

export const generalized = (at: Date): string => `${at.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`

/** Parses a GeneralizedTime; undefined if invalid. */
export function ldapInstantOf(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(text) ?? []
  if (year === undefined) return undefined
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
