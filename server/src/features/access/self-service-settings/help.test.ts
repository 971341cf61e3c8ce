import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { helpOf } from './self-service-settings.help.ts'

const elements = (parts: readonly HelpPart[]): Exclude<HelpPart, string>[] =>
  parts.flatMap(part => (typeof part === 'string' ? [] : [part, ...elements(part.of)]))
const words = (parts: readonly HelpPart[]): string =>
  parts.map(part => (typeof part === 'string' ? part : words(part.of))).join('')

test('parses markup into elements', () => {
  expect(helpOf('# Help\n\nCall **4400** or *ask*:\n\n1. now\n2. later\n\n- a  \n  b')).toEqual([
    { as: 'h2', of: ['Help'] },
    { as: 'p', of: ['Call ', { as: 'strong', of: ['4400'] }, ' or ', { as: 'em', of: ['ask'] }, ':'] },
    {
      as: 'ol',
      of: [
        { as: 'li', of: ['now'] },
        { as: 'li', of: ['later'] },
      ],
    },
    { as: 'ul', of: [{ as: 'li', of: ['a', { as: 'br', of: [] }, 'b'] }] },
  ])
  expect(helpOf('')).toEqual([])
})

test('allows only https: and mailto: links, and shows others as text', () => {
  expect(helpOf('[a](https://help.example/x) <mailto:desk@example.org>')).toEqual([
    {
      as: 'p',
      of: [
        { as: 'a', href: 'https://help.example/x', of: ['a'] },
        ' ',
        { as: 'a', href: 'mailto:desk@example.org', of: ['mailto:desk@example.org'] },
      ],
    },
  ])
  for (const address of [
    'http://help.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    '//help.example',
    '/dashboard',
    'https://user:secret@help.example',
    'vbscript:x',
    '\u0001javascript:x',
  ])
    expect(
      elements(helpOf(`[words](<${address}>)`)).filter(part => part.as === 'a'),
      address,
    ).toEqual([])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="x()">b</b>',
  '<!-- x --><svg/onload=x>',
])('shows HTML as text: %s', html => {
  expect(words(helpOf(html))).toBe(html)
})

const known = new Set(['p', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'br', 'a'])
const pieces = fc.constantFrom(
  ...'[a]( | ]( | ) | < | > | <script | javascript: | https://x.example | mailto:a@b.c | data: | ![x]( | ` | ** | _'.split(
    ' | ',
  ),
  ...'- |1. |> |# |&#106;|\\|    |[x]: javascript:y|[x]|\u202e|\n|\n\n'.split('|'),
)

test('produces only known elements and safe links for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 40 }), written => {
      for (const part of elements(helpOf(written.join('')))) {
        expect(known).toContain(part.as)
        if (part.as === 'a') expect(part.href).toMatch(/^(?:https:\/\/|mailto:)/)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each(['>', '- ', '[', '*a ', '<', '![', '`', '_a', '&', '\\', '1) ', '[a](', '# ', '\n    '])(
  'parses help filled with %j quickly and without deep nesting',
  piece => {
    // CPU time, so that the load of other processes doesn't matter
    const began = process.cpuUsage()
    const depth = (parts: readonly HelpPart[]): number =>
      Math.max(0, ...parts.map(part => (typeof part === 'string' ? 1 : 1 + depth(part.of))))
    expect(depth(helpOf(piece.repeat(4000 / piece.length)))).toBeLessThan(20)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(3000)
  },
)
