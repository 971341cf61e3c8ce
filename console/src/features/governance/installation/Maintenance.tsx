import { installation } from '@claviger/contract/governance/installation'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

export function Maintenance() {
  const read = useRead(installation.health, {})
  const end = useWrite(installation.maintain, { done: () => toast('success', t('Maintenance mode turned off')) })
  const now = read.data?.maintenance
  return (
    <Card title={t('Maintenance mode')}>
      <Waiting on={read} what={t('the maintenance mode')}>
        {now ? (
          <Stack gap={16} miw={0}>
            <Notice level="warning">
              <Trans
                id="{by} turned on maintenance mode <0/>. Administrators and users can look, but not change anything."
                values={{ by: now.startedBy }}
                components={[<When key="0" at={now.startedAt} as="ago" />]}
              />
            </Notice>
            <div>
              <Button loading={end.isPending} onClick={() => end.mutate({ mode: 'off' })}>
                {t('Turn off maintenance mode')}
              </Button>
            </div>
          </Stack>
        ) : (
          <Form
            of={installation.maintain}
            fixed={{ mode: 'on' }}
            start={{ message: '' }}
            done={() => toast('success', t('Maintenance mode turned on'))}
          >
            <Text
              name="message"
              label={t('Message')}
              help={t('Shown when a change is refused, for example: We are back at 14:00.')}
            />
            <Foot save={t('Turn on maintenance mode')} plain />
          </Form>
        )}
      </Waiting>
    </Card>
  )
}
