import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { certificateAndKey } from './entra-certificate.ts'

export interface SettingKind<T> {
  readonly expected: string
  readonly read: z.ZodMiniType<T, string>
}

const refined = (accepts: (value: string) => boolean) => z.string().check(z.refine(accepts))

const urlOf = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined)

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

export const wholeNumber = (min: number, max: number): SettingKind<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  read: z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  ),
})

export const share: SettingKind<number> = {
  expected: 'a number from 0 to 1, such as 0.1',
  read: z.pipe(z.string().check(z.regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/)), z.transform(Number)),
}

const isEncoded = (value: string) => {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

export const headers: SettingKind<Record<string, string>> = {
  expected: 'name=value pairs separated by commas, with URL-encoded values',
  read: z.pipe(
    refined(text => text.split(',').every(pair => /^\s*[\w-]+=\S*\s*$/.test(pair) && isEncoded(pair))),
    z.transform(text =>
      Object.fromEntries(
        text.split(',').map(pair => {
          const [name = '', ...value] = pair.trim().split('=')
          return [name.toLowerCase(), decodeURIComponent(value.join('='))]
        }),
      ),
    ),
  ),
}

export const oneOf = <const T extends string>(...words: readonly T[]): SettingKind<T> => ({
  expected: `one of ${words.join(', ')}`,
  read: z.enum(words as readonly [T, ...T[]]),
})

/** Several of the words, or none of them. */
export const anyOfWords = <const T extends string>(...words: readonly T[]): SettingKind<T[]> => ({
  expected: `none, or some of ${words.join(', ')}, separated by commas`,
  read: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => (value === 'none' ? [] : value.split(',').map(word => word.trim()))),
    ),
    z.array(z.enum(words as readonly [T, ...T[]])),
  ),
})

export const booleanSetting: SettingKind<boolean> = {
  expected: 'true or false',
  read: z.pipe(
    z.enum(['true', 'false']),
    z.transform(value => value === 'true'),
  ),
}

export const text = (min: number, max: number): SettingKind<string> => ({
  expected: `text of ${min} to ${max} characters`,
  read: z.string().check(z.minLength(min), z.maxLength(max)),
})

export const guid: SettingKind<string> = {
  expected: 'an ID such as 0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10',
  read: z.guid().check(z.toLowerCase()),
}

/** An http or https origin; browsers allow passkeys only on https and localhost. */
export const origin: SettingKind<string> = {
  expected: 'an address such as https://id.example.org, without a path; http only for localhost',
  read: z.pipe(
    refined(value => {
      const url = urlOf(value)
      if (!url || url.pathname !== '/' || url.search || url.hash || url.username || url.password) return false
      return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
    }),
    z.transform(value => new URL(value).origin),
  ),
}

/** An address with one of the given schemes, such as `smtp`. */
export const address = (example: string, ...schemes: readonly string[]): SettingKind<string> => ({
  expected: `an address such as ${example}`,
  read: refined(value => {
    const url = urlOf(value)
    return url !== undefined && url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1))
  }),
})

/** A PostgreSQL connection URI, whose host may be missing or be a socket folder. */
export const databaseAddress: SettingKind<string> = {
  expected: 'an address such as postgres://user:password@host:5432/claviger',
  read: z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/)),
}

export const absoluteFolder: SettingKind<string> = {
  expected: 'an absolute path to a folder',
  read: refined(value => value.startsWith('/') && !value.includes('\0')),
}

export const absoluteFile: SettingKind<string> = {
  expected: 'an absolute path to a file',
  read: refined(value => value.startsWith('/') && !value.includes('\0')),
}

export const certificateWithKey: SettingKind<string> = {
  expected: 'a certificate and its RSA key in PEM format',
  read: refined(value => {
    try {
      return certificateAndKey(value).privateKey !== ''
    } catch {
      return false
    }
  }),
}

export const absoluteFileOrOff: SettingKind<string> = {
  expected: 'an absolute path to a file, or off',
  read: refined(value => value === 'off' || (value.startsWith('/') && !value.includes('\0'))),
}

export const mailbox: SettingKind<string> = {
  expected: 'an email address such as support@example.org',
  read: z.string().check(z.maxLength(254), z.regex(/^[^\s<>@,;"]+@[^\s<>@,;"]+$/)),
}

