import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { NotificationsCard } from '../push/NotificationsCard.tsx'
import { OtherKeys } from '../security-keys/OtherKeys.tsx'
import { WaitingKeys } from '../waiting-keys/WaitingKeys.tsx'
import { OwnKeys } from './OwnKeys.tsx'

export default function OwnKeysPage() {
  const { me } = useSession()
  return (
    <Stack gap={16} maw={860}>
      <PageHead
        title={t('My security keys')}
        actions={
          <Button
            component={Link}
            to="/dashboard/addSecurityKey"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          >
            {t('Add security key')}
          </Button>
        }
      />
      {me.passkeys === 1 && (
        <Notice level="warning">
          {t("You have only one passkey. Add a second one so that losing a key doesn't lock you out.")}
        </Notice>
      )}
      <WaitingKeys />
      <Card flush>
        <OwnKeys />
      </Card>
      <OtherKeys />
      <NotificationsCard />
    </Stack>
  )
}
