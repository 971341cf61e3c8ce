import { delegations } from '@claviger/contract/access/delegations'
import { Button, Stack } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PickUser } from './PickUser.tsx'

export function Question({ request }: { request: string }) {
  const { mutate: look, data: asked, error } = useWrite(delegations.look, { quiet: true })
  const decide = useWrite(delegations.decide, { quiet: true })
  const [user, setUser] = useState<string | null>(null)
  useEffect(() => look({ request }), [look, request])
  const over = decide.error?.code === 'delegation-over'
  if (error) return <Notice level="error">{error.message}</Notice>
  if (!asked) return <p className="cv-quiet">{t('Loading the request…')}</p>
  if (decide.data)
    return (
      <Stack className="cv-quiet" gap={12} align="center" ta="center" role="status">
        {decide.data.allowed ? (
          <IconCircleCheckFilled className="cv-ok" size={48} aria-hidden />
        ) : (
          <IconCircleX className="cv-ok" size={48} aria-hidden />
        )}
        <p>
          {decide.data.allowed
            ? t('{tool} can register keys for this user for 15 minutes.', { tool: asked.tool })
            : t('{tool} was denied.', { tool: asked.tool })}
        </p>
        <p>{t('You can close this page.')}</p>
      </Stack>
    )
  return (
    <>
      <p className="cv-quiet">
        {t('Allow {tool} on {device} to register keys for a user?', {
          tool: asked.tool,
          device: asked.device,
        })}
      </p>
      <Facts
        of={[
          [t('Tool'), `${asked.tool} ${asked.version}`],
          [t('Device'), asked.device],
          [t('Address'), asked.ip],
          [t('Time'), <When key="0" at={asked.askedAt} />],
          [
            t('Code'),
            <strong key="1" className="cv-mono">
              {asked.code}
            </strong>,
          ],
        ]}
      />
      <Notice level="warning">
        {t(
          'Allow this only if you started the tool yourself and it shows the same code. Never allow it because you were sent this link.',
        )}
      </Notice>
      <PickUser label={t('For this user')} change={setUser} />
      {decide.error && <Notice level="error">{decide.error.message}</Notice>}
      <Button
        size="lg"
        fullWidth
        disabled={user === null || over}
        loading={decide.isPending && decide.variables.allow}
        onClick={() => decide.mutate({ request, allow: true, ...(user !== null && { user }) })}
      >
        {t('Allow')}
      </Button>
      <Button
        size="lg"
        fullWidth
        variant="default"
        disabled={over}
        loading={decide.isPending && !decide.variables.allow}
        onClick={() => decide.mutate({ request, allow: false })}
      >
        {t('Deny')}
      </Button>
    </>
  )
}
