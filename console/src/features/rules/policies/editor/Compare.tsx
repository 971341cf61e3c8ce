import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { conditionOrder, conditions } from '#features/decide/policy-content/conditions.ts'
import type { Names } from '#features/decide/policy-content/known-names.ts'
import { actionNames, demandsOf, itemsOf } from '#features/decide/policy-content/policy-labels.ts'
import { stateNames } from '../policy-columns.tsx'
import classes from './side.module.css'

function linesOf(of: PolicyContent, names: Names): [label: string, lines: readonly string[]][] {
  return [
    [t('Policy name'), [of.name]],
    [t('Description'), of.description === '' ? [] : [of.description]],
    [t('Priority'), [String(of.priority)]],
    [t('Policy action'), [t(actionNames[of.action] ?? '')]],
    [t('Status'), [t(stateNames[of.state] ?? '')]],
    [t('Time zone'), [of.zone]],
    ...conditionOrder.map((name): [string, string[]] => [t(conditions[name].label), itemsOf(name, of, names)]),
    [t('Requirements'), demandsOf(of, names)],
  ]
}

export function Compare({
  was,
  is,
  names,
  titles,
}: {
  was: PolicyContent
  is: PolicyContent
  names: Names
  titles: readonly [string, string]
}) {
  const now = new Map(linesOf(is, names))
  const rows = linesOf(was, names).flatMap(([label, before]) => {
    const after = now.get(label) ?? []
    return before.join('\n') === after.join('\n') ? [] : [{ label, before, after }]
  })
  if (rows.length === 0) return <p className="cv-small">{t('The versions are identical.')}</p>
  const cell = (lines: readonly string[], others: readonly string[]) =>
    lines.length === 0 ? (
      '—'
    ) : (
      <ul>
        {lines.map(line => (
          <Box component="li" fw={others.includes(line) ? undefined : 600} key={line}>
            {line}
          </Box>
        ))}
      </ul>
    )
  return (
    <table className={classes.compare}>
      <thead>
        <tr>
          <th scope="col">
            <span className="cv-hidden">{t('Field')}</span>
          </th>
          <th scope="col">{titles[0]}</th>
          <th scope="col">{titles[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{cell(before, after)}</td>
            <td>{cell(after, before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
