import { oidc } from '@claviger/contract/sso/oidc'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import classes from './account.module.css'

export function Consents() {
  const list = useRead(oidc.consents, {}, { quiet: true })
  const withdraw = useWrite(oidc.withdraw, { done: () => toast('success', t('Access removed')) })
  const items = list.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('Applications with access to your profile')}>
      <Stack gap={12}>
        {items.map(one => (
          <div key={one.id} className={classes.line}>
            <span>
              <strong>{one.name}</strong>
              <br />
              {one.knows.join(' · ')}
              <br />
              <Trans id="allowed <0/>" components={[<When key="0" at={one.givenAt} as="ago" />]} />
            </span>
            <Button
              variant="default"
              loading={withdraw.isPending && withdraw.variables.id === one.id}
              onClick={() => withdraw.mutate({ id: one.id })}
            >
              {t('Remove access')}
            </Button>
          </div>
        ))}
      </Stack>
    </Card>
  )
}
