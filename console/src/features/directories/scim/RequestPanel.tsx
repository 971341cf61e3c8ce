import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { scim, type ScimConnection, type ScimReport } from '@claviger/contract/directories/scim'
import { Box, Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { MappingTable } from '../syncs/MappingTable.tsx'
import { tidy } from '../syncs/mapping-cleanup.ts'
import { useApplyAgain } from './useApplyAgain.ts'
import { fieldOf } from '../connections/connection-fields.ts'
import { actOf, noteOf } from './scim-labels.ts'
import classes from './scim.module.css'

function Filled({ of }: { of: NonNullable<ScimReport['filled']> }) {
  const empty = of.filter(one => one.value === '').map(one => fieldOf(one.field))
  const rows = of
    .filter(one => one.value !== '')
    .map(({ field, value, from }): [string, ReactNode] => [
      fieldOf(field),
      <span key={field}>
        {value} <code className="cv-mono">{from.join(' + ')}</code>
      </span>,
    ])
  return <Facts of={empty.length === 0 ? rows : [...rows, [t('Empty'), empty.join(', ')]]} />
}

function Explained({ told, status }: { told: ScimReport; status: number }) {
  return (
    <>
      <Notice level={status < 400 ? 'info' : 'error'}>
        {told.reason === undefined
          ? `${actOf(told.did)} (${status})`
          : `${actOf(told.did)} (${status}): ${told.reason}`}
      </Notice>
      {(told.notes ?? []).map(({ code, value }) => (
        <Notice key={code}>
          {noteOf(code)}: {value}
        </Notice>
      ))}
      {(told.ignored ?? []).length > 0 && (
        <Notice>
          {t('Skipped, because nothing here has this name: {names}', { names: (told.ignored ?? []).join(', ') })}
        </Notice>
      )}
      {told.filled && <Filled of={told.filled} />}
    </>
  )
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const Long = ({ of, label }: { of: string; label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it when it has the focus
  <Box
    component="pre"
    className={`${classes.text ?? ''} cv-panel cv-wrap`}
    mah={280}
    p="10px 12px"
    fz={12}
    tabIndex={0}
    role="region"
    aria-label={label}
  >
    {pretty(of)}
  </Box>
)

interface RequestPanelProps {
  id: string
  connection: ScimConnection
  close: () => void
}

export default function RequestPanel({ id, connection, close }: RequestPanelProps) {
  const { can } = useSession()
  const read = useRead(scim.record, { id })
  const [edited, setEdited] = useState<Mapping | null>(null)
  const replay = useWrite(scim.replay)
  const again = useApplyAgain(connection.id, close)
  const update = useWrite(scim.update, {
    done() {
      toast('success', t('Mapping saved'))
      again.begin()
    },
  })
  const mapping = edited && tidy(edited)
  return (
    <Panel open title={t('Request')} close={close}>
      <Waiting on={read} what={t('the request')}>
        {read.data && (
          <Stack gap={16}>
            <Explained told={read.data.told} status={read.data.status} />
            {read.data.request !== null && (
              <>
                <h3 className="cv-heading">{t('Request content')}</h3>
                <Long of={read.data.request} label={t('Request content')} />
              </>
            )}
            {read.data.answer !== null && (
              <>
                <h3 className="cv-heading">{t('Response')}</h3>
                <Long of={read.data.answer} label={t('Response')} />
              </>
            )}
            {edited && (
              <>
                <h3 className="cv-heading">{t('Mapping')}</h3>
                <MappingTable mapping={edited} change={setEdited} />
              </>
            )}
            {replay.data && (
              <>
                <h3 className="cv-heading">{t('Result with the current mapping')}</h3>
                <Explained told={replay.data.told} status={replay.data.status} />
              </>
            )}
            {can('directories.write') && (
              <div className="cv-foot">
                {edited === null && (
                  <Button variant="default" onClick={() => setEdited(connection.mapping)}>
                    {t('Edit mapping')}
                  </Button>
                )}
                <Button
                  variant="default"
                  loading={replay.isPending}
                  onClick={() => replay.mutate({ id, ...(mapping && { mapping }) })}
                >
                  {t('Replay without changes')}
                </Button>
                {mapping && (
                  <Button
                    loading={update.isPending || again.busy}
                    onClick={() => update.mutate({ id: connection.id, mapping, version: connection.version })}
                  >
                    {t('Save mapping')}
                  </Button>
                )}
              </div>
            )}
          </Stack>
        )}
      </Waiting>
    </Panel>
  )
}
