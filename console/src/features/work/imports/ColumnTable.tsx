import { NativeSelect } from '@mantine/core'
import { t } from '../../../ground/text/text.ts'
import classes from './import.module.css'

interface ColumnTableProps {
  headers: readonly string[]
  /** The first rows of the file. */
  rows: readonly { cells: readonly string[] }[]
  fields: readonly { value: string; label: string }[]
  /** The field of each column, empty for none. */
  mapping: readonly string[]
  choose: (mapping: readonly string[]) => void
}

/** Which column of a file means what, with a few rows to tell by. */
export function ColumnTable({ headers, rows, fields, mapping, choose }: ColumnTableProps) {
  const set = (place: number, field: string) => choose(mapping.map((one, at) => (at === place ? field : one)))
  return (
    <div className={classes.box}>
      <table className={classes.table}>
        <caption className="cv-hidden">{t('Columns of the file and what they mean')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Column of the file')}</th>
            <th scope="col">{t('First rows')}</th>
            <th scope="col">{t('Means')}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map((header, place) => (
            <tr key={`${place} ${header}`}>
              <th scope="row">{header || t('Column {place}', { place: place + 1 })}</th>
              <td className={classes.sample}>
                {rows
                  .map(row => row.cells[place])
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              <td>
                <NativeSelect
                  aria-label={
                    header ? t('Meaning of {header}', { header }) : t('Meaning of column {place}', { place: place + 1 })
                  }
                  data={[{ value: '', label: t('Leave out') }, ...fields]}
                  value={mapping[place] ?? ''}
                  onChange={event => set(place, event.currentTarget.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
