import { msg, t } from '../../../ground/text/text.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'

interface Result {
  /** Null until its turn. */
  done: boolean | null
}

const wordOf = (row: Result) => (row.done === null ? t('Waiting') : row.done ? t('Done') : t('Not done'))

/** Whether an act happened to this one. */
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
