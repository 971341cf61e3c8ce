import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { MappingSample } from '../syncs/MappingSample.tsx'
import { MappingTable } from '../syncs/MappingTable.tsx'
import { tidy } from '../syncs/mapping-cleanup.ts'
import { useApplyAgain } from './useApplyAgain.ts'

export default function EditMapping({ of, close }: { of: ScimConnection; close: () => void }) {
  const [mapping, setMapping] = useState<Mapping>(of.mapping)
  const again = useApplyAgain(of.id, close)
  const update = useWrite(scim.update, {
    done() {
      toast('success', t('Mapping saved'))
      again.begin()
    },
  })
  return (
    <Panel open title={t('Mapping of {name}', { name: of.name })} close={close}>
      <Stack gap={16}>
        <Notice>{t('Saving applies the mapping to all users of the directory.')}</Notice>
        <MappingTable mapping={mapping} change={setMapping} />
        <MappingSample id={of.id} mapping={tidy(mapping)} />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            loading={update.isPending || again.busy}
            onClick={() => update.mutate({ id: of.id, mapping: tidy(mapping), version: of.version })}
          >
            {t('Save mapping')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
