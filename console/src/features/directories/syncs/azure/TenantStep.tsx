import { entra } from '@claviger/contract/directories/entra'
import { Button, Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '../../../../ground/data/useRead.ts'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { call } from '../../../../ground/data/call.ts'
import { t } from '../../../../ground/text/text.ts'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../../ground/ui/page/EmptyState.tsx'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { Waiting } from '../../../../ground/ui/page/Waiting.tsx'
import classes from '../../entra/entra.module.css'
import { Permissions } from '../../entra/Permissions.tsx'

/** What Microsoft sent along with somebody who comes back from the consent; null for whoever comes by themselves. */
export function cameBack(search: string) {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (state === null) return null
  const refused = query.get('error_description') ?? query.get('error')
  return { state, tenant: query.get('tenant') ?? '', refused }
}
type CameBack = ReturnType<typeof cameBack>

/** The first step: which tenant, whether its credentials are good, and the way to the consent there. */
export function TenantStep({
  application,
  choose,
  back,
}: {
  application: string
  choose: (application: string) => void
  back: CameBack
}) {
  const tenants = useRead(entra.tenants, {})
  const check = useWrite(entra.check, { quiet: true })
  const [leaving, setLeaving] = useState(false)
  const items = tenants.data?.items ?? []
  const { mutate } = check
  useEffect(() => {
    if (back && back.refused === null)
      mutate({ state: back.state, tenant: back.tenant }, { onSuccess: found => choose(found.application) })
    // Once for each return
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [back?.state])
  const [reason, setReason] = useState<string | null>(null)
  const consent = async () => {
    setLeaving(true)
    try {
      // R193: Microsoft hands the marker back with the state
      const answer = await call(entra.connect, { state: 'auto-client', application })
      if (answer.url !== null) window.location.assign(answer.url)
      else setReason(answer.reason)
    } catch {
      // It was shown
    }
    setLeaving(false)
  }
  return (
    <Card title={t('1. Tenant')}>
      <Waiting on={tenants} what={t('the tenants')}>
        {items.length === 0 ? (
          <EmptyState
            title={t('No tenant yet')}
            icon={<IconPlugConnected size={26} stroke={1.6} aria-hidden />}
            action={
              <Button component={Link} to="/dashboard/api/applications">
                {t('Add an API application')}
              </Button>
            }
          >
            {t(
              'Register an application in your tenant of Entra ID and add it as API application: it holds the credentials.',
            )}
          </EmptyState>
        ) : (
          <div className={classes.inside}>
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
            {back?.refused && <Notice level="error">{back.refused}</Notice>}
            {reason !== null && <Notice level="warning">{reason}</Notice>}
            {check.error && <Notice level="error">{check.error.message}</Notice>}
            {check.data?.application === application && <Permissions of={check.data} />}
            <div className={classes.foot}>
              <Button
                variant="default"
                disabled={application === ''}
                loading={check.isPending}
                onClick={() => mutate({ application })}
              >
                {t('Check permissions')}
              </Button>
              <Button variant="default" disabled={application === ''} loading={leaving} onClick={() => void consent()}>
                {t('Consent at Microsoft…')}
              </Button>
            </div>
          </div>
        )}
      </Waiting>
    </Card>
  )
}
