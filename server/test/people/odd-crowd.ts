import { escapeNamePart, ldif } from './odd-people.ts'
import { slapdBase } from '../emulators/slapd.ts'

interface Told {
  first: string
  last: string
  more?: Record<string, string | Buffer | readonly string[]>
  stays?: 'expired'
}

/** Repeated in turn: names, values, and states that often break programs. */
const kinds: ((at: number) => Told)[] = [
  at => ({ first: 'Plain', last: `Person ${at}` }),
  at => ({ first: 'Doe, "Jane"', last: `<the ${at}th>` }),
  at => ({ first: 'Jürgen', last: `Größe-Łukasz ${at}` }),
  // The same letter as two code points
  at => ({ first: 'Zoe\u0308', last: `🦊 ${at}` }),
  at => ({ first: 'שרה', last: `כהן ${at}` }),
  at => ({ first: '#Back\\Slash;', last: `Semi=Colon + Plus ${at}` }),
  at => ({ first: '山田', last: `太郎 ${at}` }),
  at => ({ first: 'Blank', last: `Values ${at}`, more: { title: ' ', employeeNumber: `E${at}` } }),
  at => ({ first: 'Photo', last: `Graph ${at}`, more: { jpegPhoto: Buffer.from([0xff, 0xd8, at & 255, 0]) } }),
  at => ({ first: 'Several', last: `Mails ${at}`, more: { mail: [`m${at}@crowd.test`, `n${at}@crowd.test`] } }),
  at => ({ first: 'No', last: `Mail ${at}`, more: { mail: [] } }),
  at => ({ first: 'Long', last: `Story ${at}`, more: { description: 'x'.repeat(5000) } }),
  at => ({ first: 'Expired', last: `Account ${at}`, more: { shadowExpire: '1000' }, stays: 'expired' }),
]
const rare: ((at: number) => Told)[] = [
  at => ({ first: 'Too', last: `long ${at} ${'y'.repeat(300)}` }),
  at => ({ first: 'Bad', last: `Mail ${at}`, more: { mail: 'no address' } }),
  at => ({
    first: 'No',
    last: `Login ${at}`,
    more: { objectClass: 'inetOrgPerson', uid: [], mail: [] },
  }),
  at => ({ first: 'Said', last: `twice ${at}`, more: { uid: `PLAIN${at}`, mail: [] } }),
]

export function crowdOfSlapd(count: number) {
  const entries: string[] = []
  const dns: string[] = []
  const counts = { seen: 0, added: 0, large: 0 }
  const put = ({ first, last, more, stays }: Told, uid: string) => {
    const cn = `${first} ${last}`.slice(0, 60)
    const dn = `cn=${escapeNamePart(cn)},ou=people,${slapdBase}`
    const attributes = {
      objectClass: ['inetOrgPerson', 'shadowAccount'],
      cn,
      givenName: first,
      sn: last,
      uid,
      mail: `${uid.toLowerCase()}@crowd.test`,
      ...more,
    }
    entries.push(ldif(dn, attributes))
    counts.seen++
    if (stays !== undefined) return
    counts.added++
    dns.push(dn)
  }
  for (let at = 0; at < count; at++) {
    const kind = at % 250 === 249 ? rare[((at - 249) / 250) % rare.length] : kinds[at % kinds.length]
    put((kind as (typeof kinds)[number])(at), `c${at}`)
    if (at % 1000 === 0) put({ first: 'Plain', last: `Login ${at}` }, `plain${at + 999}`)
  }
  const group = (name: string, member: readonly string[]) =>
    ldif(`cn=${name},ou=groups,${slapdBase}`, { objectClass: 'groupOfNames', cn: name, member })
  const circle = (n: number) => `cn=Circle ${n},ou=groups,${slapdBase}`
  counts.large = Math.floor(count * 0.3)
  entries.push(group('Large', dns.slice(0, counts.large)))
  for (const n of [0, 1, 2]) entries.push(group(`Circle ${n}`, [circle((n + 1) % 3), dns[n * 7] as string]))
  return {
    ldif: entries.join(''),
    counts,
    samples: [
      ['c1@', 'Doe, "Jane" <the 1th>'],
      ['c2@', 'Jürgen Größe-Łukasz 2'],
      ['c4@', 'שרה כהן 4'],
      ['c5@', '#Back\\Slash; Semi=Colon + Plus 5'],
      ['c6@', '山田 太郎 6'],
    ] as const,
  }
}
