import { connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import { mappedFields, type Mapping } from '@claviger/contract/directories/connections/mapping'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { fieldOf } from '../connections/fields.ts'
import { MappingRow } from './MappingRow.tsx'
import { MappingSample } from './MappingSample.tsx'
import classes from './syncs.module.css'

/** A drawer with the table "their attribute, our field", tried on real people while it is edited. */
export default function MappingEditor({ of, close }: { of: DirectoryConnection; close: () => void }) {
  const [mapping, setMapping] = useState<Mapping>(of.mapping)
  const update = useWrite(connections.update, {
    done() {
      toast('success', t('Mapping saved; the next run applies it'))
      close()
    },
  })
  const free = mappedFields.filter(field => !mapping.some(row => row.field === field))
  const change = (at: number, row: Mapping[number] | null) =>
    setMapping(mapping.flatMap((one, place) => (place === at ? (row === null ? [] : [row]) : [one])))
  return (
    <Panel open title={t('Mapping of {name}', { name: of.name })} close={close}>
      <div className={classes.panel}>
        <div className={classes.mapping}>
          {mapping.map((row, at) => (
            <MappingRow key={row.field} of={row} change={now => change(at, now)} />
          ))}
        </div>
        <div className={classes.right}>
          {free.map(field => (
            <Button
              key={field}
              size="xs"
              variant="default"
              onClick={() =>
                setMapping([...mapping, { field, from: { take: 'first', of: [field], with: ' ', steps: [] } }])
              }
            >
              {t('Fill {field}', { field: fieldOf(field) })}
            </Button>
          ))}
        </div>
        <MappingSample of={of} mapping={mapping} />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button loading={update.isPending} onClick={() => update.mutate({ id: of.id, version: of.version, mapping })}>
            {t('Save mapping')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
