import { importFieldNames, importFields, neededFields, userImport } from '@claviger/contract/people/user-import'
import type { ImportField, UserImport } from '@claviger/contract/people/user-import'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { useAttributeNames } from '../../tenancy/workspace-settings/attributeNames.ts'
import { ColumnTable } from '../../work/imports/ColumnTable.tsx'
import classes from '../../work/imports/import.module.css'

/** Names of the fields, those of the extra attributes as the workspace has chosen them. */
function useFieldNames(): (field: ImportField) => string {
  const nameOfAttribute = useAttributeNames()
  return field => {
    const attribute = /^scimAttribute(\d)$/.exec(field)?.[1]
    return attribute === undefined ? t(importFieldNames[field]) : nameOfAttribute(Number(attribute) - 1)
  }
}

/** Which column means what; what the server proposes is shown and can be changed. */
export function Match({ of, discard, done }: { of: UserImport; discard: () => void; done: () => void }) {
  const [mapping, setMapping] = useState<readonly string[]>(of.mapping)
  const rows = useRead(userImport.rows, { id: of.id, pageSize: 3 })
  const review = useWrite(userImport.map, { done })
  const fields: readonly ImportField[] = of.kind === 'users' ? importFields : neededFields.delete
  const nameOf = useFieldNames()
  const chosen = mapping.flatMap(fieldsOfColumn)
  const missing = neededFields[of.kind].filter(field => !chosen.includes(field))
  const twice = fields.find(field => chosen.filter(one => one === field).length > 1)
  return (
    <>
      <ColumnTable
        headers={of.headers}
        rows={rows.data?.items ?? []}
        fields={fields.map(field => ({ value: field, label: nameOf(field) }))}
        mapping={mapping}
        choose={setMapping}
      />
      {missing.length > 0 && (
        <Notice level="warning">
          {t('Choose the column of: {fields}', {
            fields: missing.map(nameOf).join(', '),
          })}
        </Notice>
      )}
      {of.kind === 'users' && missing.length === 0 && !chosen.includes('userId') && (
        <Notice>{t('No column is the User ID: everybody’s email becomes theirs.')}</Notice>
      )}
      {twice && <Notice level="warning">{t('Two columns are matched to {field}.', { field: nameOf(twice) })}</Notice>}
      <div className={classes.foot} data-foot>
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
