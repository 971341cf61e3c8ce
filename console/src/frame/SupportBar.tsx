import { supportAccess } from '@claviger/contract/access/support-access'
import { Box, Button, Group } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { forgetAll } from '../platform/data/tokens.ts'
import { useWrite } from '../platform/data/useWrite.ts'
import { t, Trans } from '../platform/text/text.ts'
import { When } from '../platform/ui/bits/When.tsx'
import { useSession } from '../shell/session.tsx'

/** Marks a session of a super administrator in a workspace of others, and ends it. */
export function SupportBar() {
  const { me } = useSession()
  const leave = useWrite(supportAccess.leave, {
    done() {
      forgetAll()
      window.location.replace('/auth/sign-out')
    },
  })
  if (!me.support) return null
  return (
    <Group gap={12} wrap="nowrap" px={24} py={8} bg="#6b21a8" c="#fff" role="status">
      <IconLifebuoy size={18} stroke={1.8} aria-hidden />
      <Box component="span" flex={1}>
        <Trans
          id="Support session in <0>{workspace}</0> until <1/>. You can look, but not change anything."
          values={{ workspace: me.workspace.name }}
          components={[<strong key="0" />, <When key="1" at={me.support.endsAt} />]}
        />
      </Box>
      <Button size="xs" variant="white" loading={leave.isPending} onClick={() => leave.mutate({})}>
        {t('End support session')}
      </Button>
    </Group>
  )
}
