import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { ActionIcon, Box, Group, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import classes from './import.module.css'

interface ColumnTableProps {
  headers: readonly string[]
  rows: readonly { cells: readonly string[] }[]
  fields: readonly { value: string; label: string }[]
  mapping: readonly string[]
  choose: (mapping: readonly string[]) => void
}

interface MeaningProps {
  header: string
  label: string
  fields: ColumnTableProps['fields']
  column: string
  choose: (column: string) => void
}

function Meaning({ header, label, fields, column, choose }: MeaningProps) {
  const [more, setMore] = useState(false)
  const chosen = fieldsOfColumn(column)
  const places = [...chosen, ...(chosen.length === 0 || more ? [''] : [])]
  const set = (place: number, field: string) => {
    setMore(false)
    choose(
      places
        .map((one, at) => (at === place ? field : one))
        .filter(Boolean)
        .join('+'),
    )
  }
  return (
    <Group className={classes.meaning} gap={4}>
      {places.map((field, place) => (
        <NativeSelect
          key={place}
          aria-label={place === 0 ? label : t('{header} also means', { header })}
          data={[
            { value: '', label: place === 0 ? t('Skip') : t('and also…') },
            ...fields.filter(({ value }) => value === field || !chosen.includes(value)),
          ]}
          value={field}
          onChange={event => set(place, event.currentTarget.value)}
        />
      ))}
      {chosen.length > 0 && !more && (
        <ActionIcon
          aria-label={t('Map {header} to another field', { header })}
          title={t('Map {header} to another field', { header })}
          onClick={() => setMore(true)}
        >
          <IconPlus size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

export function ColumnTable({ headers, rows, fields, mapping, choose }: ColumnTableProps) {
  return (
    <div className="cv-box cv-scroll">
      <Box component="table" className={classes.table} w="100%">
        <caption className="cv-hidden">{t('File columns and the fields they map to')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('File column')}</th>
            <th scope="col" className="cv-not-on-phone">
              {t('First rows')}
            </th>
            <th scope="col">{t('Maps to')}</th>
          </tr>
        </thead>
        <tbody className="cv-ruled">
          {headers.map((header, place) => (
            <tr key={`${place} ${header}`}>
              <th scope="row">{header || t('Column {place}', { place: place + 1 })}</th>
              <td className="cv-cut cv-muted cv-not-on-phone" style={{ maxWidth: 420 }}>
                {rows
                  .map(row => row.cells[place])
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              <td>
                <Meaning
                  header={header || t('Column {place}', { place: place + 1 })}
                  label={
                    header ? t('Field for {header}', { header }) : t('Field for column {place}', { place: place + 1 })
                  }
                  fields={fields}
                  column={mapping[place] ?? ''}
                  choose={column => choose(mapping.map((one, at) => (at === place ? column : one)))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </div>
  )
}
