import { sources } from './files.ts'
import { law } from './law.ts'

const sheets = sources(['console/src'], /\.css$/).filter(
  ({ path }) => !/\/(?:access\/self-service|src\/kiosk)\//.test(path),
)

const least = 4
const rules = sheets.flatMap(({ path, text }) =>
  [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=^|[{};])\s*(\.[\w-]+)\s*\{([^{}]*)\}/g)].flatMap(
    ([, name = '', body = '']) => {
      const says = body.split(';').flatMap(one => one.trim().replaceAll(/\s+/g, ' ') || [])
      return says.length < least ? [] : [{ at: `${path} ${name}`, says: says.join('; ') }]
    },
  ),
)

law('a style rule is written once', {
  because: 'If a rule exists twice, a change misses one of them.',
  over: [...Map.groupBy(rules, ({ says }) => says)].map(([says, all]) => ({ says, at: all.map(({ at }) => at) })),
  guilty: ({ says, at }) => at.length > 1 && `${at.join(', ')}: ${says}`,
  bites: { says: 'display: flex; gap: 8px', at: ['a.module.css .foot', 'b.module.css .foot'] },
  passes: { says: 'display: flex; gap: 8px', at: ['a.module.css .foot'] },
})