export const sender: SettingKind<string> = {
  expected: 'an email address, with or without a name: Claviger <no-reply@example.org>',
  read: z.string().check(z.regex(/^(?:[^<>\r\n]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)),
}

export const hostName: SettingKind<string> = {
  expected: 'a host name or IP address',
  read: z.string().check(z.regex(/^[A-Za-z0-9.:_-]{1,255}$/)),
}

/** A header name without a standard meaning. */
export const ownHeader: SettingKind<string> = {
  expected: 'a header name that starts with X- or SSL-, or is Client-Cert, such as X-Client-Certificate',
  read: z
    .string()
    .check(z.toLowerCase(), z.regex(/^(?!x-forwarded-(for|host|proto|port)$)((x|ssl)-[a-z0-9-]{1,60}|client-cert)$/)),
}

const split = z.transform((value: string) =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== ''),
)

export const listedWords: SettingKind<string[]> = {
  expected: 'words separated by commas',
  read: z.pipe(
    z.string(),
    z.pipe(split, z.array(z.string().check(z.regex(/^[\w.:/-]{1,100}$/))).check(z.maxLength(20))),
  ),
}

export const domains: SettingKind<string[]> = {
  expected: 'email domains separated by commas',
  read: z.pipe(
    z.string(),
    z.pipe(split, z.array(z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)))),
  ),
}

/** Trusted proxies for X-Forwarded-* headers: number of hops, or addresses. */
export const proxies: SettingKind<number | string[]> = {
  expected: 'the number of proxies (0 to 10), or their IP addresses or networks separated by commas',
  read: z.union([
    wholeNumber(0, 10).read,
    z.pipe(
      z.string(),
      z.pipe(
        split,
        z.array(z.string().check(z.regex(/^[0-9a-f]*[.:][0-9a-f.:]*(\/\d{1,3})?$/i))).check(z.minLength(1)),
      ),
    ),
  ]),
}

const isNetwork = (value: string) => {
  const [host = '', bits, ...more] = value.split('/')
  const most = isIP(host) === 6 ? 128 : 32
  return (
    isIP(host) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

export const networks: SettingKind<string[]> = {
  expected: 'IP addresses or networks separated by commas, such as 192.0.2.7 or 10.0.0.0/8',
  read: z.pipe(z.string(), z.pipe(split, z.array(refined(isNetwork)).check(z.maxLength(50)))),
}

/** Networks, or the word none: an empty text means not set. */
export const networksOrNone: SettingKind<string[]> = {
  expected: 'IP addresses or networks separated by commas, such as 10.0.0.0/8, or none',
  read: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => (value.toLowerCase() === 'none' ? '' : value)),
    ),
    networks.read,
  ),
}

/** Host names or addresses of servers. */
export const hosts: SettingKind<string[]> = {
  expected: 'host names separated by commas, such as push.example.org',
  read: z.pipe(
    z.string(),
    z.pipe(split, z.array(z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9.:-]{1,253}$/))).check(z.maxLength(50))),
  ),
}

const isNameServer = (value: string) => {
  const [, v6, v4, port = '53'] = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(value) ?? []
  return isIP(v6 ?? v4 ?? value) !== 0 && Number(port) > 0 && Number(port) < 65_536
}

/** DNS server addresses, with the port if it is not 53. */
export const nameServers: SettingKind<string[]> = {
  expected: "IP addresses separated by commas, with the port if it isn't 53, such as 192.0.2.53 or [2001:db8::53]:5353",
  read: z.pipe(z.string(), z.pipe(split, z.array(refined(isNameServer)).check(z.minLength(1), z.maxLength(5)))),
}

/** 32-byte keys, newest first: the first encrypts, all decrypt. */
export const keys: SettingKind<Uint8Array[]> = {
  expected: '32 bytes in base64 (openssl rand -base64 32), or several separated by commas, the newest first',
  read: z.pipe(
    z.string(),
    z.pipe(
      split,
      z.pipe(
        z.array(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))).check(z.minLength(1)),
        z.transform((parts: string[]) => parts.map(part => new Uint8Array(Buffer.from(part, 'base64')))),
      ),
    ),
  ),
}
