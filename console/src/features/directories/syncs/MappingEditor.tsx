import { connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { MappingSample } from './MappingSample.tsx'
import { MappingTable } from './MappingTable.tsx'
import { tidy } from './mapping-cleanup.ts'

export default function MappingEditor({ of, close }: { of: DirectoryConnection; close: () => void }) {
  const [mapping, setMapping] = useState<Mapping>(of.mapping)
  const update = useWrite(connections.update, {
    done() {
      toast('success', t('Mapping saved. It applies from the next run.'))
      close()
    },
  })
  return (
    <Panel open title={t('Mapping of {name}', { name: of.name })} close={close}>
      <Stack gap={16}>
        <MappingTable mapping={mapping} change={setMapping} />
        <MappingSample id={of.id} mapping={tidy(mapping)} />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            loading={update.isPending}
            onClick={() => update.mutate({ id: of.id, version: of.version, mapping: tidy(mapping) })}
          >
            {t('Save mapping')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
