import {
  IconApi,
  IconBuildings,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconRocket,
  IconSettings,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconWorldCheck,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { MenuIcon } from '../screen.ts'

export const menuIcons: Record<MenuIcon, Icon> = {
  dashboard: IconLayoutDashboard,
  launchpad: IconRocket,
  activity: IconListDetails,
  users: IconUsers,
  keys: IconKey,
  profile: IconUserCircle,
  workspaces: IconBuildings,
  settings: IconSettings,
  domains: IconWorldCheck,
  admins: IconUserShield,
  'api-keys': IconApi,
}
