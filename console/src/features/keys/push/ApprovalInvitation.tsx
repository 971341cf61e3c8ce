import { Button } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'

export function ApprovalInvitation() {
  return (
    <>
      <p>{t('This phone can also approve your sign-ins on computers. Turn on notifications for waiting sign-ins.')}</p>
      <Button component={Anchor} href="/approve" size="lg" fullWidth>
        {t('Set up approvals')}
      </Button>
    </>
  )
}
