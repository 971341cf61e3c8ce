import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { Box } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { weekdayNames } from '../session-labels.ts'
import classes from './heat-map.module.css'

type Cells = OutputOf<typeof attendanceReports.arrivals.reply>['items']

/** Percent of the accent color in the fullest cell: with more, its number is too faint. */
const deepest = 60

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A table, so that screen readers can read it; each cell also shows its number, so that color is not needed. */
export function HeatMap({ of: cells }: { of: Cells }) {
  const most = Math.max(1, ...cells.map(cell => cell.count))
  const found = new Map(cells.map(cell => [`${cell.weekday} ${cell.hour}`, cell.count]))
  // Working hours at least, so that a few sessions at one time are not stretched over the whole width
  const from = Math.min(8, ...cells.map(({ hour }) => hour))
  const shown = hours.slice(from, Math.max(17, ...cells.map(({ hour }) => hour)) + 1)
  return (
    // Columns out of sight must be reachable without a mouse
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="cv-scroll" role="group" aria-label={t('Arrivals by weekday and hour')} tabIndex={0}>
      <table className={`${classes.map ?? ''} cv-figures`}>
        <thead>
          <tr>
            <Box component="th" scope="col" ta="center">
              <span className="cv-hidden">{t('Weekday')}</span>
            </Box>
            {shown.map(hour => (
              <Box component="th" key={hour} scope="col" ta="center">
                {hourOf(hour)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdayNames().map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shown.map(hour => {
                const value = found.get(`${index + 1} ${hour}`) ?? 0
                const share = value / most
                return (
                  <td key={hour} style={{ '--share': `${Math.round(share * deepest)}%` } as React.CSSProperties}>
                    {value === 0 ? '' : count(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
