import { sources } from './files.ts'
import { law } from './law.ts'

const sheets = sources(['console/src'], /\.css$/).filter(
  ({ path }) => !/\/(?:access\/self-service|src\/kiosk)\//.test(path),
)

const minDeclarations = 4
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
