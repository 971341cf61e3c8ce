import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { Menu } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useKeyActs } from '#features/keys/key-acts/useKeyActs.tsx'

function KeyMenu({ of }: { of: SecurityKey }) {
  const { items, dialog } = useKeyActs(of)
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: `${of.name}, ${of.owner.name}` })}>
        <Menu.Item
          component={Link}
          to={`/dashboard/security-keys/${of.id}`}
          leftSection={<IconArrowUpRight size={16} stroke={1.7} aria-hidden />}
        >
          {t('Open')}
        </Menu.Item>
        {items}{' '}
      </MoreMenu>
      {dialog}
    </>
  )
}

export const keyMenuOf = (key: SecurityKey) => <KeyMenu of={key} />
