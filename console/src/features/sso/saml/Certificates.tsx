import { saml } from '@claviger/contract/sso/saml'
import type { SamlKeys } from '@claviger/contract/sso/saml'
import { Button, Group, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

const ChangeKey = lazy(() => import('./ChangeKey.tsx'))

export function Certificates({ id, may }: { id: string; may: boolean }) {
  const read = useRead(saml.keys, {}, { quiet: true })
  if (!read.data) return read.isPending ? <Bones lines={4} /> : null
  return (
    <Card title={t('Claviger certificate')}>
      <Keys of={read.data} id={id} may={may} />
    </Card>
  )
}

function Keys({ of, id, may }: { of: SamlKeys; id: string; may: boolean }) {
  const [changing, setChanging] = useState<'change' | 'cancel' | null>(null)
  const announce = useWrite(saml.announce)
  const move = useWrite(saml.move)
  const { signs, announced, moved } = of
  return (
    <Stack gap={16} miw={0}>
      {signs.endsSoon && !announced && (
        <Notice level="warning">
          {t('The certificate expires soon. Publish a new one and import it into the applications.')}
        </Notice>
      )}
      <Certificate title={t('Current certificate')} of={signs} />
      {announced && <Certificate title={t('Next certificate')} of={announced} />}
      {announced && may && (
        <>
          <Switch
            label={t('This application has imported the new certificate')}
            checked={moved.includes(id)}
            disabled={move.isPending}
            onChange={event => move.mutate({ ids: [id], announced: event.currentTarget.checked })}
          />
          <p className="cv-muted">
            {t(
              '{count, plural, one {# SAML application has not imported it yet.} other {# SAML applications have not imported it yet.}}',
              { count: of.waiting },
            )}
          </p>
          <Group gap={8}>
            <Button onClick={() => setChanging('change')}>{t('Switch all applications')}</Button>
            <Button variant="default" onClick={() => setChanging('cancel')}>
              {t('Withdraw')}
            </Button>
          </Group>
        </>
      )}
      {!announced && may && (
        <div>
          <Button variant="default" loading={announce.isPending} onClick={() => announce.mutate({})}>
            {t('Publish new certificate')}
          </Button>
        </div>
      )}
      <Suspense>
        {changing && <ChangeKey act={changing} waiting={of.waiting} close={() => setChanging(null)} />}
      </Suspense>
    </Stack>
  )
}

function Certificate({ title, of }: { title: string; of: SamlKeys['signs'] }) {
  return (
    <div>
      <Group component="p" gap={8}>
        <b>{title}</b>
        <Copy value={of.pem} what={t('Certificate')} />
        <span className="cv-muted">
          <Trans id="expires <0/>" components={[<When key="at" at={of.endsAt} as="day" />]} />
        </span>
      </Group>
      <p className="cv-muted cv-mono cv-wrap">{of.fingerprint}</p>
    </div>
  )
}
