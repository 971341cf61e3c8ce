import {
  IconAdjustments,
  IconApi,
  IconBuildings,
  IconDeviceDesktop,
  IconDownload,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconRocket,
  IconSitemap,
  IconSettings,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorldCheck,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { MenuIcon } from '../screen.ts'

export const menuIcons: Record<MenuIcon, Icon> = {
  dashboard: IconLayoutDashboard,
  launchpad: IconRocket,
  activity: IconListDetails,
  users: IconUsers,
  groups: IconUsersGroup,
  units: IconSitemap,
  keys: IconKey,
  'key-policies': IconAdjustments,
  devices: IconDeviceDesktop,
  profile: IconUserCircle,
  workspaces: IconBuildings,
  settings: IconSettings,
  domains: IconWorldCheck,
  downloads: IconDownload,
  admins: IconUserShield,
  'api-keys': IconApi,
}
