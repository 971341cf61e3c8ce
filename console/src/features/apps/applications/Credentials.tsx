import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { ShownOnce } from '#platform/ui/over/ShownOnce.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

/** Shows a new client secret, which is visible only once. */
export const SecretOnce = ({ name, value, close }: { name: string; value: string; close: () => void }) => (
  <ShownOnce
    title={t('Secret of {name}', { name })}
    warning={t("Copy the secret now. It's shown only once.")}
    value={value}
    what={t('secret')}
    close={close}
  >
    {t('Enter it in the application, together with its client ID.')}
  </ShownOnce>
)

export function Credentials({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const renew = useWrite(applications.newSecret, {
    done({ clientSecret }) {
      setAsking(false)
      setSecret(clientSecret)
    },
  })
  const end = useWrite(applications.endFormer)
  const shares = of.oidc?.tokenEndpointAuthMethod.startsWith('client_secret_') ?? false
  if (of.clientId === null) return null
  return (
    <Card title={t('Client')}>
      <Stack gap={14} miw={0}>
        <div>
          <p className="cv-muted">{t('Client ID')}</p>
          <Value of={of.clientId} what={t('client ID')} />
        </div>
        {of.formerSecretUntil !== null && (
          <Notice level="warning">
            <Trans
              id="The previous secret is valid until <0/>."
              components={[<When key="at" at={of.formerSecretUntil} />]}
            />{' '}
            {may && (
              <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ id: of.id })}>
                {t('Revoke now')}
              </Button>
            )}
          </Notice>
        )}
        {shares && !of.hasSecret && (
          <Notice level="warning">{t("This application has no secret yet and can't authenticate.")}</Notice>
        )}
        {shares && may && (
          <div>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('New secret…')}
            </Button>
          </div>
        )}
      </Stack>
      <Confirm
        open={asking}
        title={t('Create new secret?')}
        keep={t('Keep secret')}
        act={t('Create new secret')}
        busy={renew.isPending}
        close={() => setAsking(false)}
        confirm={() => renew.mutate({ id: of.id })}
      >
        {t('Both secrets are valid for one day, so that you have time to enter the new one in the application.')}
      </Confirm>
      {secret !== null && <SecretOnce name={of.name} value={secret} close={() => setSecret(null)} />}
    </Card>
  )
}
