import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowUpRight, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../../../ground/text/text.ts'
import { useKeyActs } from '../../key-acts/useKeyActs.tsx'

function KeyMenu({ of }: { of: SecurityKey }) {
  const { items, dialog } = useKeyActs(of)
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('Actions for {name}', { name: `${of.name}, ${of.owner.name}` })}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/dashboard/security-keys/${of.id}`}
            leftSection={<IconArrowUpRight size={16} stroke={1.7} aria-hidden />}
          >
            {t('Open')}
          </Menu.Item>
          {items}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}

/** What can be done with one row of the list. */
export const keyMenuOf = (key: SecurityKey) => <KeyMenu of={key} />
