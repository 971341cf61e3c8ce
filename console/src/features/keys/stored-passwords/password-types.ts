import { passwordTypeNames, passwordTypes } from '@claviger/contract/keys/stored-passwords'
import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { IconAppWindow, IconBrandApple, IconBuilding, IconDeviceDesktop, IconWorld } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'

export const typeOptions = () => Object.entries(passwordTypeNames).map(([value, label]) => ({ value, label: t(label) }))

export const typeIcons: Record<number, Icon> = {
  [passwordTypes.domain]: IconBuilding,
  [passwordTypes.web]: IconWorld,
  [passwordTypes.windowsApplication]: IconAppWindow,
  [passwordTypes.mac]: IconBrandApple,
  [passwordTypes.windowsLocal]: IconDeviceDesktop,
}

/** For example "Web · https://pay.example". */
export function passwordDescription({ type, url, processName, computerName }: StoredPassword): string {
  const name = t(passwordTypeNames[type] ?? msg('Unknown'))
  const place = url ?? processName ?? (computerName === '.' ? t('any computer') : computerName)
  return place === null ? name : `${name} · ${place}`
}
