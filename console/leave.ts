import { parseSync, Visitor } from 'vite'
import type { Plugin } from 'vite'

const said = new Set(['summary', 'summaries', 'spec', 'reply', 'fails', 'silent'])

// An endpoint can have one of these names, too
const endpoint = /^(?:get|post|put|patch|del)\(/

/**
 * Removes contract code that browsers never use. Without the response schemas, other schemas and features that are no
 * longer referenced go too: creating all of them takes a phone longer than rendering the page.
 */
export function leaveBehind(): Plugin {
  return {
    name: 'leave-behind',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      const contract = /\/contract\/src\/.*\.ts$/.test(id)
      if (!contract && !/\/console\/src\/routes[.\w]*\.tsx$/.test(id)) return null
      const rest = withoutSaid(code, id)
      return { code: contract ? withoutUnused(rest, id) : rest, map: null }
    },
  }
}

interface Part {
  start: number
  end: number
}

/** Removes the given parts, which must be in source order, from the text. */
function cut(code: string, parts: readonly Part[]): string {
  let at = 0
  const kept = parts.map(({ start, end }) => {
    const before = code.slice(at, start)
    at = end
    return before
  })
  return kept.join('') + code.slice(at)
}

function withoutSaid(code: string, id: string): string {
  const parts: Part[] = []
  const zod = ({ start }: Part) => code.startsWith('z.', start)
  let schemas = 0
  new Visitor({
    // Other schemas may have fields of the same name, so only look inside this call
    CallExpression(call) {
      if (zod(call)) schemas++
    },
    'CallExpression:exit'(call) {
      if (zod(call)) schemas--
    },
    ObjectExpression({ properties }) {
      if (schemas > 0) return
      for (const one of properties) {
        const within = one.start < (parts.at(-1)?.end ?? 0)
        if (within || one.type !== 'Property' || one.key.type !== 'Identifier' || !said.has(one.key.name)) continue
        if (endpoint.test(code.slice(one.value.start, one.value.start + 6))) continue
        const comma = /^\s*,/.exec(code.slice(one.end))?.[0] ?? ''
        parts.push({ start: one.start, end: one.end + comma.length })
      }
    },
  }).visit(parseSync(id, code).program)
  return cut(code, parts)
}

/** Removes unused values and imports, repeatedly, until nothing else becomes unused. */
function withoutUnused(code: string, id: string): string {
  const { program } = parseSync(id, code)
  const named = new Map<string, number>()
  let imports = 0
  new Visitor({
    ImportDeclaration: () => void imports++,
    'ImportDeclaration:exit': () => void imports--,
    Identifier({ name }) {
      if (imports === 0) named.set(name, (named.get(name) ?? 0) + 1)
    },
  }).visit(program)
  // Contract files only contain declarations without side effects, so unused ones can be removed
  const unused = program.body.filter(one => {
    if (one.type === 'ImportDeclaration') return one.specifiers.every(({ local }) => !named.has(local.name))
    const [only, other] = one.type === 'VariableDeclaration' ? one.declarations : []
    return only?.id.type === 'Identifier' && other === undefined && named.get(only.id.name) === 1
  })
  return unused.length === 0 ? code : withoutUnused(cut(code, unused), id)
}
