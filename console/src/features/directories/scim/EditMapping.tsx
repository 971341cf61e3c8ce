import { mappedFields, type Mapping } from '@claviger/contract/directories/connections/mapping'
import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { useApplyAgain } from './useApplyAgain.ts'
import { fieldOf } from './words.ts'
import classes from './scim.module.css'

type Row = Mapping[number]

/** What fills each field, as it is typed: attributes in order, of which the first that is not empty counts. */
export type Typed = Partial<Record<Row['field'], string>>

export const typedOf = (mapping: Mapping): Typed =>
  Object.fromEntries(mapping.map(({ field, from }) => [field, from.of.join(', ')]))

/** The mapping with what was typed; rows that join or change a value keep doing so. */
export const mappingOf = (before: Mapping, typed: Typed): Mapping =>
  mappedFields.flatMap((field): Row[] => {
    const of = (typed[field] ?? '')
      .split(',')
      .map(one => one.trim())
      .filter(one => one !== '')
    if (of.length === 0) return []
    const was = before.find(one => one.field === field)
    return [{ field, from: was ? { ...was.from, of } : { take: 'first', of, with: ' ', steps: [] } }]
  })

/** A table "our field, their attributes". */
export function MappingFields({ typed, change }: { typed: Typed; change: (typed: Typed) => void }) {
  return (
    <div className={classes.rows}>
      {mappedFields.map(field => (
        <TextInput
          key={field}
          label={fieldOf(field)}
          value={typed[field] ?? ''}
          onChange={event => change({ ...typed, [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** A drawer that says which attribute of the directory fills which field here. */
export default function EditMapping({ of, close }: { of: ScimConnection; close: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(of.mapping))
  const again = useApplyAgain(of.id, close)
  const update = useWrite(scim.update, {
    done() {
      toast('success', t('Mapping saved'))
      again.begin()
    },
  })
  return (
    <Panel open title={t('Mapping of {name}', { name: of.name })} close={close}>
      <div className={classes.panel}>
        <Notice>
          {t(
            'Several attributes with commas between: the first that is not empty counts. Saved, the mapping is applied to all people of the directory.',
          )}
        </Notice>
        <MappingFields typed={typed} change={setTyped} />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            loading={update.isPending || again.busy}
            onClick={() => update.mutate({ id: of.id, mapping: mappingOf(of.mapping, typed), version: of.version })}
          >
            {t('Save mapping')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
