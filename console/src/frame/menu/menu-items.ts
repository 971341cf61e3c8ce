import { screens } from '#routes.tsx'
import { menuGroups } from '#shell/screen.ts'
import type { Screen } from '#shell/screen.ts'
import type { Session } from '#shell/session.tsx'

export type ActItem = Screen & { act: NonNullable<Screen['act']> }

export const actsOf = ({ can }: Session): ActItem[] =>
  screens.filter((screen): screen is ActItem => screen.act !== undefined && can(screen.act.may))

export type MenuItem = Screen & { menu: NonNullable<Screen['menu']> }

export function menuOf(session: Session): { group: string; items: MenuItem[] }[] {
  const kind = session.can('workspace.read') || session.can('super.workspaces') ? 'administrator' : 'end-user'
  const open = screens.filter(
    (screen): screen is MenuItem =>
      screen.menu !== undefined &&
      screen.may !== undefined &&
      session.can(screen.may) &&
      (screen.billing !== true || session.me.billing) &&
      (screen.menu.when === undefined ||
        screen.menu.when === kind ||
        (screen.menu.when === 'personal' && session.personal)) &&
      (screen.menu.keys === undefined || session.me.keyPermissions.includes(screen.menu.keys)),
  )
  return menuGroups
    .map(group => ({ group, items: open.filter(screen => screen.menu.group === group) }))
    .filter(({ items }) => items.length > 0)
}
