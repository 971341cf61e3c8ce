import { oidc } from '@claviger/contract/sso/oidc'
import { Box, Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'

export function Consents() {
  const list = useRead(oidc.consents, {}, { quiet: true })
  const withdraw = useWrite(oidc.withdraw, { done: () => toast('success', t('Access removed')) })
  const items = list.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('Applications with access to your profile')}>
      <Stack gap={12}>
        {items.map(one => (
          <div key={one.id} className="cv-apart cv-quiet cv-wrap">
            <Box component="span" flex="1 1 280px">
              <strong>{one.name}</strong>
              <br />
              {one.knows.join(' · ')}
              <br />
              <Trans id="allowed <0/>" components={[<When key="0" at={one.givenAt} as="ago" />]} />
            </Box>
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
