import type { Permission } from '@claviger/contract/platform/permissions'
import { msg } from '../platform/text/text.ts'
import type { ScreenFile } from './reloadOnce.ts'

export const menuGroups = [
  '',
  msg('Users'),
  msg('Keys and access'),
  msg('Single sign-on'),
  msg('Sign-in'),
  msg('Automation'),
  msg('Workspace'),
  msg('Customers'),
  msg('Billing'),
  msg('Installation'),
] as const

export type MenuIcon =
  | 'dashboard'
  | 'launchpad'
  | 'activity'
  | 'users'
  | 'attendance'
  | 'groups'
  | 'units'
  | 'keys'
  | 'card-pages'
  | 'key-policies'
  | 'policies'
  | 'named-lists'
  | 'strengths'
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
  | 'home'
  | 'partners'
  | 'baselines'
  | 'branding'
  | 'licenses'
  | 'look-ups'
  | 'personals'
  | 'billing'
  | 'invoices'
  | 'prices'
  | 'promo-codes'
  | 'plan'
  | 'support'

export interface Screen {
  path: string
  /** The specification's screens and steps that it implements; stripped from the browser build. */
  spec?: string | readonly string[]
  load: () => Promise<ScreenFile>
  /** Required permission; undefined for screens outside the frame, which need no session. */
  may?: Permission
  single?: true
  /** Its texts are among those of the first screens (console/texts.ts). */
  early?: true
  /** Exists only with billing turned on, although its permission exists without. */
  billing?: true
  /** Also matches all addresses that start with its own (R2). */
  prefix?: true
  crumb?: string
  act?: { label: string; may: Permission; ask?: string }
  /** A menu item; `when` restricts it in addition to `may`. */
  menu?: {
    group: (typeof menuGroups)[number]
    label: string
    icon: MenuIcon
    when?: 'administrator' | 'end-user' | 'personal'
    /** The path of the item below which it appears, while that area is open. */
    under?: string
    /** End user permission that the workspace must grant for their own keys (101 to 104). */
    keys?: number
  }
}
