import { importFieldNames, importFields, neededFields, userImport } from '@claviger/contract/people/user-import'
import type { ImportField, UserImport } from '@claviger/contract/people/user-import'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { useAttributeNames } from '../../tenancy/workspace-settings/attributeNames.ts'
import classes from './import.module.css'

/** Names of the fields, those of the extra attributes as the workspace has chosen them. */
function useFieldNames(): (field: ImportField) => string {
  const nameOfAttribute = useAttributeNames()
  return field => {
    const attribute = /^scimAttribute(\d)$/.exec(field)?.[1]
    return attribute === undefined ? t(importFieldNames[field]) : nameOfAttribute(Number(attribute) - 1)
  }
}

/** Which column means what; what the server proposes is shown and can be changed. */
export function Match({ of, discard }: { of: UserImport; discard: () => void }) {
  const [mapping, setMapping] = useState<readonly string[]>(of.mapping)
  const rows = useRead(userImport.rows, { id: of.id, pageSize: 3 })
  const review = useWrite(userImport.map)
  const fields: readonly ImportField[] = of.kind === 'users' ? importFields : neededFields.delete
  const nameOf = useFieldNames()
  const missing = neededFields[of.kind].filter(field => !mapping.includes(field))
  const twice = fields.find(field => mapping.filter(one => one === field).length > 1)
  const set = (place: number, field: string) => setMapping(mapping.map((one, at) => (at === place ? field : one)))
  return (
    <>
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
            {of.headers.map((header, place) => (
              <tr key={`${place} ${header}`}>
                <th scope="row">{header || t('Column {place}', { place: place + 1 })}</th>
                <td className={classes.sample}>
                  {(rows.data?.items ?? [])
                    .map(row => row.cells[place])
                    .filter(Boolean)
                    .join(' · ')}
                </td>
                <td>
                  <NativeSelect
                    aria-label={
                      header
                        ? t('Meaning of {header}', { header })
                        : t('Meaning of column {place}', { place: place + 1 })
                    }
                    data={[
                      { value: '', label: t('Leave out') },
                      ...fields.map(field => ({ value: field, label: nameOf(field) })),
                    ]}
                    value={mapping[place] ?? ''}
                    onChange={event => set(place, event.currentTarget.value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && (
        <Notice level="warning">
          {t('Choose the column of: {fields}', {
            fields: missing.map(nameOf).join(', '),
          })}
        </Notice>
      )}
      {twice && <Notice level="warning">{t('Two columns are matched to {field}.', { field: nameOf(twice) })}</Notice>}
      <div className={classes.foot}>
        <p>{t('Nothing is written yet. The choice is remembered for the next file.')}</p>
        <Button variant="default" onClick={discard}>
          {t('Back')}
        </Button>
        <Button
          loading={review.isPending}
          disabled={missing.length > 0 || twice !== undefined}
          onClick={() => review.mutate({ id: of.id, mapping: [...mapping] })}
        >
          {t('Review rows')}
        </Button>
      </div>
    </>
  )
}
