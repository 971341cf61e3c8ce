import { Box } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import classes from './charts.module.css'

export interface FiguresProps {
  label: string
  columns: readonly string[]
  rows: readonly (readonly [string, ...(string | number)[]])[]
}

export function Figures({ label, columns, rows }: FiguresProps) {
  return (
    // Rows out of sight must be reachable without a mouse
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={`cv-figures ${classes.figures}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => (
              <Box component="th" key={column} scope="col" className="cv-muted" fw={400}>
                {column}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], place) => (
            // Two people can have the same name
            <tr key={`${name} ${place}`}>
              <Box component="th" scope="row" fw={400}>
                {name}
              </Box>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{typeof cell === 'number' ? count(cell) : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
