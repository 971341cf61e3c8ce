import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'

interface Result {
  done: boolean | null
}

const wordOf = (row: Result) => (row.done === null ? t('Waiting') : row.done ? t('Done') : t('Not done'))

export function Outcome({ row }: { row: Result }) {
  if (row.done === null)
    return (
      <Status shape="quarter" tone="mute">
        {wordOf(row)}
      </Status>
    )
  return (
    <Status shape={row.done ? 'disc' : 'square'} tone={row.done ? 'ok' : 'bad'}>
      {wordOf(row)}
    </Status>
  )
}

export const outcomeColumn = {
  name: 'result',
  label: msg('Result'),
  width: '120px',
  cell: (row: Result) => <Outcome row={row} />,
  text: wordOf,
}

export const outcomeFilters = [
  {
    name: 'refused',
    label: msg('Result'),
    options: [
      { value: 'true', label: msg('Not done') },
      { value: 'false', label: msg('Done') },
    ],
  },
]
