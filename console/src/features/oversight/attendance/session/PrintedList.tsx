import { attendance } from '@claviger/contract/oversight/attendance'
import type {
  AttendanceParticipant,
  AttendanceSessionInFull,
} from '@claviger/contract/oversight/attendance/session-fields'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import type { Column } from '#platform/ui/table/table-columns.ts'
import classes from '../attendance.module.css'

export type ParticipantRow = AttendanceParticipant & { id: string }
type Ask = Omit<InputOf<typeof attendance.participants.input>, 'sessionId' | 'page' | 'pageSize' | 'after'>

async function everyRow(sessionId: string, ask: Ask): Promise<ParticipantRow[]> {
  const rows: ParticipantRow[] = []
  for (let after: string | undefined; ;) {
    const page = await call(attendance.participants, { ...ask, sessionId, pageSize: 100, ...(after && { after }) })
    rows.push(...page.items.map(item => ({ ...item, id: item.personId })))
    if (page.next === null) return rows
    after = page.next
  }
}

interface Props {
  session: AttendanceSessionInFull
  columns: readonly Column<ParticipantRow>[]
  ask: Ask
  done: () => void
}

/** Prints all matching participants; the list on the screen has only a page of them. */
export default function PrintedList({ session, columns, ask, done }: Props) {
  const [rows, setRows] = useState<readonly ParticipantRow[] | null>(null)
  const { sessionId } = session
  const asked = JSON.stringify(ask)
  useEffect(() => {
    let wanted = true
    everyRow(sessionId, JSON.parse(asked) as Ask).then(found => wanted && setRows(found), done)
    return () => void (wanted = false)
  }, [sessionId, asked, done])
  useEffect(() => {
    if (rows === null) return undefined
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [rows, done])
  if (rows === null) return null
  return (
    <table className={classes.paper}>
      <caption>{t('{count, plural, one {# participant} other {# participants}}', { count: rows.length })}</caption>
      <thead>
        <tr>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            {columns.map(column => (
              <td key={column.name}>{column.cell ? column.cell(row) : column.text(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
