import { firstOf, Mapping, type MappingStep } from '@claviger/contract/directories/connections/mapping'
import { describe, expect, test } from 'vitest'
import { mappingWrong, mapPerson } from './links.mapping.ts'

const one = (take: 'first' | 'join' | 'fixed', of: string[], steps: MappingStep[] = [], between = ' '): Mapping => [
  { field: 'userId', from: { take, of, with: between, steps } },
]

describe('a mapping', () => {
  test.each([
    [one('first', ['mail', 'upn']), { mail: ' ', UPN: 'a@b' }, 'a@b'],
    [one('first', ['nothing']), { mail: 'x' }, ''],
    [one('first', ['many']), { many: ['', 'second'] }, 'second'],
    [one('first', ['on']), { on: true }, 'true'],
    [one('join', ['sn', 'givenName'], [], ', '), { sn: 'Reed', givenName: 'Ann' }, 'Reed, Ann'],
    [one('join', ['sn', 'givenName'], [], ', '), { sn: 'Reed' }, 'Reed'],
    [one('fixed', ['Clinic']), {}, 'Clinic'],
    [one('first', ['mail'], [{ do: 'lower' }, { do: 'before', text: '@' }]), { mail: 'Ann@B' }, 'ann'],
    [one('first', ['dn'], [{ do: 'replace', pattern: '^cn=([^,]+),.*$', by: '$1' }]), { dn: 'cn=Ann,ou=x' }, 'Ann'],
    [
      one('first', ['proxyAddresses'], [{ do: 'after', text: 'SMTP:' }]),
      { proxyAddresses: ['smtp:old@b.test', 'SIP:ann@b.test', 'SMTP:Ann@b.test', 'smtp:alias@b.test'] },
      'Ann@b.test',
    ],
    [
      one('first', ['proxyAddresses', 'mail'], [{ do: 'replace', pattern: '^smtp:.*$', by: '' }]),
      { proxyAddresses: 'smtp:a@b', mail: 'a@c' },
      'a@c',
    ],
  ])('produces the expected value (case %#)', (mapping, attributes, userId) => {
    expect(mapPerson(mapping, attributes)).toEqual({ userId })
  })

  test('takes all values of a role', () => {
    expect(mapPerson([firstOf('roles', 'groups')], { groups: ['A', '', 'B'] }).roles).toEqual(['A', 'B'])
  })

  test('ignores prototype properties, and limits the length of its input', () => {
    expect(mapPerson(one('first', ['__proto__', 'constructor']), {})).toEqual({ userId: '' })
    const long = mapPerson(one('first', ['x']), { x: 'y'.repeat(100_000) })
    expect(long.userId?.length).toBe(2000)
  })

  test('takes time linear in the text for any pattern', () => {
    const evil = one('first', ['x'], [{ do: 'replace', pattern: '^(a+)+$', by: '' }])
    const begun = performance.now()
    for (let n = 0; n < 20; n++) mapPerson(evil, { x: `${'a'.repeat(1999)}!` })
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  test('never returns text longer than its input limit', () => {
    const letters = ['a', 'Z', '@', '$1', '\\', '(', '', '\u{1f600}', '\0', ' ']
    let seed = 7
    const any = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    const text = () => Array.from({ length: any(12) }, () => letters[any(letters.length)]).join('')
    for (let n = 0; n < 2000; n++) {
      const steps: MappingStep[] = [
        { do: 'lower' },
        { do: 'before', text: text() || '@' },
        { do: 'replace', pattern: text() || 'a', by: text() },
      ]
      const mapping = one(
        (['first', 'join', 'fixed'] as const)[any(3)] ?? 'first',
        [text(), text()],
        steps.slice(any(3)),
      )
      if (mappingWrong(mapping)) continue
      const { userId = '' } = mapPerson(mapping, { [text()]: text(), [text()]: [text(), text()] })
      expect(userId.length).toBeLessThanOrEqual(2000)
    }
  })

  test('that is invalid is refused with its field', () => {
    const broken = one('first', ['x'], [{ do: 'replace', pattern: '(', by: '' }])
    expect(mappingWrong(broken)).toMatchObject({ field: 'mapping.0.from' })
    expect(Mapping.safeParse([firstOf('email', 'mail')]).success).toBe(false)
    expect(Mapping.safeParse([firstOf('userId', 'a'), firstOf('userId', 'b')]).success).toBe(false)
  })
})
