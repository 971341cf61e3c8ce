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
  const isBelow = ({ menu }: MenuItem) => open.some(({ path }) => path === menu.under)
  const withBelow = (item: MenuItem) => [item, ...open.filter(({ menu }) => menu.under === item.path)]
  return menuGroups
    .map(group => ({
      group,
      items: open.filter(item => item.menu.group === group && !isBelow(item)).flatMap(withBelow),
    }))
    .filter(({ items }) => items.length > 0)
}

const contains = (path: string, here: string) => here === path || here.startsWith(`${path}/`)

/** Without the items below an area that is not open. */
export function inSight(items: readonly MenuItem[], here: string): MenuItem[] {
  const areaOf = ({ path, menu }: MenuItem) => menu.under ?? path
  const isOpen = (area: string) => items.some(item => areaOf(item) === area && contains(item.path, here))
  return items.filter(({ path, menu: { under } }) => {
    const top = under === undefined || !items.some(item => item.path === under)
    return top || isOpen(under) || path === here
  })
}
