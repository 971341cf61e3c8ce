import { posix } from 'node:path'
import { sources } from './files.ts'
import { law } from './law.ts'

const sheets = sources(['console/src'], /\.css$/).filter(
  ({ path }) => !/\/(?:access\/self-service|src\/kiosk)\//.test(path),
)

const minDeclarations = 3
const rules = sheets.flatMap(({ path, text }) =>
  [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=^|[{};])\s*(\.[\w-]+)\s*\{([^{}]*)\}/g)].flatMap(
    ([, name = '', body = '']) => {
      const declarations = body.split(';').flatMap(one => one.trim().replaceAll(/\s+/g, ' ') || [])
      return declarations.length < minDeclarations
        ? []
        : [{ at: `${path} ${name}`, declarations: declarations.join('; ') }]
    },
  ),
)

law('a style rule is written once', {
  because: 'If a rule exists twice, a change misses one of them.',
  over: [...Map.groupBy(rules, ({ declarations }) => declarations)].map(([declarations, all]) => ({
    declarations,
    at: all.map(({ at }) => at),
  })),
  guilty: ({ declarations, at }) => at.length > 1 && `${at.join(', ')}: ${declarations}`,
  bites: { declarations: 'display: flex; gap: 8px', at: ['a.module.css .foot', 'b.module.css .foot'] },
  passes: { declarations: 'display: flex; gap: 8px', at: ['a.module.css .foot'] },
})

/** The declarations that several rules of all style sheets consist of, whatever their order. */
function repeatedIn(texts: readonly string[]): string[] {
  const bodies = texts.flatMap(text =>
    [
      ...text
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
        .matchAll(/\{([^{}]*)\}/g),
    ].map(([, body = '']) =>
      body
        .split(';')
        .flatMap(one => one.trim().replaceAll(/\s+/g, ' ') || [])
        .toSorted()
        .join('; '),
    ),
  )
  return [...Map.groupBy(bodies, body => body)].flatMap(([body, all]) => (all.length > 1 ? [body] : []))
}

// Some can't be joined: rules in different media queries, and of the console, the extension, and the API reference
const maxRepeated = 20

law('few style rules consist of the same declarations', {
  because: 'Props of the components and shared classes say them once.',
  over: [repeatedIn(sources(['console/src', 'extension/public', 'server/src'], /\.css$/).map(({ text }) => text))],
  guilty: repeated =>
    repeated.length > maxRepeated && `${repeated.length} of at most ${maxRepeated}:\n${repeated.join('\n')}`,
  bites: repeatedIn(
    Array.from({ length: 42 }, (_, at) => `.a { gap: ${at >> 1}px; margin: 0 } .b { flex: 1; order: ${at} }`),
  ),
  passes: repeatedIn(['.a { gap: 8px; margin: 0 }', '@media print { .b { margin: 0; gap: 8px } }', '.c { gap: 9px }']),
})

const importedSheet = /import (\w+) from '([^']+\.module\.css)'/g
const placeOf = (from: string, named: string) =>
  named.startsWith('#') ? `console/src/${named.slice(1)}` : posix.join(posix.dirname(from), named)
const classesOf = new Map(
  sources(['console/src'], /\.css$/).map(({ path, text }) => [
    path,
    new Set([...text.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name)),
  ]),
)

law('a class that a component names is in its style sheet', {
  because: 'A class without a rule does nothing: cards stick together, and buttons lose their place.',
  over: sources(['console/src'], /\.tsx$/).flatMap(({ path, text }) =>
    [...text.matchAll(importedSheet)].map(([line, name = '', sheet = '']) => ({
      at: path,
      known: classesOf.get(placeOf(path, sheet)) ?? new Set<string>(),
      used: [
        ...text
          .replaceAll(line, '')
          .matchAll(new RegExp(String.raw`(?<![\w/-])${name}(?:\.(\w+)|\['([\w-]+)'\])`, 'g')),
      ].map(([, after, within]) => after ?? within ?? ''),
    })),
  ),
  guilty: ({ at, known, used }) => {
    const unknown = used.filter(name => !known.has(name))
    return unknown.length > 0 && `${at}: ${[...new Set(unknown)].join(', ')}`
  },
  bites: { at: 'Page.tsx', known: new Set(['page']), used: ['page', 'side'] },
  passes: { at: 'Page.tsx', known: new Set(['page']), used: ['page'] },
})
