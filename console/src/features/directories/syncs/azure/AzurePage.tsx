import { syncModes, connections } from '@claviger/contract/directories/connections'
import { entra } from '@claviger/contract/directories/entra'
import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { parseConsentReturn } from './consent-return.ts'
import { RunStep } from './RunStep.tsx'
import { TenantStep } from './TenantStep.tsx'
import { useImport } from './useImport.ts'
import { type ImportScope, ScopeStep } from './ScopeStep.tsx'

function Approval({ id }: { id: string }) {
  const { can } = useSession()
  const approve = useWrite(connections.approve)
  return (
    <Notice level="warning">
      <p>{t("An owner must first approve this import. The approval doesn't let the directory assign roles.")}</p>
      {can('directories.grant') && (
        <Button
          variant="default"
          loading={approve.isPending}
          onClick={() => approve.mutate({ id, roles: [], touchesRank: false, privateHosts: [] })}
        >
          {t('Approve')}
        </Button>
      )}
    </Notice>
  )
}

export default function AzurePage() {
  const [back] = useState(() => parseConsentReturn(window.location.search))
  const [picked, choose] = useState('')
  const [whom, setWhom] = useState<ImportScope>({ by: 'all', chosen: [], mode: syncModes.both })
  const tenants = useRead(entra.tenants, {})
  const only = tenants.data?.items.length === 1 && back === null ? tenants.data.items[0]?.application : undefined
  const application = picked === '' ? (only ?? '') : picked
  const tenant = tenants.data?.items.find(one => one.application === application)
  const { run, busy, preview, begin, forget, connection } = useImport(tenant, whom)
  const set = (to: ImportScope) => {
    setWhom(to)
    forget()
  }
  useEffect(() => {
    // Microsoft's response is processed only once: a reload must not process it again
    if (back !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [back])
  const ready = tenant !== undefined && (whom.by === 'all' || whom.chosen.length > 0)
  return (
    <>
      <PageHead
        title={t('Import from Entra ID')}
        under={t('You see all changes before anything is imported.')}
        actions={
          <Button variant="default" component={Link} to="/dashboard/sync">
            {t('All directories')}
          </Button>
        }
      />
      <Stack gap={16} maw={860}>
        <TenantStep
          application={application}
          back={back}
          choose={to => {
            choose(to)
            forget()
          }}
        />
        {tenant && <ScopeStep application={application} whom={whom} set={set} />}
        {connection?.reach.approvedBy === null && <Approval id={connection.id} />}
        {tenant && run === null && (
          <Group gap={8} align="stretch">
            <Button disabled={!ready} loading={busy} onClick={preview}>
              {t('Preview changes')}
            </Button>
          </Group>
        )}
        {run && <RunStep key={run.id} id={run.id} begin={begin} busy={busy} />}
      </Stack>
    </>
  )
}
