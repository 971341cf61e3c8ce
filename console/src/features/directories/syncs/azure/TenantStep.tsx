import { entra } from '@claviger/contract/directories/entra'
import { Button, Group, Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Permissions } from '#features/directories/entra/Permissions.tsx'
import { type ConsentReturn, useBack } from './consent-return.ts'

export function TenantStep({
  application,
  choose,
  back,
}: {
  application: string
  choose: (application: string) => void
  back: ConsentReturn
}) {
  const tenants = useRead(entra.tenants, {})
  const check = useWrite(entra.check, { quiet: true })
  const { mutate } = check
  const came = useBack(back, found => {
    choose(found)
    mutate({ application: found })
  })
  const [leaving, setLeaving] = useState(false)
  const consent = async (to: { application?: string }) => {
    setLeaving(true)
    try {
      // R193: Microsoft returns the marker in the state
      const { url } = await call(entra.connect, { state: 'auto-client', ...to })
      if (url !== null) window.location.assign(url)
    } catch {
      // The error was already shown
    }
    setLeaving(false)
  }
  const items = tenants.data?.items ?? []
  const offered = tenants.data?.offered === true
  const busy = leaving || came.busy
  return (
    <Card title={t('1. Tenant')}>
      <Waiting on={tenants} what={t('the tenants')}>
        {came.error !== null && <Notice level="error">{came.error}</Notice>}
        {came.busy && <Notice>{t('Checking with Microsoft who administers the tenant…')}</Notice>}
        {items.length === 0 ? (
          <EmptyState
            title={t('No tenants yet')}
            icon={IconPlugConnected}
            action={
              <>
                {offered && (
                  <Button loading={busy} onClick={() => void consent({})}>
                    {t('Connect with Microsoft…')}
                  </Button>
                )}
                <Button variant={offered ? 'default' : 'filled'} component={Link} to="/dashboard/api/applications">
                  {t('Add API application')}
                </Button>
              </>
            }
          >
            {offered
              ? t(
                  'Give consent at Microsoft as Global Administrator of your tenant, then sign in once more as proof. Or register your own application there.',
                )
              : t(
                  'Register an application in your Entra ID tenant and add it as an API application. It holds the credentials.',
                )}
          </EmptyState>
        ) : (
          <Stack gap={14}>
            <Radio.Group label={t('Tenant')} value={application} onChange={choose}>
              <Stack gap={10} mt={6}>
                {items.map(one => (
                  <Radio
                    key={one.application}
                    size="xs"
                    value={one.application}
                    label={one.name}
                    description={one.id}
                  />
                ))}
              </Stack>
            </Radio.Group>
            {check.error && <Notice level="error">{check.error.message}</Notice>}
            {check.data?.application === application && <Permissions of={check.data} />}
            <Group gap={8} align="stretch">
              <Button
                variant="default"
                disabled={application === ''}
                loading={check.isPending}
                onClick={() => mutate({ application })}
              >
                {t('Check permissions')}
              </Button>
              <Button
                variant="default"
                disabled={application === ''}
                loading={busy}
                onClick={() => void consent({ application })}
              >
                {t('Give consent at Microsoft…')}
              </Button>
              {offered && (
                <Button variant="default" loading={busy} onClick={() => void consent({})}>
                  {t('Connect another tenant…')}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Waiting>
    </Card>
  )
}
