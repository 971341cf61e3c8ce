import { sambaBase } from '../emulators/samba.ts'
import { slapdBase } from '../emulators/slapd.ts'

const line = (name: string, value: string | Buffer) =>
  typeof value === 'string' && /^[!-9;=-~][ -~]*$/.test(value) && !value.endsWith(' ')
    ? `${name}: ${value}`
    : `${name}:: ${Buffer.from(value).toString('base64')}`

export const ldif = (dn: string, attributes: Record<string, string | Buffer | readonly string[]>) =>
  [
    line('dn', dn),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' || Buffer.isBuffer(value) ? line(name, value) : value.map(one => line(name, one)),
    ),
    '',
    '',
  ].join('\n')

/** Escapes a part of a distinguished name (RFC 4514). */
export const escapeNamePart = (text: string) => text.replaceAll(/[,+"\\<>;=#]/g, sign => `\\${sign}`)

export const oddPeople = [
  ['comma', 'Doe, "Jane" <the 1st>'],
  ['umlaut', 'Jürgen Größe-Łukasz'],
  ['emoji', 'Zoë 🦊 Fox'],
  ['rtl', 'שרה כהן'],
  ['slash', 'Back\\Slash; Semi=Colon + Plus'],
] as const

const long = 'x'.repeat(60_000)

export function oddSlapdUsers(more = 0): string {
  const person = (uid: string, name: string, further: Record<string, string | Buffer | readonly string[]> = {}) =>
    ldif(`cn=${escapeNamePart(name)},ou=people,${slapdBase}`, {
      objectClass: ['inetOrgPerson', 'posixAccount', 'shadowAccount'],
      cn: name,
      sn: name.split(' ').at(-1) ?? name,
      givenName: name.split(' ')[0] ?? name,
      uid,
      uidNumber: '1000',
      gidNumber: '1000',
      homeDirectory: '/',
      mail: `${uid}@example.test`,
      ...further,
    })
  const dn = (name: string) => `cn=${escapeNamePart(name)},ou=people,${slapdBase}`
  const group = (name: string, member: readonly string[]) =>
    ldif(`cn=${escapeNamePart(name)},ou=groups,${slapdBase}`, { objectClass: 'groupOfNames', cn: name, member })
  const groupDn = (name: string) => `cn=${escapeNamePart(name)},ou=groups,${slapdBase}`
  return [
    ...oddPeople.map(([uid, name]) => person(uid, name)),
    person('two', 'Two Mails', { mail: ['two@example.test', 'second@example.test'] }),
    person('none', 'No Mail', { mail: [] }),
    person('large', 'Large', { description: long, jpegPhoto: Buffer.alloc(200_000, 0xff) }),
    person('expired', 'Expired', { shadowExpire: '1000' }),
    ...Array.from({ length: more }, (_, at) => person(`p${at}`, `Person ${at}`)),
    group('Inner', [dn('Two Mails'), dn(oddPeople[0][1])]),
    group('Outer', [groupDn('Inner'), dn(oddPeople[1][1])]),
    group('Loop, one', [groupDn('Loop two'), dn('No Mail')]),
    group('Loop two', [groupDn('Loop, one'), dn('Large')]),
    group('Gone', [`cn=nobody,ou=people,${slapdBase}`]),
    ldif(groupDn('By login'), {
      objectClass: 'posixGroup',
      cn: 'By login',
      gidNumber: '5',
      memberUid: ['two', 'nobody'],
    }),
  ].join('')
}

/** Schema GUID of the attribute `member` for access rules. */
const memberOfGroups = 'bf9679c0-0de6-11d0-a285-00aa003049e2'

/** Samba keeps placeholders of foreign SIDs for these only; one is the former SID of a user. */
const [formerSid, strangeSid] = ['S-1-5-17', 'S-1-5-9']
const foreignDn = (sid: string) => `CN=${sid},CN=ForeignSecurityPrincipals,${sambaBase}`

export const sambaReader = { name: 'claviger@ad.example.test', password: 'Only-Reads-1!' }

export function oddSambaUsers(many: number): string {
  const dn = (name: string) => `CN=${escapeNamePart(name)},OU=staff,${sambaBase}`
  const user = (login: string, name: string, further: Record<string, string | Buffer | readonly string[]> = {}) =>
    ldif(dn(name), {
      objectClass: 'user',
      cn: name,
      sAMAccountName: login,
      userPrincipalName: `${login}@ad.example.test`,
      userAccountControl: '512',
      ...further,
    })
  const group = (name: string, member: readonly string[]) =>
    ldif(dn(name), { objectClass: 'group', cn: name, sAMAccountName: name.replaceAll(/[^\w ]/g, ''), member })
  return [
    ldif(`OU=staff,${sambaBase}`, { objectClass: 'organizationalUnit' }),
    user('claviger', 'claviger', { unicodePwd: Buffer.from(`"${sambaReader.password}"`, 'utf16le') }),
    ...oddPeople.map(([login, name]) => user(login, name, { displayName: name, mail: `${login}@ad.example.test` })),
    user('disabled', 'Disabled', { userAccountControl: '514' }),
    // 2001, in ticks since 1601
    user('expired', 'Expired', { accountExpires: '126227808000000000' }),
    user('photo', 'Photo', { thumbnailPhoto: Buffer.alloc(90_000, 0xff), sIDHistory: formerSid }),
    ...Array.from({ length: many }, (_, at) => user(`p${at}`, `Person ${at}`)),
    group('Inner', [dn(oddPeople[0][1])]),
    group('Outer', [dn('Inner'), dn(oddPeople[1][1])]),
    ldif(dn('Loop one'), { objectClass: 'group', cn: 'Loop one', sAMAccountName: 'Loop one' }),
    group('Loop two', [dn('Loop one'), dn('Photo')]),
    ldif(`OU=shy,${sambaBase}`, { objectClass: 'organizationalUnit' }),
    ldif(`CN=Shy,OU=shy,${sambaBase}`, {
      objectClass: 'group',
      cn: 'Shy',
      sAMAccountName: 'Shy',
      member: dn('Photo'),
      nTSecurityDescriptor: `D:(OD;;RP;${memberOfGroups};;AU)(A;;RPLCLORC;;;AU)(A;;GA;;;DA)(A;;GA;;;SY)`,
    }),
    ldif(`CN=Bare,OU=shy,${sambaBase}`, { objectClass: 'group', cn: 'Bare', sAMAccountName: 'Bare' }),
    group('Foreign', [foreignDn(formerSid), foreignDn(strangeSid)]),
    group('Everybody', [...Array.from({ length: many }, (_, at) => dn(`Person ${at}`)), dn('Outer')]),
  ].join('')
}
