import type { Permission } from '@claviger/contract/ground/permissions'
import { msg } from '../ground/text/text.ts'
import type { ScreenFile } from './reloadOnce.ts'

/** Groups of the side menu, from above; '' stands first without a heading. */
export const menuGroups = [
  '',
  msg('Users'),
  msg('Keys and access'),
  msg('Single sign-on'),
  msg('Sign-in'),
  msg('Automation'),
  msg('Workspace'),
  msg('Installation'),
] as const

export type MenuIcon =
  | 'dashboard'
  | 'launchpad'
  | 'activity'
  | 'users'
  | 'groups'
  | 'units'
  | 'keys'
  | 'card-pages'
  | 'key-policies'
  | 'policies'
  | 'named-lists'
  | 'my-apps'
  | 'second-factor'
  | 'applications'
  | 'ways-in'
  | 'devices'
  | 'profile'
  | 'workspaces'
  | 'settings'
  | 'domains'
  | 'downloads'
  | 'admins'
  | 'api-keys'
  | 'api-applications'
  | 'identity-providers'
  | 'directories'
  | 'scim'
  | 'workflows'

/** One row of the table of screens. */
export interface Screen {
  path: string
  /** Which screens and steps of the specification's list it shows; left out of what browsers load. */
  spec?: string | readonly string[]
  load: () => Promise<ScreenFile>
  /** Who may open it; absent on screens outside the frame, which need no session. */
  may?: Permission
  /** Needs no router: opened by its address, it is loaded without one. */
  single?: true
  /** Opens under every address that begins with its own, too (R2). */
  prefix?: true
  /** Inside the frame the line above the page: the group, then these. */
  crumb?: string
  /** Something to begin here, found in the palette; the address asks for it. */
  act?: { label: string; may: Permission; ask?: string }
  /** A menu item; `when` narrows it further than `may` does. */
  menu?: {
    group: (typeof menuGroups)[number]
    label: string
    icon: MenuIcon
    when?: 'administrator' | 'end-user'
    /** What the workspace must let its end users do with their own keys (101 to 104). */
    keys?: number
  }
}
