import { importFieldNames, importFields, neededFields, userImport } from '@claviger/contract/people/user-import'
import type { ImportField, UserImport } from '@claviger/contract/people/user-import'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from './import.module.css'

/** Which column means what; what the server proposes is shown and can be changed. */
export function Match({ of, discard }: { of: UserImport; discard: () => void }) {
  const [mapping, setMapping] = useState<readonly string[]>(of.mapping)
  const rows = useRead(userImport.rows, { id: of.id, pageSize: 3 })
  const review = useWrite(userImport.map)
  const fields: readonly ImportField[] = of.kind === 'users' ? importFields : neededFields.delete
  const missing = neededFields[of.kind].filter(field => !mapping.includes(field))
  const twice = fields.find(field => mapping.filter(one => one === field).length > 1)
  const set = (place: number, field: string) => setMapping(mapping.map((one, at) => (at === place ? field : one)))
  return (
    <>
      <div className={classes.box}>
        <table className={classes.table}>
          <caption className="cv-hidden">Columns of the file and what they mean</caption>
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">First rows</th>
              <th scope="col">Means</th>
            </tr>
          </thead>
          <tbody>
            {of.headers.map((header, place) => (
              <tr key={`${place} ${header}`}>
                <th scope="row">{header || `Column ${place + 1}`}</th>
                <td className={classes.sample}>
                  {(rows.data?.items ?? [])
                    .map(row => row.cells[place])
                    .filter(Boolean)
                    .join(' · ')}
                </td>
                <td>
                  <NativeSelect
                    aria-label={`Meaning of ${header || `column ${place + 1}`}`}
                    data={[
                      { value: '', label: 'Leave out' },
                      ...fields.map(field => ({ value: field, label: importFieldNames[field] })),
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
          Choose the column of: {missing.map(field => importFieldNames[field]).join(', ')}
        </Notice>
      )}
      {twice && <Notice level="warning">Two columns are matched to {importFieldNames[twice]}.</Notice>}
      <div className={classes.foot}>
        <p>Nothing is written yet. The choice is remembered for the next file.</p>
        <Button variant="default" onClick={discard}>
          Back
        </Button>
        <Button
          loading={review.isPending}
          disabled={missing.length > 0 || twice !== undefined}
          onClick={() => review.mutate({ id: of.id, mapping: [...mapping] })}
        >
          Review rows
        </Button>
      </div>
    </>
  )
}
