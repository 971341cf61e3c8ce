import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { account } from '@claviger/contract/access/account'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'

export function Details() {
  const { me } = useSession()
  const [start] = useState({ firstName: me.firstName, lastName: me.lastName })
  return (
    <Card title={t('Name')}>
      <Form of={account.updateDetails} start={start} guard={LeaveGuard} done={() => toast('success', t('Name saved'))}>
        <Grid columns="1fr 1fr" below={768}>
          <Text name="firstName" label={t('First name')} autoComplete="given-name" />
          <Text name="lastName" label={t('Last name')} autoComplete="family-name" />
        </Grid>
        <Foot save={t('Save changes')} whenChanged />
      </Form>
    </Card>
  )
}
